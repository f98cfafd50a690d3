import { createEmitter, type Emitter } from '../../shared/emitter.ts';
import { mapInBatches } from '../../shared/map-in-batches.ts';
import { createSerialQueue } from '../../shared/serial-queue.ts';
import { SandboxFailure } from './failure.ts';
import type { ChangeLog } from './files/change-log.ts';
import { type Contents, sha256 } from './files/contents.ts';
import { createNames } from './files/names.ts';
import { sandboxPath, WORKSPACE } from './files/paths.ts';
import { applyChange, type Change, contentsOf, type Mode, type SandboxFile, type State } from './files/state.ts';
import { type SandboxLimits, sizeText } from './sizes.ts';

export interface SandboxOptions {
  readonly name: string;
  readonly contents: Contents;
  readonly log: ChangeLog;
  /** As the log has it. */
  readonly state: State;
  readonly limits: SandboxLimits;
  readonly now: () => number;
  /** Hears what a step has changed. */
  readonly changed?: ((change: SandboxChange) => void) | undefined;
  readonly reportError: (error: unknown) => void;
}

/** What a step has changed, as somebody who shows a sandbox wants to know it. */
export interface SandboxChange {
  readonly files: readonly FileChange[];
  /** True when a staged commit came, went or became another. */
  readonly staged: boolean;
}

/** A file that was made, written or removed. */
export interface FileChange {
  readonly path: string;
  readonly kind: 'created' | 'changed' | 'deleted';
}

/** A file to be written; `executable` left out keeps what it was. */
export interface NewFile {
  readonly path: string;
  readonly bytes: Buffer;
  readonly executable?: boolean | undefined;
}

/** What one step changes: files first, so that nothing is said of a content that is not kept. */
export interface Step extends Omit<Change, 'files'> {
  readonly write?: readonly NewFile[];
  readonly remove?: readonly string[];
  /** Contents that bases need. */
  readonly keep?: readonly Buffer[];
}

/** The files of one agent's session, apart from the work tree, and what is staged of them. */
export interface Sandbox {
  readonly name: string;
  /** As it is now; only `change` changes it. */
  readonly state: Readonly<State>;
  readonly limits: SandboxLimits;
  readonly contents: Pick<Contents, 'put' | 'get'>;
  readonly changes: Pick<Emitter<readonly FileChange[]>, 'listen'>;
  read(path: string): Promise<Buffer>;
  write(files: readonly NewFile[]): Promise<void>;
  /** Removes a file, or a folder with all that is in it, and answers with what went. */
  remove(path: string): Promise<readonly string[]>;
  /** Moves a file, or a folder with all that is in it; `overwrite` lets it take the place of what is there. */
  rename(from: string, to: string, overwrite?: boolean): Promise<void>;
  /** Plans a step by the state of its turn and carries it out whole or not at all. */
  change<T>(plan: () => Promise<{ readonly step: Step; readonly result: T }>): Promise<T>;
  /** Removes contents that nothing needs any more. */
  tidy(): Promise<void>;
}

/** Contents that are written side by side. */
const AT_ONCE = 16;

