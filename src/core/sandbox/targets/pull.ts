import { namesSecretFile } from '../../command/secret-files.ts';
import type { GitReader } from '../../git/reader.ts';
import { SandboxFailure } from '../failure.ts';
import { sha256 } from '../files/contents.ts';
import { createNames } from '../files/names.ts';
import { pathInZone, sandboxPath, WORKSPACE } from '../files/paths.ts';
import { isSameBranch, isSameContent, type Mode, type Source, type StagedCommit, type Stored } from '../files/state.ts';
import { mergeContents } from '../merge.ts';
import type { NewFile, Sandbox, Step } from '../sandbox.ts';
import { sizeText } from '../sizes.ts';
import { isLfsPointer } from './lfs.ts';
import type { PullSource } from './pull-source.ts';
import { SUBMODULE, SYMLINK, type TreeEntry } from './tree.ts';

export interface PullOptions {
  readonly git: GitReader;
  readonly sandbox: Sandbox;
  readonly source: PullSource;
  /** Files and folders from the root of the repository; all of it without them. */
  readonly paths?: readonly string[] | undefined;
  /** The folder of the sandbox that gets them. */
  readonly zone?: string | undefined;
}

export interface PullResult {
  /** What was written into the sandbox, or removed there. */
  readonly pulled: readonly string[];
  /** Those of them in which both sides changed the same. */
  readonly conflicts: readonly string[];
  /** What stayed out, and why. */
  readonly skipped: readonly { readonly path: string; readonly why: string }[];
  /** Files that are pointers of Git LFS. */
  readonly pointers: readonly string[];
  readonly commit: string;
  readonly branch: string;
}

/** A file of the source. */
interface Incoming extends Stored {
  readonly bytes: Buffer;
}

/** What becomes of one file. */
interface Merged {
  /** Undefined leaves the file as it is, null removes it. */
  readonly file?: { readonly bytes: Buffer; readonly mode: Mode } | null;
  readonly conflict?: true;
}

/**
 * Brings files of a branch into the sandbox, merged with what was changed there. Only the sandbox is written. What a person
 * is asked about elsewhere, files with secrets, stays out.
 */
export function pull({ git, sandbox, source, paths, zone = WORKSPACE }: PullOptions): Promise<PullResult> {
  return sandbox.change(async () => {
    const { state } = sandbox;
    const { branch, ref, commit } = await commitOf(source);
    const from: Source = { repository: source.key, ref, commit };
    const tree = await source.tree(commit);
    const scope = scopeOf(
      sandbox,
      zone,
      paths,
      state.sources.some(each => isSameBranch(each, from)),
    );
    const { wanted, skipped } = choose(tree, zone, scope);
    checkRoom(sandbox, wanted);
    const incoming = await readIncoming(source, wanted);

    const write: NewFile[] = [];
    const remove: string[] = [];
    const keep: Buffer[] = [];
    const bases: [string, Stored | null][] = [];
    const conflicts: string[] = [];
    for (const path of [...new Set([...incoming.keys(), ...inScope(state.bases.keys(), zone, scope)])].sort()) {
      const [theirs, base] = [incoming.get(path), state.bases.get(path)];
      if (theirs === undefined && skipped.some(each => each.path === path)) continue;
      const { file, conflict } = await mergeFile(git, sandbox, path, base, theirs);
      if (file === null) remove.push(path);
      else if (file !== undefined) write.push({ path, bytes: file.bytes, executable: file.mode === '100755' });
      if (conflict) conflicts.push(path);
      if (!isSameContent(base, theirs)) {
        bases.push([path, theirs ? { sha256: theirs.sha256, size: theirs.size, mode: theirs.mode } : null]);
        if (theirs) keep.push(theirs.bytes);
      }
    }
    const step: Step = {
      write,
      remove,
      keep,
      bases,
      unresolved: conflicts.map(path => [path, true]),
      sources: [from],
      staged: outdated([...state.staged.values()], from, new Set(bases.map(([path]) => path))),
    };
    const result: PullResult = {
      pulled: [...new Set([...write.map(({ path }) => path), ...remove, ...conflicts])].sort(),
      conflicts,
      skipped,
      pointers: [...incoming].filter(([, { bytes }]) => isLfsPointer(bytes)).map(([path]) => path),
      ...{ commit, branch },
    };
    return { step, result };
  });
}

/** The commit of the branch that is named, or of the one that is checked out. */
async function commitOf(source: PullSource): Promise<{ branch: string; ref: string; commit: string }> {
  const { branch, commit, others } = await source.head();
  if (branch !== undefined && commit !== undefined) return { branch, ref: `refs/heads/${branch}`, commit };
  throw new SandboxFailure(
    'bad-branch',
    branch === undefined
      ? `No branch is checked out in ${source.shown}.`
      : `There is no branch ${branch} in ${source.shown}.`,
    `There are: ${others.slice(0, 20).join(', ') || 'none'}`,
  );
}

/** The paths of the sandbox that a pull is about; undefined for all. */
type Scope = ReadonlySet<string> | undefined;

/** From the branch the sandbox has come from all files that it has are pulled too: they are compared with that commit from now on. */
function scopeOf(
  { state }: Sandbox,
  zone: string,
  paths: readonly string[] | undefined,
  comesFromThere: boolean,
): Scope {
  if (paths === undefined) return undefined;
  const named = paths.map(each => sandboxPath(each.startsWith('/') ? each : `/${zone}/${each === '.' ? '' : each}`));
  const [stray] = named.filter(each => each.zone !== zone);
  if (stray)
    throw new SandboxFailure(
      'bad-path',
      `${stray.path} is not in /${zone}.`,
      'Name paths from the root of the repository.',
    );
  if (named.some(({ inside }) => inside === '')) return undefined;
  const known = comesFromThere
    ? [...state.files.keys(), ...state.bases.keys()].filter(each => each.startsWith(`/${zone}/`))
    : [];
  return new Set([...named.map(({ path }) => path), ...known]);
}

