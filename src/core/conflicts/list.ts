import { createHash } from 'node:crypto';
import { partsOf } from '../../shared/parts-of.ts';
import { whoseSides } from '../../shared/whose-sides.ts';
import type { GitReader } from '../git/reader.ts';
import { disk } from '../repository/files.ts';
import type { OpenRepository } from '../repository/locate.ts';
import { operationsIn, rootRefsOf } from '../repository/operation.ts';
import { readBlobs } from '../writes/journal/storage/store.ts';
import type { FileToWrite } from '../writes/journal/undo/restore-files.ts';
import { stateOfFile } from '../writes/write-files.ts';
import type { Conflict, ConflictedFile, Conflicts, Take } from './conflict.ts';
import { type Hunk, parseMarkers, type Versions } from './markers.ts';
import {
  type ConflictAttributes,
  isLink,
  isRegular,
  isSubmodule,
  kindOfStages,
  readAttributes,
  readStages,
  SIDES,
  type Stages,
} from './stages.ts';

/** A larger file is only resolved as a whole. */
const MOST_BYTES = 8 * 1024 * 1024;
/** How many versions are read at a time. */
const AT_ONCE = 200;
/** Git, too, takes a file for binary that has a NUL near its beginning. */
const BINARY_WITHIN = 8000;

