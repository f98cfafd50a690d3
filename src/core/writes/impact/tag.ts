import { inForce, type OptionRows } from '../../command/table.ts';
import { type Line, read } from '../parsed-write.ts';
import { told } from './questions.ts';
import { type Family, type Radius, type RadiusContext, radius } from './radius.ts';
import { commitOf, objectOf, outOfReach } from './reach.ts';
import { quoted, refused, unforeseen, unreachableWords } from './wording.ts';

const rows = {
  flag: ['-a --annotate', '-d --delete', '-f --force', '-s --sign', '--create-reflog'],
  value: ['-F --file', '-m --message', '-u --local-user', '--cleanup'],
} as const satisfies OptionRows;

/** git-tag(1): makes, moves and deletes tags. */
export const tag: Family = async (line, context) => {
  const walked = read(line.words, rows);
  if (!walked) return unforeseen('tag');
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
  const to = await commitOf(context, line.cwd, target);
  if (to === undefined && (await objectOf(context, line.cwd, target, 'object')) === undefined) {
    return refused(`${quoted(target)} is nothing that could be tagged.`);
  }
  const unreachable = await outOfReach(context, {
    from: commitsOf(known),
    to: to === undefined ? [] : [to],
    without: [`refs/tags/${name}`],
  });
  const does = `${known === undefined ? 'Makes' : 'Moves'} the tag ${quoted(name)}.`;
  return radius({ says: [...unreachableWords(unreachable.total), does], unreachable });
};

/** The commit each tag leads to, empty when it is of something else. */
async function tagsIn(
  names: readonly string[],
  line: Line,
  context: RadiusContext,
): Promise<ReadonlyMap<string, string>> {
  const refs = names.map(name => `refs/tags/${name}`);
  const format = '--format=%(refname)%00%(objecttype)%00%(objectname)%00%(*objecttype)%00%(*objectname)';
  const text = await told(context, line.cwd, ['for-each-ref', format, ...refs]);
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
  context: RadiusContext,
): Promise<Radius> {
  const missing = names.find(name => !there.has(name));
  const known = names.filter(name => there.has(name));
  const unreachable = await outOfReach(context, {
    from: known.flatMap(name => commitsOf(there.get(name))),
    without: known.map(name => `refs/tags/${name}`),
  });
  const does = known.length === 1 ? `Deletes the tag ${quoted(known[0] ?? '')}.` : `Deletes ${known.length} tags.`;
  const says = [...unreachableWords(unreachable.total), does];
  return missing === undefined
    ? radius({ says, unreachable })
    : refused(`there is no tag ${quoted(missing)}.`, { says, unreachable });
}
