import type { Program } from '../command/command.ts';
import type { Effect, ProgramUse } from '../command/verdict.ts';
import type { Gap } from './cap.ts';
import type { Output } from './output.ts';
import type { Ended } from './process.ts';

export type FailureReason =
  | 'acting-remote'
  | 'authentication'
  | 'cancelled'
  | 'embedded-repository'
  | 'exit-code'
  | 'files-changed'
  | 'git-directory'
  | 'github'
  | 'locked'
  | 'missing-folder'
  | 'moved-on'
  | 'not-approved'
  | 'not-checked'
  | 'not-found'
  | 'not-genuine'
  | 'not-saved'
  | 'not-set-up'
  | 'not-started'
  | 'old-git'
  | 'outside-workspace'
  | 'out-of-memory'
  | 'timed-out'
  | 'token-in-arguments'
  | 'program-set'
  | 'leads-to-secrets'
  | 'unlisted-folder'
  | 'unsafe-config';

/** Why GitHub, or gh in its name, did not answer. Each has a next step, and nothing branches on the text of a message. */
export type GitHubFailureCode =
  | 'bad-token'
  | 'gh-missing'
  | 'gh-too-old'
  | 'missing-permission'
  | 'no-remote'
  | 'no-token'
  | 'not-found'
  | 'offline'
  | 'pending-token'
  | 'rate-limited'
  | 'refused'
  | 'secondary-limit'
  | 'server-error'
  | 'sso-required'
  | 'wrong-host';

export interface Failure {
  readonly reason: FailureReason;
  /** The problem and, where there is one, the next step. */
  readonly message: string;
  /** There for the reason `github`. */
  readonly github?: GitHubFailureCode;
  /** When it is worth trying again, in milliseconds since the epoch; there for limits. */
  readonly retryAt?: number;
}

/** What a read would do besides reading, found out right before its run. */
export interface HeldBack {
  readonly effects: readonly Effect[];
  /** A sentence that names what decided. */
  readonly reason: string;
  /** The programs it would start, in full. */
  readonly programs?: readonly ProgramUse[];
}

/** The result of every run, whatever happened. */
export interface RunResult {
  readonly ok: boolean;
  /** Null when the program did not start or a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  readonly cancelled: boolean;
  readonly truncated: boolean;
  readonly durationMs: number;
  /** True when stdout describes binary output instead of showing it. */
  readonly binary?: true;
  /** Files with the whole of what was too long. */
  readonly spill?: { readonly stdout?: string; readonly stderr?: string };
  /** What is missing from stdout. */
  readonly gap?: Gap;
  /** Sentences about how it was run that change what its output means. */
  readonly notes?: readonly string[];
  /** There when a read was not run, but may be if the person says so. */
  readonly heldBack?: HeldBack;
  /** There exactly when `ok` is false. */
  readonly failure?: Failure;
}

export const NOT_FOUND = {
  git: 'git not found',
  gh: 'gh CLI not found. Install: https://cli.github.com',
} as const satisfies Record<Program, string>;

const AUTHENTICATION_HINT =
  'git could not sign in to the remote. Set up a credential helper (git config --global credential.helper …), ' +
  'load your key into the SSH agent (ssh-add), or run `gh auth setup-git`.';

const AUTHENTICATION = new RegExp(
  [
    'Authentication failed',
    'could not read (?:Username|Password)',
    'Host key verification failed',
    'Permission denied \\(',
    'The requested URL returned error: 40[13]',
  ].join('|'),
);

/** The result of a command that was not started. */
export function notRun(reason: FailureReason, message: string, durationMs = 0): RunResult {
  return {
    ok: false,
    exitCode: null,
    stdout: '',
    stderr: '',
    timedOut: false,
    cancelled: reason === 'cancelled',
    truncated: false,
    durationMs,
    failure: { reason, message },
  };
}

/** The result of a gh that has nothing to sign in with. */
export const denied = (failure: Failure): RunResult => ({ ...notRun(failure.reason, failure.message), failure });

/** The result for a caller that stopped waiting. */
export function cancelledResult(): RunResult {
  return notRun('cancelled', 'Cancelled.');
}

const missingFolderMessage = (folder: string) => `The repository's folder is gone: ${folder}`;

/** The result of a command whose folder is gone. */
export function missingFolder(folder: string): RunResult {
  return notRun('missing-folder', missingFolderMessage(folder));
}

/** The result of a program that is not installed. */
export function notFound(program: Program): RunResult {
  return notRun('not-found', NOT_FOUND[program]);
}

/** Puts together how a process ended and what it printed. */
export function resultOf(program: Program, ended: Ended, stdout: Output, stderr: Output): RunResult {
  const { exitCode, timedOut, cancelled, durationMs } = ended;
  const failure = failureOf(program, ended, stderr.text);
  return {
    ok: failure === undefined,
    exitCode,
    stdout: stdout.text,
    stderr: stderr.text,
    timedOut,
    cancelled,
    truncated: stdout.truncated || stderr.truncated,
    durationMs,
    ...(stdout.binary && { binary: true as const }),
    ...((stdout.spill ?? stderr.spill) && {
      spill: { ...(stdout.spill && { stdout: stdout.spill }), ...(stderr.spill && { stderr: stderr.spill }) },
    }),
    ...(stdout.gap && { gap: stdout.gap }),
    ...(failure && { failure }),
  };
}

function failureOf(program: Program, ended: Ended, stderr: string): Failure | undefined {
  const { startFailure, exitCode } = ended;
  if (startFailure?.reason === 'not-found') return { reason: 'not-found', message: NOT_FOUND[program] };
  if (startFailure?.reason === 'missing-folder')
    return { reason: 'missing-folder', message: missingFolderMessage(startFailure.detail) };
  if (startFailure)
    return { reason: 'not-started', message: `${program} could not be started: ${startFailure.detail}` };
  if (ended.timedOut) {
    const seconds = Math.round(ended.durationMs / 1000);
    return { reason: 'timed-out', message: `${program} was stopped after ${seconds} s. The limit is a setting.` };
  }
  if (ended.outOfMemory)
    return {
      reason: 'out-of-memory',
      message: `${program} was stopped: it took more memory than a read may. Ask for less, or for smaller values.`,
    };
  if (ended.cancelled) return { reason: 'cancelled', message: 'Cancelled.' };
  if (exitCode === 0) return undefined;
  const how = exitCode === null ? `${program} was ended by a signal.` : `${program} exited with code ${exitCode}.`;
  const said = [how, stderr.trim()].filter(Boolean).join('\n');
  if (program === 'git' && AUTHENTICATION.test(stderr)) {
    return { reason: 'authentication', message: `${said}\n${AUTHENTICATION_HINT}` };
  }
  return { reason: 'exit-code', message: said };
}
