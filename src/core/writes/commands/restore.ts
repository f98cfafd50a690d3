import { inForce } from '../../command/table.ts';
import type { Impact, ImpactContext } from '../impact/impact.ts';
import { restoring } from '../impact/restoring.ts';
import { objectOf } from '../impact/revisions.ts';
import { noSuchCommit, refused } from '../impact/wording.ts';
import { filesInTheWayOf } from '../snapshot-scope.ts';
import { write } from './record.ts';
import type { ForeseenLine } from './write-line.ts';

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
  notForeseen: { value: ['--pathspec-from-file'] },
  touches: ({ loose }) => filesInTheWayOf(loose.values('--source')),
  examples: { destructive: ['git restore a.txt', 'git restore --staged .', 'git restore -s HEAD~1 -SW a.txt'] },
  impact: impactOf,
});

async function impactOf(line: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const { walked } = line;
  const paths = walked.positionals;
  if (paths.length === 0) return refused('it is not said which files to restore.');
  const on = (name: string) => inForce(walked, name);
  const staged = on('--staged');
  const worktree = on('--worktree') || !staged;
  const named = walked.options.get('--source');
  const word = typeof named === 'string' ? named : staged ? 'HEAD' : undefined;
  const source = word === undefined ? undefined : await objectOf(context, word, 'tree', line.cwd);
  if (word !== undefined && source === undefined) return noSuchCommit(word);
  const sides = ['--ours', '--theirs', '--merge', '--conflict'].some(on);
  if (sides && (staged || source !== undefined)) return refused('a side of a conflict is not in a commit.');
  const conflicts = sides ? 'overwrite' : on('--ignore-unmerged') ? 'skip' : 'refuse';
  return restoring({ paths, source, staged, worktree, overlay: on('--overlay'), conflicts }, line, context);
}
