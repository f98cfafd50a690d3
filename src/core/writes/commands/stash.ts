import { plural } from '../../../shared/plural.ts';
import { inForce, type OptionRows } from '../../command/table.ts';
import { fields } from '../impact/git-output.ts';
import { type CommitLine, type Impact, type ImpactContext, impact, type Listed, listed } from '../impact/impact.ts';
import { matched, matchesNothing } from '../impact/paths.ts';
import { outOfReach } from '../impact/reach.ts';
import { stashApplied } from '../impact/stash-apply.ts';
import { type Stash, stashAt, stashesIn } from '../impact/stash-list.ts';
import { quoted, quotedNames, refused } from '../impact/wording.ts';
import { workTree } from '../impact/work-tree.ts';
import { onlyRefs, trackedFiles, visibleFiles } from '../snapshot-scope.ts';
import { write } from './record.ts';
import type { ForeseenLine, WriteLine } from './write-line.ts';

const applyOptions = { flag: ['-q --quiet', '--index'] } as const satisfies OptionRows;

type Action = (line: ForeseenLine, context: ImpactContext) => Promise<Impact>;

/** git-stash(1): puts changes aside, brings them back, or throws away what was put aside. */
export const stash = write('stash', {
  actions: {
    apply: applyOptions,
    branch: {},
    clear: {},
    drop: { flag: ['-q --quiet'] },
    pop: applyOptions,
    push: {
      flag: ['-a --all', '-k --keep-index', '-q --quiet', '-S --staged', '-u --include-untracked'],
      value: ['-m --message'],
    },
  },
  defaultAction: 'push',
  touches: ({ action, loose }) => {
    if (['clear', 'create', 'drop', 'store'].includes(action)) return onlyRefs;
    if (loose.mayHave('--all')) return { ...trackedFiles, untracked: 'ignored' };
    const [named = 'push'] = loose.revisions;
    if (!['push', 'save'].includes(named) || loose.mayHave('--include-untracked')) return visibleFiles;
    return trackedFiles;
  },
  impact: (line, context) => ACTIONS[line.action as keyof typeof ACTIONS](line, context),
  examples: {
    destructive: ['git stash drop', 'git stash clear'],
    local: [
      'git stash',
      'git stash push -u -m words',
      'git stash pop',
      'git stash apply --index',
      'git stash branch topic',
    ],
  },
});

const push: Action = async (line, context) => {
  const { walked } = line;
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
  const sentences =
    files.length === 0 ? 'There is nothing to put aside.' : `Puts changes in ${plural(files.length, 'file')} aside.`;
  return impact({
    sentences: [sentences],
    files: listed([...new Set(files)]),
    preview: files.length > 0 ? { kind: 'worktree', from: tree.head, paths: listed(files).items } : null,
  });
};

async function ignoredIn(paths: readonly string[], line: WriteLine, context: ImpactContext): Promise<string[]> {
  const words = ['ls-files', '-o', '-i', '--exclude-standard', '-z', '--full-name'] as const;
  const { workTree: root } = context.repository;
  if (paths.length === 0) return fields(await context.git.readOrThrow(words, root));
  return fields(await context.git.readOrThrow([...words, '--', ...paths], line.cwd));
}

const apply =
  (drops: boolean): Action =>
  async ({ walked }, context) => {
    const [word, extra] = walked.positionals;
    if (extra !== undefined) return refused('only one stash can be applied.');
    const all = await stashesIn(context);
    const at = stashAt(word, all);
    const chosen = at === undefined ? undefined : all[at];
    if (chosen === undefined) return noStash(word);
    const applied = await stashApplied(chosen, inForce(walked, '--index'), context);
    if (!drops || applied.refused || applied.conflicts.total > 0) return applied;
    // What is dropped is in the work tree by then: nothing is lost.
    return { ...applied, sentences: [...applied.sentences, 'The stash is dropped then.'] };
  };

const drop: Action = async ({ walked }, context) => {
  const all = await stashesIn(context);
  const at = stashAt(walked.positionals[0], all);
  const chosen = at === undefined ? undefined : all[at];
  return chosen === undefined ? noStash(walked.positionals[0]) : drops([chosen], all, context);
};

const clear: Action = async ({ walked }, context) => {
  if (walked.positionals.length > 0) return refused('clear takes no words.');
  const all = await stashesIn(context);
  return all.length === 0 ? impact({ sentences: ['There is no stash.'] }) : drops(all, all, context);
};

const branch: Action = async ({ walked, cwd }, context) => {
  const [name, ...rest] = walked.positionals;
  if (name === undefined) return refused('it is not said what to call the branch.');
  const [tree, branches] = await Promise.all([
    workTree(context),
    context.git.readOrThrow(['for-each-ref', '--format=%(refname)', `refs/heads/${name}`], cwd),
  ]);
  if (branches.split('\n').includes(`refs/heads/${name}`)) return refused(`there is a branch ${quoted(name)} already.`);
  const all = await stashesIn(context);
  const at = stashAt(rest[0], all);
  const chosen = at === undefined ? undefined : all[at];
  if (chosen === undefined) return noStash(rest[0]);
  const sentences = [`Makes the branch ${quoted(name)} where the stash was made, applies the stash and drops it.`];
  const unreachable = await dropped([chosen], all, context, [chosen.base]);
  const dirty = tree.files.length > 0 || tree.head !== chosen.base;
  return impact({
    sentences,
    unreachable,
    unknown: dirty ? 'Whether local changes are in the way is not known.' : null,
  });
};

const ACTIONS = {
  apply: apply(false),
  branch,
  clear,
  drop,
  pop: apply(true),
  push,
} as const satisfies Readonly<Record<string, Action>>;

const noStash = (word: string | undefined): Impact =>
  refused(word === undefined ? 'there is no stash.' : `there is no stash ${quoted(word)}.`);

async function drops(gone: readonly Stash[], all: readonly Stash[], context: ImpactContext): Promise<Impact> {
  const unreachable = await dropped(gone, all, context);
  const what = gone.length === 1 ? 'A stash' : `${gone.length} stashes`;
  return impact({
    sentences: [`${what} would be gone: ${quotedNames(gone.map(({ subject }) => subject))}.`],
    unreachable,
    preview: gone[0] && gone.length === 1 ? { kind: 'trees', from: gone[0].base, to: gone[0].oid } : null,
  });
}

/** The stashes themselves and what only they reach; the commits they are made of are not commits to a person. */
async function dropped(
  gone: readonly Stash[],
  all: readonly Stash[],
  context: ImpactContext,
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
