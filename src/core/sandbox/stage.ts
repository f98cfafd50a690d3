import { randomUUID } from 'node:crypto';
import { SandboxFailure } from './failure.ts';
import { sandboxPath, WORKSPACE } from './files/paths.ts';
import { isSameContent, type StagedCommit, type StagedFile, type State, type Stored } from './files/state.ts';
import type { Sandbox } from './sandbox.ts';

/** So many characters of an id are shown. */
const SHORT = 6;

export const shortId = ({ id }: Pick<StagedCommit, 'id'>): string => id.slice(0, SHORT);

/** A file that is not as it was pulled, pushed or staged last. */
export interface UnstagedFile {
  readonly path: string;
  readonly status: 'new' | 'modified' | 'deleted';
  /** Of what is there now; 0 for what is gone. */
  readonly size: number;
}

type Staging = Pick<State, 'files' | 'bases' | 'staged' | 'unresolved' | 'sources'>;

/** The content that a file is compared with: as it was staged last, or else as it came. Null where there was none. */
export function headOf({ staged, bases }: Pick<Staging, 'staged' | 'bases'>): (path: string) => Stored | null {
  const heads = new Map<string, Stored | null>(bases);
  for (const { files, outdated } of staged.values())
    if (!outdated) for (const { path, content } of files) heads.set(path, content);
  return path => heads.get(path) ?? null;
}

/** What there is to stage, by path. */
export function unstagedFiles(state: Staging): UnstagedFile[] {
  const head = headOf(state);
  const paths = new Set([...state.files.keys(), ...state.bases.keys()]);
  for (const { files } of state.staged.values()) for (const { path } of files) paths.add(path);
  return [...paths].sort().flatMap((path): UnstagedFile[] => {
    const [now, was] = [state.files.get(path), head(path)];
    if (now !== undefined && was === null) return [{ path, status: 'new', size: now.size }];
    if (now !== undefined && !isSameContent(now, was)) return [{ path, status: 'modified', size: now.size }];
    return now === undefined && was !== null ? [{ path, status: 'deleted', size: 0 }] : [];
  });
}

/** What is left of a conflict in a text. */
const MARKER = /^(?:<{7} ours \(sandbox\)|>{7} theirs \(incoming\))\r?$/m;

/** Makes a commit of files as they are now, to be pushed later. A folder stands for all in it that has changed. */
export function stage(
  sandbox: Sandbox,
  given: readonly string[],
  message: string,
  now: () => number,
): Promise<StagedCommit> {
  return sandbox.change(async () => {
    const { state } = sandbox;
    const unstaged = unstagedFiles(state);
    const chosen = new Set<string>();
    for (const each of given) {
      const { path } = sandboxPath(each);
      const isMeant = (other: string) => other === path || other.startsWith(`${path}/`);
      const [conflict] = [...state.unresolved].filter(isMeant);
      if (conflict !== undefined) throw notResolved(conflict);
      const found = unstaged.filter(file => isMeant(file.path));
      if (found.length === 0) throw nothingToStage(path, state);
      for (const file of found) chosen.add(file.path);
    }
    if (chosen.size === 0) throw nothingToStage(`/${WORKSPACE}`, state);
    const paths = [...chosen].sort();
    const zones = new Set(paths.map(path => sandboxPath(path).zone));
    if (zones.size > 1)
      throw new SandboxFailure(
        'bad-path',
        `One commit is of one folder of the sandbox, not of ${[...zones].join(' and ')}.`,
      );
    for (const path of paths) await refuseMarkers(sandbox, path);
    const head = headOf(state);
    const commit: StagedCommit = {
      id: randomUUID(),
      message,
      createdAt: now(),
      files: paths.map((path): StagedFile => {
        const [file, base] = [state.files.get(path), head(path)];
        if (file === undefined) return { path, operation: 'delete', content: null, base };
        const { sha256, size, mode } = file;
        return { path, operation: base === null ? 'create' : 'update', content: { sha256, size, mode }, base };
      }),
      sources: [...state.sources],
      outdated: false,
    };
    return { step: { staged: [[commit.id, commit]] }, result: commit };
  });
}

/** Takes a staged commit back; the files stay as they are. */
export function discard(sandbox: Sandbox, given: string): Promise<StagedCommit> {
  return sandbox.change(async () => {
    const commit = findStaged(sandbox.state, given);
    return { step: { staged: [[commit.id, null]] }, result: commit };
  });
}

/** Notes on a staged commit what the person wrote who rejected it: whoever staged it reads it with the status. */
export function reject(sandbox: Sandbox, given: string, reason: string): Promise<StagedCommit> {
  return sandbox.change(async () => {
    const commit = { ...findStaged(sandbox.state, given), rejected: reason };
    return { step: { staged: [[commit.id, commit]] }, result: commit };
  });
}

/** A staged commit by its id or the beginning of it. */
export function findStaged({ staged }: Pick<State, 'staged'>, given: string): StagedCommit {
  const found = given.length < SHORT ? [] : [...staged.values()].filter(({ id }) => id.startsWith(given.toLowerCase()));
  const [commit] = found;
  if (commit !== undefined && found.length === 1) return commit;
  const known = [...staged.values()].map(each => `${shortId(each)} ${JSON.stringify(subjectOf(each))}`);
  throw new SandboxFailure(
    'no-such-commit',
    `No staged commit is called ${JSON.stringify(given.slice(0, 60))}.`,
    known.length === 0 ? 'Stage one with sandbox_stage.' : `There are: ${known.join(', ')}`,
  );
}

export const subjectOf = ({ message }: Pick<StagedCommit, 'message'>): string => message.split('\n', 1)[0] ?? '';

async function refuseMarkers({ state, contents }: Sandbox, path: string): Promise<void> {
  const file = state.files.get(path);
  const text = file && (await contents.get(file.sha256, path)).toString('utf8');
  if (text !== undefined && MARKER.test(text)) throw notResolved(path);
}

const notResolved = (path: string) =>
  new SandboxFailure(
    'not-resolved',
    `${path} has a conflict that is not resolved.`,
    `Write ${path} as it is to be, without the lines that begin with <<<<<<<, ======= and >>>>>>>, or delete it.`,
  );

function nothingToStage(path: string, state: Staging): SandboxFailure {
  const isThere =
    sandboxPath(path).inside === '' ||
    [...state.files.keys()].some(each => each === path || each.startsWith(`${path}/`));
  return new SandboxFailure(
    isThere ? 'nothing-to-stage' : 'no-such-file',
    isThere ? `${path} has not changed since it was staged or pulled.` : `There is nothing to stage at ${path}.`,
    'sandbox_status tells what has changed.',
  );
}
