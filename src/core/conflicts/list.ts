import { createHash } from 'node:crypto';
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
import { whoseSides } from './whose.ts';

/** A larger file is only resolved as a whole. */
const MOST_BYTES = 8 * 1024 * 1024;
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
  const files: ConflictedFile[] = [];
  for (const [path, found] of stages) {
    const known = attributes.get(path);
    if (known !== undefined) files.push(await lookAtFile(git, repository, path, found, known));
  }
  const name = branch?.trim().replace(/^refs\/heads\//, '') || null;
  return { files, operation, whose: whoseSides(operation, name) };
}

async function lookAtFile(
  git: GitReader,
  repository: OpenRepository,
  path: string,
  stages: Stages,
  attributes: ConflictAttributes,
): Promise<ConflictedFile> {
  const now = await stateOfFile(repository, path);
  const versions = await versionsOf(git, repository.workTree, stages);
  const file = { path, stages, attributes, kind: kindOfStages(stages), now: now === 'unreadable' ? null : now };
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
  if (encoding !== undefined) return `it is kept in another encoding (${encoding})`;
  const contents = [versions.ours ?? '', versions.theirs ?? '', now.bytes.toString('latin1', 0, BINARY_WITHIN)];
  if (contents.some(isBinary)) return 'it is binary';
  if (now.bytes.length > MOST_BYTES) return 'it is too large';
  if (stages.ours.oid === stages.theirs.oid) return 'only its mode is in conflict';
  // A merge driver of its own leaves what it likes, which may be markers like git's.
  return mergesLines || now.bytes.includes('<<<<<<<') ? undefined : 'its attributes keep git from merging its lines';
}

export const isBinary = (text: string): boolean => text.slice(0, BINARY_WITHIN).includes('\0');

const leavesMarkers = ({ ours, theirs }: Stages): boolean => ours !== undefined && theirs !== undefined;

async function versionsOf(git: GitReader, workTree: string, stages: Stages): Promise<Versions> {
  const there = SIDES.filter(side => {
    const stage = stages[side];
    return stage !== undefined && isRegular(stage);
  });
  const blobs = await readBlobs(
    git,
    workTree,
    there.map(side => stages[side]?.oid ?? ''),
  );
  return Object.fromEntries(there.map((side, at) => [side, blobs[at]?.toString('latin1')]));
}

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
