import { hostname } from 'node:os';
import type { AskGit } from '../../../git/ask.ts';
import type { RemoteUpdate } from '../../impact/impact.ts';
import type { Entry, Snapshot } from '../entry.ts';
import { blobOid } from '../storage/disk.ts';
import { laterOnDisk, timeOnDisk } from '../storage/disk-clock.ts';
import { writeEntry } from '../storage/manifest.ts';
import { keepRef, updateRefs, writeBlob, writeBlobs, writeRef } from '../storage/store.ts';
import type { Place } from './affected-repositories.ts';
import { count } from './describe-changes.ts';
import { danglingObjects } from './kept-objects.ts';
import { revertOf } from './remote-reverts.ts';
import { LARGE_INDEX, type Limits, type Selection, select, takeSnapshot } from './snapshot.ts';
import { keepStaged } from './staged.ts';
import { type Survey, survey } from './survey.ts';

/** What an entry says besides what was found. */
export interface Facts extends Pick<Entry, 'id' | 'group' | 'time' | 'origin' | 'command' | 'undoes'> {
  readonly remote: readonly RemoteUpdate[];
}

export type Begun =
  | { readonly ok: true; readonly entry: Entry; readonly indexes: readonly Buffer[] }
  | { readonly ok: false; readonly message: string };

/** Saves what is there before a command, under a ref of its own. */
export async function begin(
  ask: AskGit,
  places: readonly Place[],
  facts: Facts,
  limits: Limits,
  evenUnsaved: boolean,
): Promise<Begun> {
  const [main] = places;
  const { workTree = '', gitDirectory = '' } = main?.repository ?? {};
  const begun = await timeOnDisk(gitDirectory);
  // Failures are looked at when all else is done, so that none goes unheard.
  const early: Promise<PromiseSettledResult<void>[]>[] = [];
  const surveys = await Promise.all(
    places.map(({ repository, scope }) =>
      survey(ask, repository, scope, index => {
        if (index.length >= LARGE_INDEX) early.push(Promise.allSettled([writeBlob(ask, workTree, index)]));
      }),
    ),
  );
  const selection = select(surveys, limits);
  if (selection.left.length > 0 && !evenUnsaved) return { ok: false, message: tooMuch(selection, limits) };
  const unreachable = await keepUnreachable(ask, places, facts.id);
  const { remote, ...said } = facts;
  const pending = {
    ...said,
    outcome: 'pending' as const,
    scopes: places.map(({ scope }) => scope),
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
  await Promise.all([writeBlobs(ask, workTree, blobs()), keepStaged(ask, surveys, facts.id)]);
  for (const result of (await Promise.all(early)).flat()) if (result.status === 'rejected') throw result.reason;
  await writeRef(ask, workTree, facts.id, manifest, { before, after: [] }, []);
  // A file as young as this counts as older than the command, so that none the command writes may be.
  await laterOnDisk(gitDirectory, begun);
  return { ok: true, entry: { ...pending, before }, indexes: surveys.map(({ index }) => index) };

  async function* blobs(): AsyncGenerator<Buffer> {
    for (const each of surveys) before.push(yield* takeSnapshot(each, selection.take));
    const bytes = Buffer.from(writeEntry({ ...pending, before }));
    manifest = blobOid(bytes, hash);
    yield bytes;
  }
}

const MEBIBYTE = 1024 * 1024;
const mebibytes = (bytes: number): string => `${(bytes / MEBIBYTE).toFixed(1)} MiB`;

function tooMuch({ left, bytes }: Selection, limits: Limits): string {
  const what = `${count(left.length, 'file')} (${mebibytes(bytes)}), ${left[0]?.path} among them`;
  const most = `${limits.files} files or ${mebibytes(limits.bytes)}`;
  return `${what}, would not be saved: more than ${most} is too much for one snapshot. Undo could not bring them back.`;
}

function leftOut({ left, bytes }: Selection): string[] {
  if (left.length === 0) return [];
  return [
    `${count(left.length, 'file')} (${mebibytes(bytes)}) too many or too large: ${left[0]?.path}${left.length > 1 ? ', …' : ''}`,
  ];
}

/** Sockets, pipes and devices, of which there is nothing to save. */
const oddFiles = ({ untracked }: Survey): string[] =>
  untracked
    .filter(({ stats }) => !stats.isFile() && !stats.isDirectory() && !stats.isSymbolicLink())
    .map(({ path }) => `${path} is no regular file`);

/** Objects no ref reaches, when the command throws those away; what could not be kept, in words. */
async function keepUnreachable(ask: AskGit, places: readonly Place[], id: string): Promise<string[]> {
  const said = await Promise.all(
    places.map(async ({ repository: { workTree }, scope }) => {
      if (!scope.unreachable) return [];
      const dangling = await danglingObjects(ask, workTree);
      if (dangling === undefined) return ['objects that no branch or tag reaches: looking for them took too long'];
      const trees: [string, string][] = dangling.tree === null ? [] : [[keepRef(id, 'objects'), dangling.tree]];
      const commits = dangling.commits.map((oid, at): [string, string] => [keepRef(id, `u${at}`), oid]);
      await updateRefs(ask, workTree, [...trees, ...commits]);
      return [];
    }),
  );
  return said.flat();
}
