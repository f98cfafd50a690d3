import type { GitReader } from '../git/reader.ts';

/** A commit as a log shows it beside what git printed. */
export interface CommitFacts {
  /** As it was asked for: the id may be short. */
  readonly id: string;
  readonly parents: string[];
  readonly author: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

/** A branch or tag that a person knows of, and the commit it points at. */
export interface RefLabel {
  readonly id: string;
  readonly kind: 'head' | 'branch' | 'remote' | 'tag';
  readonly name: string;
}

const FIELDS = ['%H', '%P', '%aN', '%at'] as const;
/** Refs past this are not shown: nobody could read them. */
const MOST_REFS = 2000;

/** Parents, author and time of commits, by one process; undefined when git does not answer. What it knows not is left out. */
export async function readCommits(
  git: GitReader,
  root: string,
  ids: readonly string[],
): Promise<CommitFacts[] | undefined> {
  if (ids.length === 0) return [];
  const format = `--format=${FIELDS.join('%x00')}`;
  const words = ['--no-walk=unsorted', '--ignore-missing', '--no-patch', '--no-show-signature', '-z', format] as const;
  const answer = await git.read(['log', ...words, ...ids, '--'], root);
  if (!answer.ok) return undefined;
  const fields = answer.text.split('\0');
  const facts = new Map<string, Omit<CommitFacts, 'id'>>();
  for (let at = 0; at + FIELDS.length <= fields.length; at += FIELDS.length) {
    const [full = '', parents = '', author = '', time = ''] = fields.slice(at, at + FIELDS.length);
    facts.set(full, { parents: parents.split(' ').filter(Boolean), author, time: Number(time) * 1000 });
  }
  const full = [...facts.keys()].sort();
  return ids.flatMap(id => {
    const name = full[firstNotBelow(full, id)] ?? '';
    const found = name.startsWith(id) ? facts.get(name) : undefined;
    return found ? [{ id, ...found }] : [];
  });
}

/** Where in a sorted list the first word stands that is not before another. */
function firstNotBelow(sorted: readonly string[], word: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

const PLACES = { 'refs/heads/': 'branch', 'refs/remotes/': 'remote', 'refs/tags/': 'tag' } as const;

/** Branches, remote branches and tags, and HEAD where it is on none: never the refs that Sluice keeps for itself. */
export async function readRefs(git: GitReader, root: string): Promise<RefLabel[]> {
  const format = '--format=%(objectname) %(*objectname) %(HEAD) %(refname)';
  const words = ['for-each-ref', '--sort=-committerdate', `--count=${MOST_REFS}`, format] as const;
  const answer = await git.read([...words, ...Object.keys(PLACES)], root);
  const labels = answer.ok ? answer.text.split('\n').flatMap(labelIn) : [];
  if (!labels.some(({ kind }) => kind === 'head')) {
    const head = await git.read(['rev-parse', '--verify', '--quiet', 'HEAD'], root);
    if (head.ok) labels.unshift({ id: head.text.trim(), kind: 'head', name: 'HEAD' });
  }
  return labels.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

const ORDER: readonly RefLabel['kind'][] = ['head', 'branch', 'tag', 'remote'];

function labelIn(line: string): RefLabel[] {
  const [, object = '', peeled, mark, ref = ''] = /^(\S+) (\S*) ([* ]) (.+)$/.exec(line) ?? [];
  const place = (Object.keys(PLACES) as (keyof typeof PLACES)[]).find(start => ref.startsWith(start));
  // A remote's HEAD is another name of one of its branches.
  if (place === undefined || (place === 'refs/remotes/' && ref.endsWith('/HEAD'))) return [];
  return [{ id: peeled || object, kind: mark === '*' ? 'head' : PLACES[place], name: ref.slice(place.length) }];
}
