import { plural } from '../../../shared/plural.ts';
import { inForce, type OptionRows } from '../../command/table.ts';
import { outOfReach } from '../impact/commits.ts';
import { counted, shapeSince } from '../impact/file-shape.ts';
import { fields } from '../impact/git-output.ts';
import { type CappedList, type CommitLine, type Impact, type ImpactContext, impact, listed } from '../impact/impact.ts';
import { lostByReset } from '../impact/in-the-way.ts';
import { matched, matchesNothing } from '../impact/paths.ts';
import { stashApplied } from '../impact/stash-apply.ts';
import { type Stash, stashAt, stashesIn } from '../impact/stash-list.ts';
import { differences } from '../impact/trees.ts';
import { lostWords, quoted, quotedNames, refused } from '../impact/wording.ts';
import { workTree } from '../impact/work-tree.ts';
import { filesWrittenFrom, onlyRefs, type SnapshotScope, WIDEST } from '../snapshot-scope.ts';
import { type ForeseenLine, isGiven, type WriteLine } from '../write-line.ts';
import { write } from './record.ts';

const applyOptions = { flag: ['-q --quiet', '--index'] } as const satisfies OptionRows;
const pushOptions = {
  flag: ['-a --all', '-k --keep-index', '-q --quiet', '-S --staged', '-u --include-untracked'],
  value: ['-m --message'],
} as const satisfies OptionRows;
const pushNotForeseen = {
  flag: ['-p --patch', '--auto-advance', '--pathspec-file-nul'],
  value: ['-U --unified', '--inter-hunk-context', '--pathspec-from-file'],
} as const satisfies OptionRows;

/** Actions that leave index and files alone. */
const ONLY_STASHES: readonly string[] = ['clear', 'create', 'drop', 'export', 'import', 'store'];

type Action = (line: ForeseenLine, context: ImpactContext) => Promise<Impact>;

