import { plural } from '../../../shared/plural.ts';
import { inForce } from '../../command/table.ts';
import { asLines, commitsIn } from '../impact/commits.ts';
import { type Impact, type ImpactContext, impact } from '../impact/impact.ts';
import { quotedNames, refused, unforeseen } from '../impact/wording.ts';
import { workTree } from '../impact/work-tree.ts';
import { WIDEST } from '../snapshot-scope.ts';
import { write } from './record.ts';
import type { ForeseenLine } from './write-line.ts';

const WHOLE = ['--all', '--branches', '--tags'];

/** git-filter-branch(1): makes every commit of some refs anew. */
export const filterBranch = write('filter-branch', {
  options: {
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
  },
  dialect: 'revisions',
  stopsAtPositional: true,
  touches: WIDEST,
  impact: impactOf,
  examples: { destructive: ['git filter-branch -f --prune-empty main'] },
});

async function impactOf(line: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const { walked } = line;
  const revisions = walked.positionals.filter(word => word !== '--');
  const isForeseen = (word: string) => WHOLE.includes(word) || !word.startsWith('-');
  if (!revisions.every(isForeseen)) return unforeseen('filter-branch');
  const { files, head } = await workTree(context);
  if (head === null) return refused('there is no commit yet.');
  if (files.length > 0) return refused(`${quotedNames(files.map(({ path }) => path))} is changed.`);
  const chosen = revisions.length > 0 ? revisions : ['HEAD'];
  if ((await context.git.tryRead(['rev-list', '--max-count=1', ...chosen, '--'], line.cwd)) === undefined) {
    return refused(`${quotedNames(chosen)} is not all there.`);
  }
  const original = walked.options.get('--original');
  const backup = typeof original === 'string' ? original : 'refs/original';
  const [kept, symbolic, commits] = await Promise.all([
    context.git.readOrThrow(['for-each-ref', '--count=1', '--format=%(refname)', backup], line.cwd),
    context.git.tryRead(['rev-parse', '--revs-only', '--symbolic-full-name', ...chosen], line.cwd),
    commitsIn(context, chosen),
  ]);
  if (kept !== '' && !inForce(walked, '--force'))
    return refused('there is a backup of an earlier run; -f overwrites it.');
  const refs = [...new Set((symbolic ?? '').split('\n').filter(ref => ref.startsWith('refs/')))];
  if (refs.length === 0) return refused('no ref is named that could be rewritten.');
  return impact({
    sentences: [
      `Rewrites up to ${plural(commits.total, 'commit')} in ${quotedNames(refs)}.`,
      `What was there is kept under ${backup}.`,
    ],
    commits: asLines(commits),
  });
}