export function createSandbox({
  name,
  contents,
  log,
  state,
  limits,
  now,
  changed,
  reportError,
}: SandboxOptions): Sandbox {
  const inTurn = createSerialQueue();
  const changes = createEmitter<readonly FileChange[]>(reportError);
  const names = createNames(state.files.keys());
  /** No two changes have the same time, so that whoever compares times sees each. */
  let last = Math.max(0, ...[...state.files.values()].map(({ modified }) => modified));
  const nextTime = () => {
    last = Math.max(now(), last + 1);
    return last;
  };

  /** No less than what all contents take; exact when it has been counted. */
  let atMost = bytesIn(state);
  /** Written since contents that nothing needs were removed last. */
  let written = 0;

  const tidy = async () => {
    await contents.keepOnly(new Set(contentsOf(state).keys()));
    written = 0;
  };

  /** Takes the names of a step, or none; answers with the way back. */
  const takeNames = (remove: readonly string[], write: readonly NewFile[]): (() => void) => {
    for (const path of remove) names.remove(path);
    const added: string[] = [];
    const giveBack = () => {
      for (const path of added) names.remove(path);
      for (const path of remove) names.add(path);
    };
    for (const { path } of write) {
      const other = names.inTheWayOf(path);
      if (other !== undefined) {
        giveBack();
        throw inTheWay(path, other);
      }
      if (state.files.has(path) && !remove.includes(path)) continue;
      names.add(path);
      added.push(path);
    }
    return giveBack;
  };

  const carryOut = async ({ write = [], remove = [], keep = [], ...rest }: Step): Promise<void> => {
    const gone = remove.filter(path => state.files.has(path));
    const resolved = [...gone, ...write.map(({ path }) => path)].filter(path => state.unresolved.has(path));
    const change: Change = {
      ...rest,
      files: [...gone.map((path): [string, null] => [path, null]), ...write.map(fileOf)],
      unresolved: [...resolved.map((path): [string, boolean] => [path, false]), ...(rest.unresolved ?? [])],
    };
    const more = [...write.map(({ bytes }) => bytes.length), ...(rest.bases ?? []).map(([, base]) => base?.size ?? 0)];
    const added = more.reduce((sum, size) => sum + size, 0);
    if (state.files.size + write.length > limits.files || atMost + added > limits.bytes) {
      checkQuota(state, change, limits);
      atMost = bytesIn(state);
    }
    const giveBack = takeNames(gone, write);
    try {
      await mapInBatches([...write.map(({ bytes }) => bytes), ...keep], contents.put, AT_ONCE);
      await log.append(change);
    } catch (error) {
      giveBack();
      throw error;
    }
    const told = [
      ...gone.map((path): FileChange => ({ path, kind: 'deleted' })),
      ...write.map(({ path }): FileChange => ({ path, kind: state.files.has(path) ? 'changed' : 'created' })),
    ];
    applyChange(state, change);
    atMost += added;
    written += added;
    if (written > limits.bytes) await tidy();
    if (told.length > 0) changes.emit(told);
    if (told.length > 0 || rest.staged !== undefined) changed?.({ files: told, staged: rest.staged !== undefined });
  };

  const fileOf = ({ path, bytes, executable }: NewFile): [string, SandboxFile] => {
    if (bytes.length > limits.fileBytes) throw tooLarge(path, bytes.length, limits);
    const known = state.files.get(path)?.mode ?? state.bases.get(path)?.mode ?? '100644';
    const mode: Mode = executable === undefined ? known : executable ? '100755' : '100644';
    return [path, { sha256: sha256(bytes), size: bytes.length, mode, modified: nextTime() }];
  };

  const fileAt = (path: string): SandboxFile => {
    const found = state.files.get(path);
    if (found === undefined) throw noSuchFile(path);
    return found;
  };

  /** The path of a file, in the workspace or in a folder beside it that a pull has made. */
  const fileIn = (given: string): string => {
    const { path, zone, inside } = sandboxPath(given);
    const isThere = (each: string) => each.startsWith(`/${zone}/`);
    if (inside === '') throw new SandboxFailure('bad-path', `${path} is a folder.`, 'Name a file in it.');
    if (zone === WORKSPACE || [...state.files.keys(), ...state.bases.keys()].some(isThere)) return path;
    throw new SandboxFailure('bad-path', `There is no /${zone} in the sandbox.`, `Files are below /${WORKSPACE}.`);
  };

  const change: Sandbox['change'] = plan =>
    inTurn(async () => {
      const { step, result } = await plan();
      await carryOut(step);
      return result;
    });

  return {
    name,
    state,
    limits,
    contents,
    changes,
    change,
    async read(given) {
      const { path } = sandboxPath(given);
      return contents.get(fileAt(path).sha256, path);
    },
    write: files =>
      change(async () => {
        const write = files.map(({ path, ...file }) => ({ ...file, path: fileIn(path) }));
        return { step: { write }, result: undefined };
      }),
    remove: given =>
      change(async () => {
        const { path } = sandboxPath(given);
        const remove = [...state.files.keys()].filter(each => each === path || each.startsWith(`${path}/`));
        if (remove.length === 0) throw noSuchFile(path);
        return { step: { remove }, result: remove };
      }),
    rename: (from, to, overwrite = false) =>
      change(async () => {
        const [source, target] = [fileIn(from), fileIn(to)];
        if (source === target) return { step: {}, result: undefined };
        const inside = (folder: string) => [...state.files.keys()].filter(each => each.startsWith(`${folder}/`));
        const moved = state.files.has(source) ? [source] : inside(source);
        if (moved.length === 0) throw noSuchFile(source);
        const replaced = [...(state.files.has(target) ? [target] : []), ...inside(target)];
        if (replaced.length > 0 && !overwrite) throw inTheWay(target, target);
        const write: NewFile[] = [];
        for (const path of moved) {
          const { sha256, mode } = fileAt(path);
          const bytes = await contents.get(sha256, path);
          write.push({ path: fileIn(`${target}${path.slice(source.length)}`), bytes, executable: mode === '100755' });
        }
        return { step: { remove: [...moved, ...replaced], write }, result: undefined };
      }),
    tidy: () => inTurn(tidy),
  };
}

function checkQuota(state: State, change: Change, limits: SandboxLimits): void {
  const after: State = {
    files: new Map(state.files),
    bases: new Map(state.bases),
    staged: new Map(state.staged),
    unresolved: new Set(),
    sources: [],
  };
  applyChange(after, change);
  if (after.files.size > limits.files && after.files.size > state.files.size)
    throw new SandboxFailure('quota', `A sandbox holds at most ${limits.files} files.`, 'Delete what is not needed.');
  const bytes = bytesIn(after);
  if (bytes > limits.bytes && bytes > bytesIn(state))
    throw new SandboxFailure(
      'quota',
      `A sandbox holds at most ${sizeText(limits.bytes)}, with what was pulled and what is staged; this would make ${sizeText(bytes)}.`,
      'Delete files that are not needed, push or discard what is staged, or pull fewer paths.',
    );
}

const bytesIn = (state: State): number => [...contentsOf(state).values()].reduce((sum, size) => sum + size, 0);

const tooLarge = (path: string, bytes: number, { fileBytes }: SandboxLimits) =>
  new SandboxFailure(
    'quota',
    `${path} has ${sizeText(bytes)}; a file of a sandbox has at most ${sizeText(fileBytes)}.`,
    'Leave it out: a repository is no place for a file of that size.',
  );

const noSuchFile = (path: string) =>
  new SandboxFailure('no-such-file', `There is no ${path} in the sandbox.`, 'sandbox_list tells what there is.');

const inTheWay = (path: string, other: string) =>
  new SandboxFailure(
    'bad-path',
    path === other ? `${path} is there already.` : `${path} cannot be beside ${other}: on some disks they are one.`,
    'Choose another name, or delete the other file first.',
  );
