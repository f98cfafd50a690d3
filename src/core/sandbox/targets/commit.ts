import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { GitReader } from '../../git/reader.ts';
import { type Scratch, withScratch } from '../../git/scratch.ts';
import { withTemporary } from '../../git/temporary.ts';
import { writeBlobs } from '../../writes/journal/storage/store.ts';
import { SandboxFailure } from '../failure.ts';
import type { Mode, StagedCommit } from '../files/state.ts';
import type { TargetRepository } from './target.ts';

/** An entry of an index: the blob a path gets, or null where it goes. */
export interface IndexEntry {
  readonly path: string;
  readonly blob: { readonly oid: string; readonly mode: Mode } | null;
}

/** A commit before it is written: its id is known by all that is in it. */
export interface PlannedCommit {
  readonly parent: string | null;
  readonly tree: string;
  readonly oid: string;
  readonly bytes: Buffer;
}

export interface Author {
  readonly name: string;
  readonly email: string;
}

/** What git itself would never check out is never written either, whatever the repository's config says. */
export const PROTECTION = [
  ['core.protectHFS', 'true'],
  ['core.protectNTFS', 'true'],
] as const;

/** In whose name the person commits in a repository. */
export async function authorIn({
  git,
  folder,
}: {
  readonly git: Pick<GitReader, 'tryRead'>;
  readonly folder: string;
}): Promise<Author> {
  const [name, email] = await Promise.all(
    ['user.name', 'user.email'].map(key => git.tryRead(['config', '--get', key], folder)),
  );
  const clean = (text = '') => text.replaceAll(/[<>\p{Cc}]/gu, '').trim();
  if (clean(name) !== '' && clean(email) !== '') return { name: clean(name), email: clean(email) };
  throw new SandboxFailure(
    'target-refused',
    'git does not know in whose name to commit: user.name or user.email is not set.',
    'Ask the person to set both with git config.',
  );
}

/** What the attributes of a repository say of a path. */
export interface PathAttributes {
  readonly path: string;
  readonly attributes: ReadonlyMap<string, string>;
}

export const isGiven = (value: string | undefined): boolean =>
  value !== undefined && !/^(?:unspecified|unset|)$/.test(value);

/** Whether git writes a file in other bytes than it keeps of it, line ends aside. */
export const isFiltered = (said: PathAttributes['attributes']): boolean =>
  ['filter', 'ident', 'working-tree-encoding'].some(name => isGiven(said.get(name)));

const ATTRIBUTES = ['filter', 'text', 'eol', 'ident', 'working-tree-encoding'] as const;

/** Works out a commit with an index and objects of its own: nothing of the repository changes. */
export function planCommit(
  target: TargetRepository,
  staged: Pick<StagedCommit, 'message' | 'createdAt'>,
  parent: string | null,
  entries: readonly IndexEntry[],
  author: Author,
): Promise<{ readonly planned: PlannedCommit; readonly attributes: readonly PathAttributes[] }> {
  const { git, folder, commonDirectory, hash } = target;
  return withScratch(commonDirectory, async lent => {
    const scratch: Scratch = { ...lent, index: join(lent.objects, 'sandbox-index') };
    await git.readOrThrow(['read-tree', parent ?? '--empty'], folder, { scratch });
    const input = indexLines(entries, hash);
    await git.readOrThrow(['update-index', '-z', '--index-info'], folder, { scratch, input, config: PROTECTION });
    const tree = (await git.readOrThrow(['write-tree', '--missing-ok'], folder, { scratch })).trim();
    const paths = Buffer.from(entries.flatMap(({ path, blob }) => (blob ? [`${path}\0`] : [])).join(''));
    const asked = ['check-attr', '-z', '--cached', '--stdin', ...ATTRIBUTES] as const;
    const said = paths.length === 0 ? '' : await git.readOrThrow(asked, folder, { scratch, input: paths });
    return { planned: commitOf(staged, parent, tree, author, hash), attributes: attributesOf(said) };
  });
}

/** Writes the objects of a planned commit; answers with its id as it came out. */
export async function writeCommit(
  target: TargetRepository,
  staged: Pick<StagedCommit, 'message' | 'createdAt'>,
  parent: string | null,
  { entries, blobs, author }: { entries: readonly IndexEntry[]; blobs: AsyncIterable<Buffer>; author: Author },
): Promise<string> {
  const { git, folder, hash } = target;
  await writeBlobs(git, folder, blobs, { deltas: false });
  return withTemporary('index', async home => {
    const indexFile = join(home, 'index');
    await git.write(['read-tree', parent ?? '--empty'], folder, { indexFile });
    const input = indexLines(entries, hash);
    await git.write(['update-index', '-z', '--index-info'], folder, { indexFile, input, config: PROTECTION });
    const tree = (await git.write(['write-tree'], folder, { indexFile })).trim();
    const { bytes } = commitOf(staged, parent, tree, author, hash);
    return (await git.write(['hash-object', '-t', 'commit', '-w', '--stdin'], folder, { input: bytes })).trim();
  });
}

/** Its time is that of staging: pushed again after a crash, it is the same commit. */
export function commitOf(
  { message, createdAt }: Pick<StagedCommit, 'message' | 'createdAt'>,
  parent: string | null,
  tree: string,
  { name, email }: Author,
  hash: TargetRepository['hash'],
  /** GitHub keeps a message as it was sent. */
  end: '\n' | '' = '\n',
): PlannedCommit {
  const by = `${name} <${email}> ${Math.floor(createdAt / 1000)} +0000`;
  const head = [`tree ${tree}`, ...(parent === null ? [] : [`parent ${parent}`]), `author ${by}`, `committer ${by}`];
  const bytes = Buffer.from(`${head.join('\n')}\n\n${message.trimEnd()}${end}`);
  const oid = createHash(hash).update(`commit ${bytes.length}\0`).update(bytes).digest('hex');
  return { parent, tree, oid, bytes };
}

/** What goes comes first, so that a file can take the place of a folder. */
function indexLines(entries: readonly IndexEntry[], hash: TargetRepository['hash']): Buffer {
  const none = '0'.repeat(hash === 'sha256' ? 64 : 40);
  const gone = entries.filter(({ blob }) => blob === null).map(({ path }) => `0 ${none}\t${path}\0`);
  const there = entries.flatMap(({ path, blob }) => (blob ? [`${blob.mode} ${blob.oid}\t${path}\0`] : []));
  return Buffer.from([...gone, ...there].join(''));
}

export function attributesOf(text: string): PathAttributes[] {
  const words = text.split('\0');
  const found = new Map<string, Map<string, string>>();
  for (let at = 0; at + 2 < words.length; at += 3) {
    const [path = '', name = '', value = ''] = words.slice(at, at + 3);
    found.set(path, (found.get(path) ?? new Map()).set(name, value));
  }
  return [...found].map(([path, attributes]) => ({ path, attributes }));
}
