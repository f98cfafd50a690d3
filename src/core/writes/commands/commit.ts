import { join } from 'node:path';
import { inForce, type Walked } from '../../command/table.ts';
import { disk } from '../../repository/files.ts';
import { outOfReach } from '../impact/commits.ts';
import { counted, shapeSince } from '../impact/file-shape.ts';
import { type CommitLine, type Impact, type ImpactContext, impact, listed } from '../impact/impact.ts';
import { matched, matchesNothing } from '../impact/paths.ts';
import { quotedNames, refused } from '../impact/wording.ts';
import { type FileState, filePaths, type WorkTree, workTree } from '../impact/work-tree.ts';
import { indexEntries } from '../snapshot-scope.ts';
import type { ForeseenLine, WriteLine } from '../write-line.ts';
import { write } from './record.ts';

const MESSAGES = ['--message', '--file', '--reuse-message', '--fixup', '--squash', '--allow-empty-message', '--amend'];

/** git-commit(1): records what is staged, what is changed with `-a`, or what paths name. */
export const commit = write('commit', {
  options: {
    flag: [
      '-a --all',
      '-e --edit',
      '-i --include',
      '-n --no-verify',
      '-o --only',
      '-q --quiet',
      '-s --signoff',
      '-v --verbose',
      '--allow-empty',
      '--allow-empty-message',
      '--amend',
      '--no-post-rewrite',
      '--reset-author',
      '--status',
      '--verify',
    ],
    optional: ['-S --gpg-sign', '-u --untracked-files'],
    value: [
      '-C --reuse-message',
      '-F --file',
      '-m --message',
      '--author',
      '--cleanup',
      '--date',
      '--fixup',
      '--squash',
      '--trailer',
    ],
  },
  touches: indexEntries,
  impact: impactOf,
  allowance: {
    options: ['--all', '--allow-empty', '--message', '--quiet', '--signoff', '--verbose'],
    free: ['--message'],
  },
  examples: {
    destructive: ['git commit --amend -m words'],
    local: ['git commit -m words', 'git commit -am words', 'git commit --only -m words a.txt'],
  },
});

async function impactOf(line: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const { walked } = line;
  const paths = walked.positionals;
  const on = (name: string) => inForce(walked, name);
  const [tree, merging] = await Promise.all([
    workTree(context),
    disk.exists(join(context.repository.gitDirectory, 'MERGE_HEAD')),
  ]);
  const found = paths.length > 0 ? await matched(paths, line, context, tree.head ?? undefined) : [];
  if (found === undefined) return refused(matchesNothing(paths));
  const chosen = new Set(found);
  const why = objection(walked, tree, chosen, merging);
  if (why !== undefined) return refused(why);
  const committed = tree.files.filter(file => isCommitted(file, walked, chosen));
  const files = filePaths(committed);
  const empty = files.length === 0 && !merging && !on('--allow-empty');
  if (empty && !on('--amend')) return refused('there is nothing to commit.');
  if (!merging && !MESSAGES.some(on)) return refused('there is no message, and no editor to write one; use -m.');
  const fromDisk = on('--all') || paths.length > 0;
  const count = counted(files, await shapeSince(context, tree.head, fromDisk ? 'disk' : 'index', committed));
  const what = [count.total === 0 ? 'Commits no files.' : `Commits ${count.words}.`, ...count.modes];
  const parts = { ...count.parts, preview: previewOf(tree, files, fromDisk) };
  return on('--amend') && tree.head !== null
    ? amended(tree, tree.head, what, parts, walked, line, context)
    : impact({ sentences: what, ...parts });
}

function objection(
  walked: Walked,
  { files, head }: WorkTree,
  chosen: ReadonlySet<string>,
  merging: boolean,
): string | undefined {
  const on = (name: string) => inForce(walked, name);
  const some = walked.positionals.length > 0;
  const only = some && !on('--include');
  // What is named is taken as it is on disk; with --only nothing else is looked at.
  const conflicts = only ? [] : files.filter(({ unmerged, path }) => unmerged && !chosen.has(path));
  if (some && on('--all')) return '-a and paths cannot be combined.';
  if (!some && on('--only') && !on('--amend')) return '--only takes paths.';
  if (!some && on('--include')) return '--include takes paths.';
  if (only && merging) return 'a merge is in progress, which can only be committed as a whole.';
  if (on('--amend') && head === null) return 'there is no commit to amend yet.';
  if (on('--amend') && merging) return 'a merge is in progress, so there is no commit to amend.';
  if (some && !on('--include') && merging) return 'a merge is in progress, and part of it cannot be committed.';
  if (conflicts.length > 0 && !on('--all'))
    return `there are conflicts in ${quotedNames(conflicts.map(({ path }) => path))}.`;
  return undefined;
}

/** Whether a changed file goes into the commit. */
function isCommitted(
  { path, staged, unstaged, tracked }: FileState,
  walked: Walked,
  chosen: ReadonlySet<string>,
): boolean {
  const isStaged = staged !== '.';
  const isChanged = tracked && unstaged !== '.';
  if (walked.positionals.length === 0)
    return (isStaged && !isPromise(staged, unstaged)) || (inForce(walked, '--all') && isChanged);
  if (chosen.has(path)) return isStaged || isChanged;
  return inForce(walked, '--include') && isStaged;
}

/** A file that is only meant to be added has nothing to commit yet. */
const isPromise = (staged: string, unstaged: string): boolean => staged === '.' && unstaged === 'A';

function previewOf({ head }: WorkTree, files: readonly string[], fromDisk: boolean): Impact['preview'] {
  if (files.length === 0) return null;
  return fromDisk ? { kind: 'worktree', from: head, paths: listed(files).items } : { kind: 'index', from: head };
}

async function amended(
  { branch }: WorkTree,
  head: string,
  what: readonly string[],
  parts: Partial<Impact>,
  walked: Walked,
  { cwd }: WriteLine,
  context: ImpactContext,
): Promise<Impact> {
  const ref = branch === null ? [] : [`refs/heads/${branch}`];
  const plain = walked.positionals.length === 0 && !inForce(walked, '--all') && !inForce(walked, '--allow-empty');
  const [unreachable, remote, same] = await Promise.all([
    outOfReach(context, { from: [head], to: [`${head}^@`], without: ['HEAD', ...ref] }),
    context.git.tryRead(
      ['for-each-ref', '--count=1', '--format=%(refname:short)', `--contains=${head}`, 'refs/remotes'],
      cwd,
    ),
    plain ? context.git.tryRead(['diff-index', '--cached', '--quiet', `${head}^`, '--'], cwd) : undefined,
  ]);
  if (same !== undefined) return refused('the last commit would become empty.');
  const published = remote?.trim() ?? '';
  const replaces =
    published === '' ? 'Replaces the last commit.' : `Replaces the last commit, which is already in ${published}.`;
  return impact({
    sentences: [replaces, ...what],
    unreachable: listed<CommitLine>(unreachable.items, unreachable.total),
    ...parts,
  });
}