/** Looks at all that is in conflict, and changes nothing. */
export async function listConflicts(git: GitReader, repository: OpenRepository): Promise<Conflicts> {
  const { workTree, gitDirectory } = repository;
  const stages = await readStages(git, workTree);
  const paths = [...stages.keys()];
  const [attributes, branch, [operation]] = await Promise.all([
    readAttributes(git, workTree, paths),
    git.tryRead(['symbolic-ref', '--quiet', 'HEAD'], workTree),
    operationsIn(gitDirectory, disk, rootRefsOf(git, workTree)),
  ]);
  const contents = await readVersions(git, workTree, stages.values());
  const files: ConflictedFile[] = [];
  for (const [path, found] of stages) {
    const known = attributes.get(path);
    if (known !== undefined) files.push(await lookAtFile(repository, path, found, known, versionsOf(found, contents)));
  }
  const name = branch?.trim().replace(/^refs\/heads\//, '') || null;
  return { files, operation, whose: whoseSides(operation, name) };
}

async function lookAtFile(
  repository: OpenRepository,
  path: string,
  stages: Stages,
  attributes: ConflictAttributes,
  versions: Versions,
): Promise<ConflictedFile> {
  const now = await stateOfFile(repository, path);
  const file = {
    path,
    stages,
    attributes,
    versions,
    kind: kindOfStages(stages),
    now: now === 'unreadable' ? null : now,
  };
  const whole = wholeOf(path, stages, file.now);
  const only = now === 'unreadable' ? 'it cannot be read' : onlyWhole(file.now, stages, versions, attributes);
  const none = { ...file, whole, hunks: [], onlyWhole: only, isReady: false };
  if (only !== undefined || file.now === null) return none;
  const text = file.now.bytes.toString('latin1');
  const parsed = parseMarkers(text, attributes.markerSize, versions);
  if (!parsed.ok) return { ...none, onlyWhole: WHY[parsed.why] };
  const hunks = hunksOf(path, stages, parsed.hunks);
  // Where git merges no lines it leaves no markers either, so that none means nothing.
  const isDecided = hunks.length === 0 && leavesMarkers(stages) && attributes.mergesLines;
  return { ...none, hunks, isReady: isDecided };
}

const WHY = {
  unmatched: 'its conflict markers do not match',
  ambiguous: 'lines of the file itself look like conflict markers',
} as const;

/** Why a file is resolved as a whole; undefined where it may have conflicts in its lines. */
function onlyWhole(
  now: ConflictedFile['now'],
  stages: Stages,
  versions: Versions,
  { encoding, mergesLines }: ConflictAttributes,
): string | undefined {
  const all = SIDES.map(side => stages[side]).filter(stage => stage !== undefined);
  if (all.some(isSubmodule)) return 'it is a submodule';
  if (all.some(isLink)) return 'it is a symbolic link';
  if (stages.ours === undefined || stages.theirs === undefined) return 'one side has no such file';
  if (now === null) return 'there is no such file in the work tree';
  if (now.saved.mode === 'link' || now.saved.mode === 'folder') return `there is a ${now.saved.mode} in its place`;
  if (encoding !== undefined) return 'it is kept in another encoding';
  if (versions.ours === undefined || versions.theirs === undefined)
    return 'it is too large, or git does not have it here';
  const contents = [versions.ours, versions.theirs, now.bytes.toString('latin1', 0, BINARY_WITHIN)];
  if (contents.some(isBinary)) return 'it is binary';
  if (now.bytes.length > MOST_BYTES) return 'it is too large';
  if (stages.ours.oid === stages.theirs.oid) return 'only its mode is in conflict';
  // A merge driver of its own leaves what it likes, which may be markers like git's.
  return mergesLines || now.bytes.includes('<<<<<<<') ? undefined : 'its attributes keep git from merging its lines';
}

export const isBinary = (text: string): boolean => text.slice(0, BINARY_WITHIN).includes('\0');

const leavesMarkers = ({ ours, theirs }: Stages): boolean => ours !== undefined && theirs !== undefined;

/** The contents of all versions, by their ids; not of those that are too large. */
async function readVersions(
  git: GitReader,
  workTree: string,
  all: Iterable<Stages>,
): Promise<ReadonlyMap<string, string>> {
  const stages = [...all].flatMap(each => SIDES.map(side => each[side])).filter(stage => stage !== undefined);
  const oids = [...new Set(stages.filter(isRegular).map(({ oid }) => oid))];
  const contents = new Map<string, string>();
  for (const some of partsOf(oids, AT_ONCE)) {
    const sizes = await git.readOrThrow(['cat-file', '--batch-check=%(objectname) %(objectsize)'], workTree, {
      input: Buffer.from(`${some.join('\n')}\n`),
    });
    const few = sizes.split('\n').flatMap(line => {
      const [oid = '', size = ''] = line.split(' ');
      return /^\d+$/.test(size) && Number(size) <= MOST_BYTES ? [oid] : [];
    });
    const blobs = await readBlobs(git, workTree, few);
    for (const [at, oid] of few.entries()) {
      const blob = blobs[at];
      if (blob !== undefined) contents.set(oid, blob.toString('latin1'));
    }
  }
  return contents;
}

const versionsOf = (stages: Stages, contents: ReadonlyMap<string, string>): Versions =>
  Object.fromEntries(
    SIDES.flatMap(side => {
      const stage = stages[side];
      return stage !== undefined && isRegular(stage) ? [[side, contents.get(stage.oid)]] : [];
    }),
  );

/** The whole file's id goes with whatever is in its place now: who chose for it has seen that. */
function wholeOf(path: string, stages: Stages, now: Omit<FileToWrite, 'path'> | null): Conflict {
  const all = SIDES.map(side => stages[side]).filter(stage => stage !== undefined);
  const takes: readonly Take[] = all.some(isSubmodule)
    ? []
    : ['ours', 'theirs', ...(stages.base ? ['base' as const] : [])];
  return {
    id: idOf(path, stages, ['file', now?.saved.mode ?? '', now?.saved.oid ?? '']),
    path,
    hunk: undefined,
    takes,
  };
}

/** Of hunks that are alike each knows which of how many it is: when one is resolved the ids of the others are others. */
function hunksOf(path: string, stages: Stages, hunks: readonly Hunk[]): readonly Conflict[] {
  return hunks.map((hunk, at) => {
    const alike = hunks.filter(({ text }) => text === hunk.text);
    const which = hunks.slice(0, at).filter(({ text }) => text === hunk.text).length;
    const takes: readonly Take[] = ['ours', 'theirs', 'both', ...(hunk.base === undefined ? [] : ['base' as const])];
    return {
      id: idOf(path, stages, ['hunk', hunk.text, String(which), String(alike.length)]),
      ...{ path, hunk, takes },
    };
  });
}

const ID_LENGTH = 16;

const idOf = (path: string, stages: Stages, what: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([path, SIDES.map(side => [stages[side]?.mode, stages[side]?.oid]), ...what]))
    .digest('hex')
    .slice(0, ID_LENGTH);
