import { inForce, type OptionRows } from '../../command/table.ts';
import { type Line, read } from '../parsed-write.ts';
import { matched, matchesNothing } from './paths.ts';
import { fields, told } from './questions.ts';
import {
  type CommitLine,
  type Family,
  type Listed,
  listed,
  type Radius,
  type RadiusContext,
  radius,
  unknown,
} from './radius.ts';
import { outOfReach } from './reach.ts';
import { stashApplied } from './stash-apply.ts';
import { type Stash, stashAt, stashesIn } from './stash-list.ts';
import { counted, isRefused, quoted, quotedNames, refused, unforeseen } from './wording.ts';
import { workTree } from './work-tree.ts';

const pushRows = {
  flag: ['-a --all', '-k --keep-index', '-q --quiet', '-S --staged', '-u --include-untracked'],
  value: ['-m --message'],
} as const satisfies OptionRows;
const applyRows = { flag: ['-q --quiet', '--index'] } as const satisfies OptionRows;
const plainRows = { flag: ['-q --quiet'] } as const satisfies OptionRows;

type Action = (words: readonly string[], line: Line, context: RadiusContext) => Promise<Radius>;

/** git-stash(1): puts changes aside, brings them back, or throws away what was put aside. */
export const stash: Family = async (line, context) => {
  const [first = 'push', ...rest] = line.words;
  if (first.startsWith('-')) return push(line.words, line, context);
  const action = Object.hasOwn(ACTIONS, first) ? ACTIONS[first] : undefined;
  return action ? action(rest, line, context) : unknown(`What git stash ${quoted(first)} would do is not known.`);
};

const push: Action = async (words, line, context) => {
  const walked = read(words, pushRows);
  if (!walked) return unforeseen('stash push');
  const on = (name: string) => inForce(walked, name);
  const paths = walked.positionals;
  const untracked = on('--include-untracked') || on('--all');
  if (untracked && on('--staged')) return refused('--staged takes no untracked files.');
  const where = paths.length > 0 ? { cwd: line.cwd, pathspecs: paths } : {};
  const tree = await workTree(context, { ...where, untracked });
  if (tree.head === null) return refused('there is no commit yet.');
  const conflicts = (await workTree(context)).files.filter(({ unmerged }) => unmerged);
  if (conflicts.length > 0) return refused(`${quotedNames(conflicts.map(({ path }) => path))} is in conflict.`);
  if (paths.length > 0 && !untracked && (await matched(paths, line, context)) === undefined)
    return refused(matchesNothing(paths));
  const promised = tree.files.find(({ staged, unstaged }) => staged === '.' && unstaged === 'A');
  if (promised) return refused(`${quoted(promised.path)} is only meant to be added.`);
  const ignored = on('--all') ? await ignoredIn(paths, line, context) : [];
  const changed = tree.files.filter(file => !file.link && (!on('--staged') || file.staged !== '.'));
  const files = [...changed.map(({ path }) => path), ...(untracked ? tree.untracked : []), ...ignored];
  const says =
    files.length === 0 ? 'There is nothing to put aside.' : `Puts changes in ${counted(files.length, 'file')} aside.`;
  return radius({
    says: [says],
    files: listed([...new Set(files)]),
    preview: files.length > 0 ? { kind: 'worktree', from: tree.head, paths: listed(files).items } : null,
  });
};

async function ignoredIn(paths: readonly string[], line: Line, context: RadiusContext): Promise<string[]> {
  const words = ['ls-files', '-o', '-i', '--exclude-standard', '-z', '--full-name'];
  const { workTree: root } = context.repository;
  if (paths.length === 0) return fields(await told(context, root, words));
  return fields(await told(context, line.cwd, [...words, '--', ...paths]));
}

const apply =
  (drops: boolean): Action =>
  async (words, _, context) => {
    const walked = read(words, applyRows);
    if (!walked) return unforeseen('stash');
    const [word, extra] = walked.positionals;
    if (extra !== undefined) return refused('only one stash can be applied.');
    const all = await stashesIn(context);
    const at = stashAt(word, all);
    const chosen = at === undefined ? undefined : all[at];
    if (chosen === undefined) return noStash(word);
    const applied = await stashApplied(chosen, inForce(walked, '--index'), context);
    const stops = applied.conflicts.total > 0 || isRefused(applied);
    if (!drops || stops) return applied;
    // What is dropped is in the work tree by then: nothing is lost.
    return { ...applied, says: [...applied.says, 'The stash is dropped then.'] };
  };

const drop: Action = async (words, _, context) => {
  const walked = read(words, plainRows);
  if (!walked) return unforeseen('stash drop');
  const all = await stashesIn(context);
  const at = stashAt(walked.positionals[0], all);
  const chosen = at === undefined ? undefined : all[at];
  return chosen === undefined ? noStash(walked.positionals[0]) : drops([chosen], all, context);
};

const clear: Action = async (words, _, context) => {
  if (words.length > 0) return refused('clear takes no words.');
  const all = await stashesIn(context);
  return all.length === 0 ? radius({ says: ['There is no stash.'] }) : drops(all, all, context);
};

const branch: Action = async (words, line, context) => {
  const [name, ...rest] = words;
  if (name === undefined) return refused('it is not said what to call the branch.');
  const [tree, branches] = await Promise.all([
    workTree(context),
    told(context, line.cwd, ['for-each-ref', '--format=%(refname)', `refs/heads/${name}`]),
  ]);
  if (branches.split('\n').includes(`refs/heads/${name}`)) return refused(`there is a branch ${quoted(name)} already.`);
  const all = await stashesIn(context);
  const at = stashAt(rest[0], all);
  const chosen = at === undefined ? undefined : all[at];
  if (chosen === undefined) return noStash(rest[0]);
  const says = [`Makes the branch ${quoted(name)} where the stash was made, applies the stash and drops it.`];
  const unreachable = await dropped([chosen], all, context, [chosen.base]);
  const dirty = tree.files.length > 0 || tree.head !== chosen.base;
  return radius({ says, unreachable, unknown: dirty ? 'Whether local changes are in the way is not known.' : null });
};

const ACTIONS: Readonly<Record<string, Action>> = {
  apply: apply(false),
  branch,
  clear,
  drop,
  pop: apply(true),
  push,
};

const noStash = (word: string | undefined): Radius =>
  refused(word === undefined ? 'there is no stash.' : `there is no stash ${quoted(word)}.`);

async function drops(gone: readonly Stash[], all: readonly Stash[], context: RadiusContext): Promise<Radius> {
  const unreachable = await dropped(gone, all, context);
  const what = gone.length === 1 ? 'A stash' : `${gone.length} stashes`;
  return radius({
    says: [`${what} would be gone: ${quotedNames(gone.map(({ subject }) => subject))}.`],
    unreachable,
    preview: gone[0] && gone.length === 1 ? { kind: 'trees', from: gone[0].base, to: gone[0].oid } : null,
  });
}

/** The stashes themselves and what only they reach; the commits they are made of are not commits to a person. */
async function dropped(
  gone: readonly Stash[],
  all: readonly Stash[],
  context: RadiusContext,
  to: readonly string[] = [],
): Promise<Listed<CommitLine>> {
  const left = all.filter(each => !gone.includes(each)).map(({ oid }) => oid);
  const inner = new Set(gone.flatMap(({ index, untracked }) => [index, untracked]));
  const { items, total } = await outOfReach(context, {
    from: gone.map(({ oid }) => oid),
    to: [...left, ...to],
    without: ['refs/stash'],
  });
  const own = items.filter(({ oid }) => !inner.has(oid));
  return listed(own, total - (items.length - own.length));
}
