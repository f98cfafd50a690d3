import { isReadOnly, type ReadOnlyCommand } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import type { GitReader } from '../../git/reader.ts';
import { DEFAULT_LOG_ARGS, type P6Settings } from './p6-settings.ts';

/** The fields of git_configure_p6, as its caller spells them. */
export interface P6Fields {
  readonly show_diffs?: boolean | undefined;
  readonly show_logs?: boolean | undefined;
  readonly log_args?: string | undefined;
  readonly diff_base?: string | undefined;
}

export interface ConfigureOptions {
  readonly context: Context;
  /** See `resolveCommit`. */
  readonly resolveCommit: (ref: string) => Promise<string | undefined>;
}

export type ConfigureResult =
  | { readonly ok: true; readonly settings: P6Settings; readonly message: string }
  | { readonly ok: false; readonly reason: ConfigureReason; readonly message: string };

export type ConfigureReason = 'invalid-log-args' | 'invalid-ref' | 'no-repository';

export type LogCommand =
  | { readonly ok: true; readonly command: ReadOnlyCommand }
  | { readonly ok: false; readonly message: string };

/** The commit that a ref stands for; undefined when it stands for none. */
export async function resolveCommit(
  git: GitReader,
  workTree: string,
  ref: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (!mayBeRef(ref)) return undefined;
  // A ref alone would also pass as a blob, or as an object that is not there.
  const answer = await git.read(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`], workTree, { signal });
  return answer.ok ? answer.text.trim() : undefined;
}

/** The `git log` that the status view shows, or why these arguments do not make one. */
export async function logCommand(logArgs: string, context: Context): Promise<LogCommand> {
  // Not loaded with this module: a status without a log has no need of the tables.
  const { classifyText } = await import('../../command/tables.ts');
  const classified = classifyText('git', `git log ${logArgs}`, context);
  if (!classified.ok) return { ok: false, message: `Invalid log_args: '${logArgs}'. ${classified.message}` };
  const { command } = classified;
  if (isReadOnly(command)) return { ok: true, command };
  const { reason } = command.verdict;
  return { ok: false, message: `Invalid log_args: '${logArgs}'. Must make a read-only git log: ${reason}` };
}

/** Applies the given fields to the status view's settings: all of them, or none when one is wrong. */
export async function configure(
  settings: P6Settings,
  { show_diffs, show_logs, log_args, diff_base }: P6Fields,
  { context, resolveCommit }: ConfigureOptions,
): Promise<ConfigureResult> {
  const logArgs = log_args === '' ? DEFAULT_LOG_ARGS : log_args;
  const log = logArgs === undefined ? undefined : await logCommand(logArgs, context);
  if (log?.ok === false) return { ok: false, reason: 'invalid-log-args', message: log.message };
  const diffBase = diff_base === '' ? 'HEAD' : diff_base;
  if (diffBase !== undefined && diffBase !== 'HEAD' && !(await isCommit(diffBase, resolveCommit))) {
    const message = `Invalid git ref: '${diffBase}'. Must be a valid commit, branch, tag, or relative ref.`;
    return { ok: false, reason: 'invalid-ref', message };
  }
  const changes = [
    show_diffs !== undefined && `show_diffs=${show_diffs}`,
    show_logs !== undefined && `show_logs=${show_logs}`,
    logArgs !== undefined && `log_args='${logArgs}'`,
    diffBase !== undefined && `diff_base='${diffBase}'`,
  ].filter(change => change !== false);
  return {
    ok: true,
    settings: {
      showDiffs: show_diffs ?? settings.showDiffs,
      showLogs: show_logs ?? settings.showLogs,
      logArgs: logArgs ?? settings.logArgs,
      diffBase: diffBase === undefined ? settings.diffBase : diffBase === 'HEAD' ? null : diffBase,
    },
    message: `P6 configured: ${changes.join(', ') || 'nothing was given to change'}`,
  };
}

async function isCommit(ref: string, resolveCommit: ConfigureOptions['resolveCommit']): Promise<boolean> {
  return mayBeRef(ref) && (await resolveCommit(ref)) !== undefined;
}

/** `-x` would be an option and `^x` leaves a commit out; git resolves the second and diff then compares something else. */
const mayBeRef = (ref: string): boolean => ref !== '' && !/^[-^]|\p{Cc}/u.test(ref);
