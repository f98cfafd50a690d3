import type { ReadOnlyCommand } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import type { RunResult } from '../../git/result.ts';
import { logCommand, type P6Settings } from './configure.ts';
import type { CountedFile } from './numstat.ts';
import type { ChangedFile } from './parse-status.ts';
import type { Look, StatusReader } from './scan.ts';
import type { StatusRepository, StatusSnapshot } from './snapshot.ts';

/** The log section as it was read. */
export interface Log {
  /** What it was read for; another one means that it has to be read again. */
  readonly key: string;
  readonly text: string | null;
  readonly notice: string | null;
}

/** What is known of one repository. */
export interface Desk {
  readonly repository: StatusRepository;
  readonly reader: StatusReader;
  settings: P6Settings;
  /** True when something was touched since the last look began. */
  stale: boolean;
  /** True when refs were touched since the log was read. */
  logStale: boolean;
  look: Look | undefined;
  log: Log | undefined;
  shown: Shown | undefined;
}

/** A snapshot, and which files the names in it stand for. */
export interface Shown {
  readonly snapshot: StatusSnapshot;
  readonly names: ReadonlyMap<string, ChangedFile>;
}

/** What may be seen of a look: names and notices redacted. */
export function shownOf({ repository, settings, log }: Desk, look: Look, redact: (text: string) => string): Shown {
  const { root, name } = repository;
  const { files: _, ...head } = look.status;
  const names = new Map<string, ChangedFile>();
  const orNull = (text: string | null) => (text === null ? null : redact(text));
  const files = look.files.map(file => {
    const path = redact(file.path);
    if (!names.has(path)) names.set(path, file);
    const originalPath = orNull(file.originalPath);
    if (path === file.path && originalPath === file.originalPath) return file;
    return Object.assign({}, file, { path, originalPath }) satisfies CountedFile;
  });
  const notices = [head.notice, ...look.notices, settings.showLogs ? (log?.notice ?? null) : null];
  const snapshot: StatusSnapshot = {
    repository: { root, name: redact(name) },
    status: { ...head, branch: orNull(head.branch), upstream: orNull(head.upstream) },
    files,
    counted: look.counted,
    untrackedOmitted: look.untrackedOmitted,
    operations: look.operations,
    diffBase: orNull(look.base),
    settings,
    log: settings.showLogs ? (log?.text ?? null) : null,
    notices: notices.filter(notice => notice !== null).map(redact),
  };
  return { snapshot, names };
}

/** The log for the settings and refs of now; undefined when the one there is will do. */
export async function newLog(
  { settings, log, logStale, look, repository }: Desk,
  context: Context,
  read: (command: ReadOnlyCommand, root: string) => Promise<RunResult>,
): Promise<Log | undefined> {
  const key = `${settings.logArgs}\0${look?.refs ?? ''}`;
  if (!settings.showLogs || (log?.key === key && !logStale)) return undefined;
  // There is nothing to log before the first commit, and git calls it an error.
  if (look?.status.oid === null) return { key, text: null, notice: null };
  const command = logCommand(settings.logArgs, context);
  if (!command.ok) return { key, text: null, notice: command.message };
  const { ok, stdout, failure } = await read(command.command, repository.root);
  return ok ? { key, text: stdout, notice: null } : { key, text: null, notice: `The log: ${failure?.message ?? ''}` };
}
