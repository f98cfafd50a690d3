import { inForce } from '../../command/table.ts';
import type { Impact, ImpactContext } from '../impact/impact.ts';
import { restoreImpact } from '../impact/restore-impact.ts';
import { objectOf } from '../impact/revisions.ts';
import { noSuchCommit, refused } from '../impact/wording.ts';
import { filesWrittenFrom } from '../snapshot-scope.ts';
import { type ForeseenLine, isGiven, valuesOf } from '../write-line.ts';
import { write } from './record.ts';

/** git-restore(1): brings files back from the index or a tree, in the work tree, the index or both. */
export const restore = write('restore', {
  options: {
    flag: [
      '-2 --ours',
      '-3 --theirs',
      '-m --merge',
      '-q --quiet',
      '-S --staged',
      '-W --worktree',
      '--ignore-skip-worktree-bits',
      '--ignore-unmerged',
      '--overlay',
      '--progress',
    ],
    value: ['-s --source', '--conflict'],
  },
  notForeseen: {
    flag: ['-p --patch', '--auto-advance', '--pathspec-file-nul'],
    optional: ['--recurse-submodules'],
    value: ['-U --unified', '--inter-hunk-context', '--pathspec-from-file'],
  },
  touches: ({ known }) => {
    const sources = valuesOf(known, '--source');
    const staged = isGiven(known, '--staged');
    return filesWrittenFrom({ trees: staged ? [...sources, 'HEAD'] : sources, besideIndex: sources.length > 0 });
  },
  impact: impactOf,
  examples: { destructive: ['git restore a.txt', 'git restore --staged .', 'git restore -s HEAD~1 -SW a.txt'] },
});

async function impactOf(line: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const { walked } = line;
  const paths = walked.positionals;
  if (paths.length === 0) return refused('no files are named.');
  const on = (name: string) => inForce(walked, name);
  const staged = on('--staged');
  const worktree = on('--worktree') || !staged;
  const named = walked.options.get('--source');
  const word = typeof named === 'string' ? named : staged ? 'HEAD' : undefined;
  const source = word === undefined ? undefined : await objectOf(context, word, 'tree', line.cwd);
  if (word !== undefined && source === undefined) return noSuchCommit(word);
  const sides = ['--ours', '--theirs', '--merge', '--conflict'].some(on);
  if (sides && (staged || source !== undefined)) return refused('a side of a conflict cannot come from a commit.');
  const conflicts = sides ? 'overwrite' : on('--ignore-unmerged') ? 'skip' : 'refuse';
  return restoreImpact({ paths, source, staged, worktree, overlay: on('--overlay'), conflicts }, line, context);
}
