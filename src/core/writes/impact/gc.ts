import { inForce, type OptionRows } from '../../command/table.ts';
import { read } from '../parsed-write.ts';
import { commitsIn } from './commits.ts';
import { maybe, told } from './questions.ts';
import {
  type CommitLine,
  type Family,
  type Listed,
  listed,
  MOST_LISTED,
  type Radius,
  type RadiusContext,
  radius,
  unknown,
} from './radius.ts';
import { commitOf, outOfReach } from './reach.ts';
import { counted, quoted, refused, unforeseen } from './wording.ts';

const gcRows = {
  flag: ['-q --quiet', '--aggressive', '--auto', '--cruft', '--force', '--keep-largest-pack'],
  optional: ['--prune'],
} as const satisfies OptionRows;
const pruneRows = {
  flag: ['-n --dry-run', '-v --verbose', '--progress'],
  value: ['--expire'],
} as const satisfies OptionRows;

/** git-gc(1): packs what is reachable and deletes what is not, once it is old enough. */
export const gc: Family = async (line, context) => {
  const walked = read(line.words, gcRows);
  if (!walked) return unforeseen('gc');
  if (inForce(walked, '--auto')) return unknown('Whether git gc --auto would do anything is not known.');
  const given = walked.options.get('--prune');
  if (given === false) return radius({ says: ['Packs objects and deletes none.'] });
  const config = async () => (await maybe(context, line.cwd, ['config', '--get', 'gc.pruneExpire']))?.trim();
  const age = typeof given === 'string' ? given : ((await config()) ?? '2.weeks.ago');
  if (age === 'never') return radius({ says: ['Packs objects and deletes none.'] });
  const objects = isNow(age) ? await unreachable(context) : await prunable(age, context);
  const radiusOf = await deleted(objects, context);
  return { ...radiusOf, unknown: 'Old entries of reflogs would expire too; what only they reach is not counted.' };
};

/** git-prune(1): deletes loose objects nothing reaches. */
export const prune: Family = async (line, context) => {
  const walked = read(line.words, pruneRows);
  if (!walked) return unforeseen('prune');
  if (walked.positionals.length > 0) return unknown('What more is kept for the words on this line is not known.');
  const age = walked.options.get('--expire');
  return deleted(await prunable(typeof age === 'string' ? age : undefined, context), context);
};

const isNow = (age: string): boolean => age === 'now' || age === 'all';

interface Objects {
  readonly commits: readonly string[];
  readonly others: number;
}

/** Loose and packed ones. Reflogs and the index hold what they reach. */
async function unreachable(context: RadiusContext): Promise<Objects> {
  const words = ['fsck', '--unreachable', '--connectivity-only', '--no-dangling', '--no-progress'];
  const text = await told(context, context.repository.workTree, words);
  return objectsIn([...text.matchAll(/^unreachable (\w+) (\w+)$/gm)].map(([, kind = '', oid = '']) => [kind, oid]));
}

async function prunable(age: string | undefined, context: RadiusContext): Promise<Objects> {
  const words = ['prune', '-n', ...(age === undefined ? [] : [`--expire=${age}`])];
  const text = await told(context, context.repository.workTree, words);
  return objectsIn([...text.matchAll(/^([\da-f]{40,}) (\w+)$/gm)].map(([, oid = '', kind = '']) => [kind, oid]));
}

function objectsIn(all: readonly (readonly [kind: string, oid: string])[]): Objects {
  const commits = all.filter(([kind]) => kind === 'commit').map(([, oid]) => oid);
  return { commits, others: all.length - commits.length };
}

async function deleted({ commits, others }: Objects, context: RadiusContext): Promise<Radius> {
  if (commits.length + others === 0) return radius({ says: ['No object would be deleted.'] });
  const lines =
    commits.length === 0
      ? []
      : (await commitsIn(context, ['--no-walk=unsorted', ...commits.slice(0, MOST_LISTED)])).items;
  const what = [
    ...(commits.length > 0 ? [counted(commits.length, 'commit')] : []),
    ...(others > 0 ? [counted(others, commits.length > 0 ? 'other object' : 'object')] : []),
  ];
  return radius({
    says: [`Deletes ${what.join(' and ')} for good, which nothing reaches.`],
    unreachable: listed(lines, commits.length),
  });
}

const expireRows = {
  flag: ['-n --dry-run', '--all', '--rewrite', '--single-worktree', '--stale-fix', '--updateref', '--verbose'],
  value: ['--expire', '--expire-unreachable'],
} as const satisfies OptionRows;
const deleteRows = { flag: ['-n --dry-run', '--rewrite', '--updateref', '--verbose'] } as const satisfies OptionRows;

/** git-reflog(1): `expire` and `delete` take away what remembers where refs were. */
export const reflog: Family = async (line, context) => {
  const [action = 'show', ...words] = line.words;
  if (action === 'expire') return expires(words, context);
  if (action !== 'delete') return unknown(`What git reflog ${quoted(action)} would do is not known.`);
  const walked = read(words, deleteRows);
  if (!walked) return unforeseen('reflog delete');
  const oids = await Promise.all(walked.positionals.map(word => commitOf(context, line.cwd, word)));
  if (oids.length === 0) return refused('it is not said which entry to delete.');
  return forgotten(
    await onlyIn(
      oids.filter(oid => oid !== undefined),
      context,
    ),
  );
};

async function expires(words: readonly string[], context: RadiusContext): Promise<Radius> {
  const walked = read(words, expireRows);
  if (!walked) return unforeseen('reflog expire');
  const ages = ['--expire', '--expire-unreachable'].map(name => walked.options.get(name));
  const everything = inForce(walked, '--all');
  if (!everything && walked.positionals.length === 0)
    return radius({ says: ['It is not said which reflogs; nothing would change.'] });
  const from = everything ? ['--reflog'] : await entriesOf(walked.positionals, context);
  const commits = await onlyIn(from, context);
  const exact = ages.some(age => typeof age === 'string' && isNow(age));
  return { ...forgotten(commits), unknown: exact ? null : 'Which entries are old enough is not known; these are all.' };
}

async function entriesOf(refs: readonly string[], context: RadiusContext): Promise<string[]> {
  const named = refs.filter(ref => !ref.startsWith('-'));
  const texts = await Promise.all(
    named.map(ref => maybe(context, context.repository.workTree, ['log', '-g', '--format=%H', ref, '--'])),
  );
  return [...new Set(texts.flatMap(text => (text ?? '').split('\n').slice(0, -1)))];
}

const onlyIn = (from: readonly string[], context: RadiusContext): Promise<Listed<CommitLine>> =>
  outOfReach(context, { from, without: [] });

function forgotten(commits: Listed<CommitLine>): Radius {
  const says = `Up to ${counted(commits.total, 'commit')} that only reflogs reach could go with the next gc.`;
  return radius({
    says: [commits.total > 0 ? says : 'No commit depends on what would be forgotten.'],
    unreachable: commits,
  });
}