/** git-stash(1): puts changes aside, brings them back, or throws away what was put aside. */
export const stash = write('stash', {
  actions: {
    apply: applyOptions,
    branch: {},
    clear: {},
    drop: { flag: ['-q --quiet'] },
    pop: applyOptions,
    push: pushOptions,
  },
  defaultAction: 'push',
  actionsNotForeseen: {
    apply: { value: ['--label-base', '--label-ours', '--label-theirs'] },
    create: {},
    export: { flag: ['--print'], value: ['--to-ref'] },
    import: {},
    push: pushNotForeseen,
    save: {
      flag: [...pushOptions.flag, ...pushNotForeseen.flag],
      value: [...pushOptions.value, ...pushNotForeseen.value],
    },
    store: { flag: ['-q --quiet'], value: ['-m --message'] },
  },
  touches: ({ action, known }) => {
    if (ONLY_STASHES.includes(action)) return onlyRefs;
    // Stashed changes are taken out of the files by a hard reset.
    if (action !== 'push' && action !== 'save') return { ...applied(action, known.positionals), untracked: 'visible' };
    const visible = isGiven(known, '--include-untracked') ? 'visible' : 'none';
    return { ...filesWrittenFrom({ trees: ['HEAD'] }), untracked: isGiven(known, '--all') ? 'ignored' : visible };
  },
  touchesAtMost: { ...WIDEST, untracked: 'ignored' },
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

function applied(action: string, positionals: readonly string[]): SnapshotScope {
  const [word = 'refs/stash'] = action === 'branch' ? positionals.slice(1) : positionals;
  const stashes = [/^\d+$/.test(word) ? `refs/stash@{${word}}` : word];
  // Ignored files of a stash are in no index, and after a pop the stash that had them is gone.
  return filesWrittenFrom({ trees: ['HEAD'], stashes, merges: true, besideIndex: true });
}

const push: Action = async (line, context) => {
  const { walked } = line;
  const on = (name: string) => inForce(walked, name);
  const paths = walked.positionals;
  const untracked = on('--include-untracked') || on('--all');
  if (untracked && on('--staged')) return refused('--staged cannot be combined with untracked files.');
  const where = paths.length > 0 ? { cwd: line.cwd, pathspecs: paths } : {};
  const tree = await workTree(context, { ...where, untracked });
  if (tree.head === null) return refused('there are no commits yet.');
  const all = paths.length === 0 ? tree : await workTree(context);
  const conflicts = all.files.filter(({ unmerged }) => unmerged);
  if (conflicts.length > 0) return refused(`there are conflicts in ${quotedNames(conflicts.map(({ path }) => path))}.`);
  if (paths.length > 0 && !untracked && (await matched(paths, line, context)) === undefined)
    return refused(matchesNothing(paths));
  const promised = tree.files.find(({ staged, unstaged }) => staged === '.' && unstaged === 'A');
  if (promised) return refused(`${quoted(promised.path)} was added with -N and is not staged yet.`);
  const [ignored, replaced] = await Promise.all([
    on('--all') ? ignoredIn(paths, line, context) : [],
    on('--staged') ? [] : lostByReset(tree, context),
  ]);
  const changed = tree.files.filter(file => !file.link && (!on('--staged') || file.staged !== '.'));
  const files = [...changed.map(({ path }) => path), ...(untracked ? tree.untracked : []), ...ignored];
  const stashed = new Set(files);
  const lost = replaced.filter(path => !stashed.has(path));
  const count = counted([...stashed], await shapeSince(context, tree.head, on('--staged') ? 'index' : 'disk', changed));
  const sentences = count.total === 0 ? 'There is nothing to stash.' : `Stashes changes in ${count.words}.`;
  return impact({
    sentences: [...lostWords(lost.length), sentences],
    lost: listed(lost),
    ...count.parts,
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
    const staged = inForce(walked, '--index') ? [] : await stagedOnly(chosen, context);
    if (staged.length === 0) return { ...applied, sentences: [...applied.sentences, 'Drops the stash afterwards.'] };
    const loses = `Drops the stash afterwards, and with it the staged version of ${plural(staged.length, 'file')}; --index keeps it.`;
    return {
      ...applied,
      sentences: [loses, ...applied.sentences],
      unreachable: await dropped([chosen], all, context),
    };
  };

/** Files that a stash has staged in a version that is not the one on disk: only `--index` brings that back. */
async function stagedOnly({ base, index, oid }: Stash, context: ImpactContext): Promise<string[]> {
  const [staged, changed] = await Promise.all([differences(context, base, index), differences(context, base, oid)]);
  const onDisk = new Map(changed.map(({ path, to }) => [path, to]));
  return staged.filter(({ path, to }) => to !== null && onDisk.get(path) !== to).map(({ path }) => path);
}

const drop: Action = async ({ walked }, context) => {
  const all = await stashesIn(context);
  const at = stashAt(walked.positionals[0], all);
  const chosen = at === undefined ? undefined : all[at];
  return chosen === undefined ? noStash(walked.positionals[0]) : drops([chosen], all, context);
};

const clear: Action = async ({ walked }, context) => {
  if (walked.positionals.length > 0) return refused('clear takes no arguments.');
  const all = await stashesIn(context);
  return all.length === 0 ? impact({ sentences: ['There are no stashes.'] }) : drops(all, all, context);
};

const branch: Action = async ({ walked, cwd }, context) => {
  const [name, ...rest] = walked.positionals;
  if (name === undefined) return refused('no branch name is given.');
  const [tree, branches] = await Promise.all([
    workTree(context),
    context.git.readOrThrow(['for-each-ref', '--format=%(refname)', `refs/heads/${name}`], cwd),
  ]);
  if (branches.split('\n').includes(`refs/heads/${name}`)) return refused(`a branch ${quoted(name)} already exists.`);
  const all = await stashesIn(context);
  const at = stashAt(rest[0], all);
  const chosen = at === undefined ? undefined : all[at];
  if (chosen === undefined) return noStash(rest[0]);
  const sentences = [
    `Creates the branch ${quoted(name)} at the commit the stash was made from, applies the stash and drops it.`,
  ];
  const unreachable = await dropped([chosen], all, context, [chosen.base]);
  const dirty = tree.files.length > 0 || tree.head !== chosen.base;
  return impact({
    sentences,
    unreachable,
    unknown: dirty ? 'Sluice cannot tell whether local changes are in the way.' : null,
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
  const what = gone.length === 1 ? 'a stash' : `${gone.length} stashes`;
  return impact({
    sentences: [`Deletes ${what}: ${quotedNames(gone.map(({ subject }) => subject))}.`],
    unreachable,
    preview: gone[0] && gone.length === 1 ? { kind: 'trees', from: gone[0].oid, to: gone[0].base } : null,
  });
}

/** The stashes themselves and what only they reach; the commits they are made of are not commits to a person. */
async function dropped(
  gone: readonly Stash[],
  all: readonly Stash[],
  context: ImpactContext,
  to: readonly string[] = [],
): Promise<CappedList<CommitLine>> {
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
