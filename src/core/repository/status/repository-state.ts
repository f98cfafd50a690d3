import { loadOnce } from '../../../shared/load-once.ts';
import type { ReadOnlyCommand } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import type { RunResult } from '../../git/result.ts';
import type { OpenRepository } from '../locate.ts';
import type { InlineDiffs } from './inline-diffs.ts';
import type { CountedFile } from './numstat.ts';
import type { P6Settings } from './p6-settings.ts';
import type { ChangedFile } from './parse-status.ts';
import type { ReadyState, RepositoryStatus } from './repository-status.ts';
import type { StatusScanner } from './scan.ts';
import type { StatusScan } from './scan-result.ts';

/** The log section as it was read. */
export interface StatusLog {
  /** The settings and refs it was read for; with others it has to be read again. */
  readonly key: string;
  readonly text: string | null;
  readonly notice: string | null;
}

/** All that the status view keeps of one repository. */
export interface RepositoryState {
  readonly repository: OpenRepository;
  readonly scanner: StatusScanner;
  settings: P6Settings;
  /** True when something changed since the last scan began. */
  stale: boolean;
  /** True when refs changed since the log was read. */
  logStale: boolean;
  /** The last scan, not redacted; undefined before the first and after one that failed. */
  scan: StatusScan | undefined;
  log: StatusLog | undefined;
  /** The files by the redacted paths that the view shows for them. */
  filesByShownPath: ReadonlyMap<string, ChangedFile>;
  /** The diffs of files that were shown, loaded with the first. */
  readonly diffs: () => Promise<InlineDiffs>;
}

/** The states of a window's repositories, by root. */
export interface RepositoryStates {
  /** The state of a repository; a new one when its git directory is another than before. */
  of(repository: OpenRepository): RepositoryState;
  get(root: string): RepositoryState | undefined;
  /** Drops those of all other repositories. */
  keepOnly(roots: ReadonlySet<string>): void;
  dispose(): void;
}

export interface RepositoryStatesOptions {
  readonly createScanner: (repository: OpenRepository) => StatusScanner;
  readonly loadSettings: (root: string) => P6Settings;
}

export function createRepositoryStates({ createScanner, loadSettings }: RepositoryStatesOptions): RepositoryStates {
  const states = new Map<string, RepositoryState>();
  return {
    of(repository) {
      const { root, gitDirectory } = repository;
      const known = states.get(root);
      if (known?.repository.gitDirectory === gitDirectory) return known;
      known?.scanner.dispose();
      const fresh: RepositoryState = {
        repository,
        scanner: createScanner(repository),
        settings: loadSettings(root),
        stale: true,
        logStale: true,
        scan: undefined,
        log: undefined,
        filesByShownPath: new Map(),
        diffs: loadOnce(async () => (await import('./inline-diffs.ts')).createInlineDiffs()),
      };
      states.set(root, fresh);
      return fresh;
    },
    get: root => states.get(root),
    keepOnly(roots) {
      for (const [root, { scanner }] of states) {
        if (roots.has(root)) continue;
        scanner.dispose();
        states.delete(root);
      }
    },
    dispose() {
      for (const { scanner } of states.values()) scanner.dispose();
    },
  };
}

/** The state that the view shows for a scan, redacted, and the files that its paths stand for. */
export function redactScan(
  { repository, settings, log }: RepositoryState,
  scan: StatusScan,
  redact: (text: string) => string,
): { readonly ready: ReadyState; readonly filesByShownPath: ReadonlyMap<string, ChangedFile> } {
  const { root, name } = repository;
  const { status, filesByShownPath } = redactStatus(scan.status, redact);
  const logNotice = settings.showLogs ? (log?.notice ?? null) : null;
  const notices = logNotice === null ? status.notices : [...status.notices, redact(logNotice)];
  const ready: ReadyState = {
    kind: 'ready',
    repository: { root, name: redact(name) },
    status: { ...status, notices },
    settings: { ...settings, logArgs: redact(settings.logArgs), diffBase: orNull(settings.diffBase, redact) },
    log: settings.showLogs ? (log?.text ?? null) : null,
  };
  return { ready, filesByShownPath };
}

const orNull = (text: string | null, redact: (text: string) => string) => (text === null ? null : redact(text));

/** The same status with names and notices redacted, and the files by their redacted paths. */
function redactStatus(
  status: RepositoryStatus,
  redact: (text: string) => string,
): { readonly status: RepositoryStatus; readonly filesByShownPath: ReadonlyMap<string, ChangedFile> } {
  const filesByShownPath = new Map<string, ChangedFile>();
  const files = status.files.map(file => {
    const path = redact(file.path);
    if (!filesByShownPath.has(path)) filesByShownPath.set(path, file);
    const originalPath = orNull(file.originalPath, redact);
    // The same object where it can be: the page takes another one for another content.
    if (path === file.path && originalPath === file.originalPath) return file;
    return Object.assign({}, file, { path, originalPath }) satisfies CountedFile;
  });
  const { branch, upstream, diffBase, notices } = status;
  const names = {
    branch: orNull(branch, redact),
    upstream: orNull(upstream, redact),
    diffBase: orNull(diffBase, redact),
  };
  const operations = status.operations.map(operation => {
    const { from, onto } = operation.names;
    return { ...operation, names: { from: orNull(from, redact), onto: orNull(onto, redact) } };
  });
  return { status: { ...status, ...names, operations, files, notices: notices.map(redact) }, filesByShownPath };
}

/** Reads the log for the settings and refs of now; undefined when the one there is will do. */
export async function readLog(
  { settings, log, scan, repository }: RepositoryState,
  isStale: boolean,
  context: Context,
  read: (command: ReadOnlyCommand, root: string) => Promise<RunResult>,
): Promise<StatusLog | undefined> {
  const key = `${settings.logArgs}\0${scan?.refsKey ?? ''}`;
  if (!settings.showLogs || (log?.key === key && !isStale)) return undefined;
  // There is nothing to log before the first commit, and git calls it an error.
  if (scan?.status.oid === null) return { key, text: null, notice: null };
  const { logCommand } = await import('./configure.ts');
  const command = await logCommand(settings.logArgs, context);
  if (!command.ok) return { key, text: null, notice: command.message };
  const { ok, stdout, failure } = await read(command.command, repository.root);
  return ok
    ? { key, text: stdout, notice: null }
    : { key, text: null, notice: `The log could not be read. ${failure?.message ?? ''}` };
}
