import type { OptionRows } from '../../command/table.ts';
import { inForce, options } from '../../command/table.ts';
import { walk } from '../../command/walk.ts';
import { asLines, commitsIn } from './commits.ts';
import { maybe, told } from './questions.ts';
import { type Family, radius } from './radius.ts';
import { counted, quotedNames, refused, unforeseen } from './wording.ts';
import { workTree } from './work-tree.ts';

const rows = {
  flag: ['-f --force', '--prune-empty', '--remap-to-ancestor'],
  value: [
    '-d',
    '--commit-filter',
    '--env-filter',
    '--index-filter',
    '--msg-filter',
    '--original',
    '--parent-filter',
    '--setup',
    '--state-branch',
    '--subdirectory-filter',
    '--tag-name-filter',
    '--tree-filter',
  ],
} as const satisfies OptionRows;

const WHOLE = ['--all', '--branches', '--tags'];

/** git-filter-branch(1): makes every commit of some refs anew. */
export const filterBranch: Family = async (line, context) => {
  const walked = walk(line.words, { options: options(rows), dialect: 'revisions', stopsAtPositional: true });
  const revisions = walked.positionals.filter(word => word !== '--');
  const isForeseen = (word: string) => WHOLE.includes(word) || !word.startsWith('-');
  if (walked.objections.length > 0 || !revisions.every(isForeseen)) return unforeseen('filter-branch');
  const { files, head } = await workTree(context);
  if (head === null) return refused('there is no commit yet.');
  if (files.length > 0) return refused(`${quotedNames(files.map(({ path }) => path))} is changed.`);
  const chosen = revisions.length > 0 ? revisions : ['HEAD'];
  if ((await maybe(context, line.cwd, ['rev-list', '--max-count=1', ...chosen, '--'])) === undefined) {
    return refused(`${quotedNames(chosen)} is not all there.`);
  }
  const original = walked.options.get('--original');
  const backup = typeof original === 'string' ? original : 'refs/original';
  const [kept, symbolic, commits] = await Promise.all([
    told(context, line.cwd, ['for-each-ref', '--count=1', '--format=%(refname)', backup]),
    maybe(context, line.cwd, ['rev-parse', '--revs-only', '--symbolic-full-name', ...chosen]),
    commitsIn(context, chosen),
  ]);
  if (kept !== '' && !inForce(walked, '--force'))
    return refused('there is a backup of an earlier run; -f overwrites it.');
  const refs = [...new Set((symbolic ?? '').split('\n').filter(ref => ref.startsWith('refs/')))];
  if (refs.length === 0) return refused('no ref is named that could be rewritten.');
  return radius({
    says: [
      `Rewrites up to ${counted(commits.total, 'commit')} in ${quotedNames(refs)}.`,
      `What was there is kept under ${backup}.`,
    ],
    commits: asLines(commits),
  });
};