const isInScope = (path: string, scope: Scope): boolean => {
  if (scope === undefined || scope.has(path)) return true;
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
    if (scope.has(path.slice(0, at))) return true;
  return false;
};

const inScope = (paths: Iterable<string>, zone: string, scope: Scope): string[] =>
  [...paths].filter(path => path.startsWith(`/${zone}/`) && isInScope(path, scope));

/** The files that come, by their paths in the sandbox, and what does not. */
function choose(tree: ReadonlyMap<string, TreeEntry>, zone: string, scope: Scope) {
  const wanted = new Map<string, TreeEntry>();
  const skipped: { path: string; why: string }[] = [];
  const names = createNames([]);
  for (const [inside, entry] of tree) {
    const whole = `/${zone}/${inside}`;
    if (!isInScope(whole, scope)) continue;
    const why = whyNot(inside, entry);
    if (why !== undefined) {
      skipped.push({ path: whole, why });
      continue;
    }
    try {
      const { path } = pathInZone(zone, inside);
      const other = names.inTheWayOf(path);
      if (other !== undefined) {
        skipped.push({ path, why: `on some disks it is one with ${other}` });
        continue;
      }
      names.add(path);
      wanted.set(path, entry);
    } catch (error) {
      if (!(error instanceof SandboxFailure)) throw error;
      skipped.push({ path: whole, why: error.message });
    }
  }
  return { wanted, skipped };
}

function whyNot(inside: string, { mode }: TreeEntry): string | undefined {
  if (mode === SYMLINK) return 'a symlink: a sandbox holds files alone';
  if (mode === SUBMODULE) return 'a submodule';
  if (namesSecretFile(inside)) return 'such files hold secrets: ask the person for what you need of it';
  return undefined;
}

/** Said before anything is read: a repository may be larger than memory. */
function checkRoom({ limits }: Sandbox, wanted: ReadonlyMap<string, TreeEntry>): void {
  const bytes = [...wanted.values()].reduce((sum, { size }) => sum + size, 0);
  const [large] = [...wanted].filter(([, { size }]) => size > limits.fileBytes);
  const why =
    large !== undefined
      ? `${large[0]} has ${sizeText(large[1].size)}, and a file of a sandbox at most ${sizeText(limits.fileBytes)}`
      : bytes > limits.bytes
        ? `that is ${sizeText(bytes)}, and a sandbox holds at most ${sizeText(limits.bytes)}`
        : wanted.size > limits.files
          ? `these are ${wanted.size} files, and a sandbox holds at most ${limits.files}`
          : undefined;
  if (why !== undefined) throw new SandboxFailure('quota', `Nothing was pulled: ${why}.`, 'Name the paths you need.');
}

async function readIncoming(
  source: PullSource,
  wanted: ReadonlyMap<string, TreeEntry>,
): Promise<ReadonlyMap<string, Incoming>> {
  const entries = [...wanted];
  const found = new Map<string, Incoming>();
  const blobs = await source.contents(entries.map(([, entry]) => entry));
  for (const [at, [path, { mode }]] of entries.entries()) {
    const bytes = blobs[at];
    if (bytes === undefined)
      throw new SandboxFailure(
        'target-refused',
        `The content of ${path} is not in the repository.`,
        'It may be a partial clone: ask the person to fetch it.',
      );
    found.set(path, {
      bytes,
      sha256: sha256(bytes),
      size: bytes.length,
      mode: mode === '100755' ? '100755' : '100644',
    });
  }
  return found;
}

/** Three ways: as it was when it came, as it is in the sandbox, as it is there now. */
async function mergeFile(
  git: GitReader,
  { state, contents }: Sandbox,
  path: string,
  base: Stored | undefined,
  theirs: Incoming | undefined,
): Promise<Merged> {
  const ours = state.files.get(path);
  const [changedHere, changedThere] = [!isSameContent(ours, base), !isSameContent(theirs, base)];
  if (!changedThere || isSameContent(ours, theirs)) return {};
  if (!changedHere) return { file: theirs ?? null };
  // One side has removed what the other changed: what there is stays to be looked at.
  if (ours === undefined) return theirs ? { file: theirs, conflict: true } : {};
  if (theirs === undefined) return { conflict: true };
  const mode = ours.mode === (base?.mode ?? ours.mode) ? theirs.mode : ours.mode;
  if (ours.sha256 === theirs.sha256) return { file: { bytes: theirs.bytes, mode } };
  const read = (stored: Stored | undefined) => (stored ? contents.get(stored.sha256, path) : Buffer.alloc(0));
  const merged = await mergeContents(git, { ours: await read(ours), base: await read(base), theirs: theirs.bytes });
  if (merged === undefined) return { conflict: true };
  const file = { bytes: merged.content, mode };
  return merged.status === 'clean' ? { file } : { file, conflict: true };
}

/** Commits that were made from something else than what is there now: they are to be staged again. */
function outdated(all: readonly StagedCommit[], from: Source, changed: ReadonlySet<string>): [string, StagedCommit][] {
  return all
    .filter(
      ({ files, sources }) =>
        sources.some(each => isSameBranch(each, from) && each.commit !== from.commit) ||
        files.some(({ path }) => changed.has(path)),
    )
    .map(each => [each.id, { ...each, outdated: true }]);
}
