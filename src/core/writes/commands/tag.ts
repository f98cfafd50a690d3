import { inForce } from '../../command/table.ts';
import { type Impact, type ImpactContext, impact } from '../impact/impact.ts';
import { outOfReach } from '../impact/reach.ts';
import { commitOf, objectOf } from '../impact/revisions.ts';
import { quoted, refused, unreachableWords } from '../impact/wording.ts';
import { onlyRefs } from '../snapshot-scope.ts';
import { write } from './record.ts';
import type { ForeseenLine, WriteLine } from './write-line.ts';

/** git-tag(1): makes, moves and deletes tags. */
export const tag = write('tag', {
  options: {
    flag: ['-a --annotate', '-d --delete', '-f --force', '-s --sign', '--create-reflog'],
    value: ['-F --file', '-m --message', '-u --local-user', '--cleanup'],
  },
  touches: onlyRefs,
  allowance: { options: ['--annotate', '--message'], free: ['--message'] },
  examples: {
    destructive: ['git tag -d v1', 'git tag -f v1'],
    local: ['git tag v1', 'git tag -a v1 -m words', 'git tag v1 HEAD~1'],
  },
  impact: impactOf,
});

async function impactOf(line: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const { walked } = line;
  const on = (name: string) => inForce(walked, name);
  const there = await tagsIn(walked.positionals, line, context);
  if (on('--delete')) return deletes(walked.positionals, there, context);
  const [name, target = 'HEAD', extra] = walked.positionals;
  if (name === undefined || extra !== undefined) return refused('it takes a name and what to tag.');
  const known = there.get(name);
  if (known !== undefined && !on('--force')) return refused(`there is a tag ${quoted(name)} already.`);
  const messages = on('--message') || on('--file');
  if ((on('--annotate') || on('--sign') || on('--local-user')) && !messages && known === undefined) {
    return refused('there is no message, and no editor to write one; use -m.');
  }
  const to = await commitOf(context, target, line.cwd);
  if (to === undefined && (await objectOf(context, target, 'object', line.cwd)) === undefined) {
    return refused(`${quoted(target)} is nothing that could be tagged.`);
  }
  const unreachable = await outOfReach(context, {
    from: commitsOf(known),
    to: to === undefined ? [] : [to],
    without: [`refs/tags/${name}`],
  });
  const does = `${known === undefined ? 'Makes' : 'Moves'} the tag ${quoted(name)}.`;
  return impact({ sentences: [...unreachableWords(unreachable.total), does], unreachable });
}

/** The commit each tag leads to, empty when it is of something else. */
async function tagsIn(
  names: readonly string[],
  line: WriteLine,
  context: ImpactContext,
): Promise<ReadonlyMap<string, string>> {
  const refs = names.map(name => `refs/tags/${name}`);
  const format = '--format=%(refname)%00%(objecttype)%00%(objectname)%00%(*objecttype)%00%(*objectname)';
  const text = await context.git.readOrThrow(['for-each-ref', format, ...refs], line.cwd);
  const found = new Map<string, string>();
  for (const record of text.split('\n').slice(0, -1)) {
    const [ref = '', kind, oid = '', innerKind, inner = ''] = record.split('\0');
    found.set(ref.slice('refs/tags/'.length), kind === 'commit' ? oid : innerKind === 'commit' ? inner : '');
  }
  return found;
}

const commitsOf = (oid: string | undefined): string[] => (oid ? [oid] : []);

async function deletes(
  names: readonly string[],
  there: ReadonlyMap<string, string>,
  context: ImpactContext,
): Promise<Impact> {
  const missing = names.find(name => !there.has(name));
  const known = names.filter(name => there.has(name));
  const unreachable = await outOfReach(context, {
    from: known.flatMap(name => commitsOf(there.get(name))),
    without: known.map(name => `refs/tags/${name}`),
  });
  const does = known.length === 1 ? `Deletes the tag ${quoted(known[0] ?? '')}.` : `Deletes ${known.length} tags.`;
  const sentences = [...unreachableWords(unreachable.total), does];
  return missing === undefined
    ? impact({ sentences, unreachable })
    : refused(`there is no tag ${quoted(missing)}.`, { sentences, unreachable });
}
