import { plural } from '../../../shared/plural.ts';
import { inForce } from '../../command/table.ts';
import { isNow } from '../impact/deleted-objects.ts';
import { type CommitLine, type Impact, type ImpactContext, impact, type Listed } from '../impact/impact.ts';
import { outOfReach } from '../impact/reach.ts';
import { commitOf } from '../impact/revisions.ts';
import { refused } from '../impact/wording.ts';
import { reflogs } from '../snapshot-scope.ts';
import { write } from './record.ts';
import type { ForeseenLine } from './write-line.ts';

/** git-reflog(1): `expire` and `delete` take away what remembers where refs were. */
export const reflog = write('reflog', {
  actions: {
    delete: { flag: ['-n --dry-run', '--rewrite', '--updateref', '--verbose'] },
    expire: {
      flag: ['-n --dry-run', '--all', '--rewrite', '--single-worktree', '--stale-fix', '--updateref', '--verbose'],
      value: ['--expire', '--expire-unreachable'],
    },
  },
  touches: reflogs,
  impact: (line, context) => (line.action === 'expire' ? expires(line, context) : deletes(line, context)),
  examples: { destructive: ['git reflog expire --expire=now --all', 'git reflog delete HEAD@{1}'] },
});

async function deletes({ walked, cwd }: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const oids = await Promise.all(walked.positionals.map(word => commitOf(context, word, cwd)));
  if (oids.length === 0) return refused('no entry is named.');
  const named = oids.filter(oid => oid !== undefined);
  return forgotten(await outOfReach(context, { from: named, without: [] }));
}

async function expires({ walked }: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const ages = ['--expire', '--expire-unreachable'].map(name => walked.options.get(name));
  const everything = inForce(walked, '--all');
  if (!everything && walked.positionals.length === 0)
    return impact({ sentences: ['It is not said which reflogs; nothing would change.'] });
  const from = everything ? ['--reflog'] : await entriesOf(walked.positionals, context);
  const commits = await outOfReach(context, { from, without: [] });
  const exact = ages.some(age => typeof age === 'string' && isNow(age));
  return { ...forgotten(commits), unknown: exact ? null : 'Which entries are old enough is not known; these are all.' };
}

async function entriesOf(refs: readonly string[], context: ImpactContext): Promise<string[]> {
  const named = refs.filter(ref => !ref.startsWith('-'));
  const texts = await Promise.all(
    named.map(ref => context.git.tryRead(['log', '-g', '--format=%H', ref, '--'], context.repository.workTree)),
  );
  return [...new Set(texts.flatMap(text => (text ?? '').split('\n').slice(0, -1)))];
}

function forgotten(commits: Listed<CommitLine>): Impact {
  const sentences = `Up to ${plural(commits.total, 'commit')} that only reflogs reach could go with the next gc.`;
  return impact({
    sentences: [commits.total > 0 ? sentences : 'No commit depends on what would be forgotten.'],
    unreachable: commits,
  });
}
