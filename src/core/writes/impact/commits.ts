import type { AskOptions } from '../../git/ask.ts';
import { type CommitLine, type Listed, listed, type RadiusContext } from './radius.ts';

/** A commit of a list, with what a plan needs to know of it. */
export interface Commit extends CommitLine {
  /** `=` when the other side has the same change, `<` or `>` by side, `-` on the boundary. */
  readonly mark: string;
  readonly parents: readonly string[];
  /** What it changes; empty unless asked for. */
  readonly files: readonly string[];
}

export interface Commits {
  readonly items: readonly Commit[];
  /** More than the items when there were too many to read. */
  readonly total: number;
}

/** Further commits are only counted. */
const MOST_READ = 2000;

/** git's answer; without one there is nothing to foresee. */
export async function tell(context: RadiusContext, args: readonly string[], options: AskOptions = {}): Promise<string> {
  const answer = await context.ask(args, context.repository.workTree, { signal: context.signal, ...options });
  if (!answer.ok) throw new Error(answer.message);
  return answer.text;
}

/** The commit a word of the line stands for; undefined when git would find none. */
export async function commitAt(context: RadiusContext, word: string): Promise<string | undefined> {
  // A search ends where the word does, so nothing can be appended to it.
  if (word === '' || /^(?:-|:\/)/.test(word)) return undefined;
  const found = await tell(context, ['rev-parse', '--verify', '--quiet', `${word}^{commit}`], { accepts: [1, 128] });
  return found.trim() || undefined;
}

/** `-` is the branch that was checked out before. */
export const previousOr = (word: string): string => (word === '-' ? '@{-1}' : word);

/** Undefined when HEAD is detached. */
export async function currentBranch(context: RadiusContext): Promise<string | undefined> {
  const text = await tell(context, ['symbolic-ref', '--quiet', 'HEAD'], { accepts: [1] });
  return text === '' ? undefined : text.trimEnd().replace('refs/heads/', '');
}

/** The best common ancestors; none when the histories have nothing in common. */
export async function mergeBases(context: RadiusContext, one: string, other: string): Promise<string[]> {
  return lines(await tell(context, ['merge-base', '--all', one, other], { accepts: [1] }));
}

/** What `git log` lists for revisions that are object ids or options of our own. */
export async function commitsIn(context: RadiusContext, revisions: readonly string[], files = false): Promise<Commits> {
  // No path begins with a slash, so nothing but a commit does.
  const words = ['log', '-z', '--encoding=UTF-8', '--format=/%m%H %P%x00%s', `--max-count=${MOST_READ}`];
  const names = files ? ['--name-only', '--no-renames', '--root', '-c'] : ['--no-patch'];
  const items = parseLog(await tell(context, [...words, ...names, ...revisions, '--']));
  if (items.length < MOST_READ) return { items, total: items.length };
  return { items, total: Number(await tell(context, ['rev-list', '--count', ...revisions, '--'])) };
}

/** How `git log -z` puts commits and their files: the first name has a newline before it, or after a merge a NUL. */
function parseLog(text: string): Commit[] {
  const commits: (Commit & { files: string[] })[] = [];
  const fields = text.split('\0');
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at] ?? '';
    if (field.startsWith('/')) {
      const [oid = '', ...parents] = field.slice(2).split(' ').filter(Boolean);
      commits.push({ oid, mark: field.charAt(1), parents, subject: fields[at + 1] ?? '', files: [] });
      at += 1;
      if (fields[at + 1]?.startsWith('\n')) fields[at + 1] = fields[at + 1]?.slice(1) ?? '';
    } else if (field !== '') commits.at(-1)?.files.push(field);
  }
  return commits;
}

/** All files that commits change, each once. */
export const filesOf = ({ items }: Commits): string[] => [...new Set(items.flatMap(({ files }) => files))].sort();

export const asLines = ({ items, total }: Commits): Listed<CommitLine> =>
  listed(
    items.map(({ oid, subject }) => ({ oid, subject })),
    total,
  );

/** Every ref but what the undo journal keeps: it holds on to commits only for a while. */
export const everyRef = (...except: readonly string[]): string[] => [
  ...['refs/sluice/*', ...except].map(ref => `--exclude=${ref}`),
  '--glob=refs/*',
];

/** A file that differs between two trees. */
export interface Changed {
  readonly path: string;
  readonly added: boolean;
}

/** What differs between two commits or trees. */
export async function changedBetween(
  context: RadiusContext,
  from: string,
  to: string,
  options: AskOptions = {},
): Promise<Changed[]> {
  const words = ['diff-tree', '-r', '-z', '--name-status', '--no-renames', from, to, '--'];
  const fields = (await tell(context, words, options)).split('\0');
  const changed: Changed[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2)
    changed.push({ path: fields[at + 1] ?? '', added: fields[at] === 'A' });
  return changed;
}

export const lines = (text: string): string[] => text.split('\n').filter(Boolean);
export const paths = (text: string): string[] => text.split('\0').filter(Boolean);
