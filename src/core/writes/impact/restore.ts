import { inForce, type OptionRows } from '../../command/table.ts';
import { read } from '../parsed-write.ts';
import type { Family } from './radius.ts';
import { objectOf } from './reach.ts';
import { restoring } from './restoring.ts';
import { noSuchCommit, refused, unforeseen } from './wording.ts';

const rows = {
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
} as const satisfies OptionRows;

/** git-restore(1): brings files back from the index or a tree, in the work tree, the index or both. */
export const restore: Family = async (line, context) => {
  const walked = read(line.words, rows);
  if (!walked) return unforeseen('restore');
  const paths = walked.positionals;
  if (paths.length === 0) return refused('it is not said which files to restore.');
  const on = (name: string) => inForce(walked, name);
  const staged = on('--staged');
  const worktree = on('--worktree') || !staged;
  const named = walked.options.get('--source');
  const word = typeof named === 'string' ? named : staged ? 'HEAD' : undefined;
  const source = word === undefined ? undefined : await objectOf(context, line.cwd, word, 'tree');
  if (word !== undefined && source === undefined) return noSuchCommit(word);
  const sides = ['--ours', '--theirs', '--merge', '--conflict'].some(on);
  if (sides && (staged || source !== undefined)) return refused('a side of a conflict is not in a commit.');
  const conflicts = sides ? 'overwrite' : on('--ignore-unmerged') ? 'skip' : 'refuse';
  return restoring({ paths, source, staged, worktree, overlay: on('--overlay'), conflicts }, line, context);
};
