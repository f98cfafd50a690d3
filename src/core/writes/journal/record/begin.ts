import { hostname } from 'node:os';
import { plural } from '../../../../shared/plural.ts';
import { quote } from '../../../command/quote.ts';
import type { Git } from '../../../git/writer.ts';
import type { RemoteUpdate } from '../../impact/impact.ts';
import { blobOid } from '../storage/disk.ts';
import { laterOnDisk, timeOnDisk } from '../storage/disk-clock.ts';
import type { Entry, Snapshot } from '../storage/entry.ts';
import { writeEntry } from '../storage/manifest.ts';
import { keepRef, updateRefs, writeBlob, writeBlobs, writeRef } from '../storage/store.ts';
import type { AffectedRepository } from './affected-repositories.ts';
import { danglingObjects } from './kept-objects.ts';
import { LARGE_INDEX, type Limits, type Selection, select, takeSnapshot } from './snapshot.ts';
import { keepStaged } from './staged.ts';
import { type Survey, survey } from './survey.ts';

/** The part of an entry that is known before anything was looked at. */
export interface Facts extends Pick<Entry, 'id' | 'group' | 'time' | 'origin' | 'command' | 'undoes'> {
  readonly remote: readonly RemoteUpdate[];
}

/** A mutation that is saved and has not run yet, with the indexes as they were. */
export interface PendingEntry {
  readonly entry: Entry;
  readonly indexes: readonly Buffer[];
}

export type Begun =
  | { readonly ok: true; readonly pending: PendingEntry }
  | { readonly ok: false; readonly code: 'too-much'; readonly message: string };

/** Saves what is there before a command, under a ref of its own. */
export async function begin(
  git: Git,
  affected: readonly AffectedRepository[],
  facts: Facts,
  limits: Limits,
  evenUnsaved: boolean,
): Promise<Begun> {
  const [main] = affected;
  const { workTree = '', gitDirectory = '' } = main?.repository ?? {};
  const begun = await timeOnDisk(gitDirectory);
  // Failures are looked at when all else is done, so that none goes unheard.
  const early: Promise<PromiseSettledResult<void>[]>[] = [];
  const surveys = await Promise.all(
    affected.map(({ repository, scope }) =>
      survey(git, repository, scope, index => {
        if (index.length >= LARGE_INDEX) early.push(Promise.allSettled([writeBlob(git, workTree, index)]));
      }),
    ),
  );
  const selection = select(surveys, limits);
  if (selection.left.length > 0 && !evenUnsaved)
    return { ok: false, code: 'too-much', message: tooMuch(selection, limits) };
  const unreachable = await keepUnreachable(git, affected, facts.id);
  const { remote, ...said } = facts;
  const pending = {
    ...said,
    outcome: 'pending' as const,
    scopes: affected.map(({ scope }) => scope),
    begun,
    writer: { host: hostname(), pid: process.pid },
    after: [],
    files: [],
    changes: [],
    reverts: remote.map(revertOf),
    sentTo: [...new Set(remote.map(each => each.remote))],
    notSaved: [...unreachable, ...leftOut(selection), ...surveys.flatMap(oddFiles)],
  };
  const before: Snapshot[] = [];
  const hash = surveys[0]?.hash ?? 'sha1';
  let manifest = '';
  await Promise.all([writeBlobs(git, workTree, blobs()), keepStaged(git, surveys, facts.id)]);
  for (const result of (await Promise.all(early)).flat()) if (result.status === 'rejected') throw result.reason;
  await writeRef(git, workTree, facts.id, manifest, { before, after: [] }, []);
  // A file as young as this counts as older than the command, so that none the command writes may be.
  await laterOnDisk(gitDirectory, begun);
  const indexes = surveys.map(({ index }) => index);
  return { ok: true, pending: { entry: { ...pending, before }, indexes } };

  async function* blobs(): AsyncGenerator<Buffer> {
    for (const each of surveys) before.push(yield* takeSnapshot(each, selection.take));
    const bytes = Buffer.from(writeEntry({ ...pending, before }));
    manifest = blobOid(bytes, hash);
    yield bytes;
  }
}

/** The command that would take back what a push did to one ref, unless somebody has moved it since. */
function revertOf({ remote, ref, from, to }: RemoteUpdate): string {
  if (from === null) return quote('git', ['push', remote, '--delete', ref]);
  if (to === null) return quote('git', ['push', remote, `${from}:${ref}`]);
  return quote('git', ['push', `--force-with-lease=${ref}:${to}`, remote, `${from}:${ref}`]);
}

const MEBIBYTE = 1024 * 1024;
const mebibytes = (bytes: number): string => `${(bytes / MEBIBYTE).toFixed(1)} MiB`;

function tooMuch({ left, bytes }: Selection, limits: Limits): string {
  const what = `${plural(left.length, 'file')} (${mebibytes(bytes)}), ${left[0]?.path} among them,`;
  const most = `${limits.files} files or ${mebibytes(limits.bytes)}`;
  return `${what} will not be saved: a snapshot holds at most ${most}. Undo cannot bring them back.`;
}

function leftOut({ left, bytes }: Selection): string[] {
  if (left.length === 0) return [];
  return [
    `${plural(left.length, 'file')} (${mebibytes(bytes)}) too many or too large: ${left[0]?.path}${left.length > 1 ? ', …' : ''}`,
  ];
}

/** Sockets, pipes and devices, of which there is nothing to save. */
const oddFiles = ({ untracked }: Survey): string[] =>
  untracked
    .filter(({ stats }) => !stats.isFile() && !stats.isDirectory() && !stats.isSymbolicLink())
    .map(({ path }) => `${path} is not a regular file`);

/** Keeps objects that no ref reaches, when the command throws those away; answers with what could not be kept, in words. */
async function keepUnreachable(git: Git, affected: readonly AffectedRepository[], id: string): Promise<string[]> {
  const said = await Promise.all(
    affected.map(async ({ repository: { workTree }, scope }) => {
      if (!scope.unreachable) return [];
      const dangling = await danglingObjects(git, workTree);
      if (dangling === undefined) return ['objects that no branch or tag reaches: looking for them took too long'];
      const trees: [string, string][] = dangling.tree === null ? [] : [[keepRef(id, 'objects'), dangling.tree]];
      const commits = dangling.commits.map((oid, at): [string, string] => [keepRef(id, `u${at}`), oid]);
      await updateRefs(git, workTree, [...trees, ...commits]);
      return [];
    }),
  );
  return said.flat();
}
