import { configWords, environmentFor } from './environment.ts';
import { NOWHERE } from './guards.ts';
import type { ConfigEntry } from './own-config.ts';
import { type Ended, type Input, runProcess, type Sink } from './process.ts';
import { createFinder } from './programs.ts';
import { NOT_FOUND } from './result.ts';
import { type Scratch, scratchVariables } from './scratch.ts';

export interface GitProcessOptions {
  readonly signal?: AbortSignal | undefined;
  /** More than this is no answer. */
  readonly mostBytes?: number | undefined;
  readonly timeoutMs?: number | undefined;
  /** Exit codes besides 0 that are an answer too. */
  readonly accepts?: readonly number[] | undefined;
  /** The standard input of git; closed without it. */
  readonly input?: Input | undefined;
  /** An index to use in place of the work tree's own. */
  readonly indexFile?: string | undefined;
  /** Takes the answer byte by byte, however long; its text is then empty. */
  readonly take?: Sink | undefined;
  /** Settings for this question alone. */
  readonly config?: readonly ConfigEntry[] | undefined;
  /** True when paths stand for themselves, whatever characters are in them. */
  readonly literalPaths?: boolean | undefined;
  /** A repository that nothing leads to from the folder. */
  readonly at?: { readonly gitDirectory: string; readonly workTree: string } | undefined;
}

interface AskOptions extends GitProcessOptions {
  readonly scratch?: Scratch | undefined;
}

/** The answer of git, or why there is none. */
export type GitAnswer =
  | { readonly ok: true; readonly text: string; readonly exitCode?: number }
  | {
      readonly ok: false;
      readonly reason: 'not-a-read' | 'not-found' | 'failed' | 'timed-out' | 'cancelled' | 'too-much';
      readonly message: string;
    };

/** Starts git with the guards of a read and gives what it printed. Only the reader and the writer ask this way. */
export type AskGit = (args: readonly string[], cwd: string, options?: AskOptions) => Promise<GitAnswer>;

export interface AskGitOptions {
  /** A name to look up on PATH or an absolute path; asked every time, so that a new setting needs no restart. */
  readonly git?: (() => string) | undefined;
  /** The environment that git inherits, before it is cleaned. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** Hears of every process started. */
  readonly started?: ((args: readonly string[]) => void) | undefined;
}

const TIMEOUT_MS = 30_000;
const MOST_BYTES = 64 * 1024 * 1024;

export function createAskGit({ git = () => 'git', environment = process.env, started }: AskGitOptions = {}): AskGit {
  const find = createFinder();
  return async (args, cwd, options = {}) => {
    const { signal, mostBytes = MOST_BYTES, timeoutMs = TIMEOUT_MS, accepts = [], scratch, input, take } = options;
    const gh = { configDir: NOWHERE };
    const guarded = environmentFor({
      program: 'git',
      kind: 'read',
      inherited: environment,
      indexFile: options.indexFile,
      gh,
    });
    const env = scratch ? { ...guarded, ...scratchVariables(scratch) } : guarded;
    const file = await find(git(), env);
    if (file === undefined) return { ok: false, reason: 'not-found', message: NOT_FOUND.git };
    started?.(args);
    const chunks: Buffer[] = [];
    const said: Buffer[] = [];
    let bytes = 0;
    const stdout = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= mostBytes) chunks.push(chunk);
    };
    const stderr = (chunk: Buffer) => void (said.length < 16 && said.push(chunk));
    const ended = await runProcess(file, [...configWords(), ...globalWords(options), ...args], {
      cwd,
      env,
      timeoutMs,
      signal,
      input,
      stdout: take ?? stdout,
      stderr,
    });
    const { exitCode } = ended;
    if (exitCode !== null && [0, ...accepts].includes(exitCode) && bytes <= mostBytes)
      return { ok: true, text: Buffer.concat(chunks).toString(), exitCode };
    return failure(ended, bytes > mostBytes, Buffer.concat(said).toString().trim());
  };
}

function globalWords({ config = [], literalPaths = false, at }: GitProcessOptions): string[] {
  return [
    ...config.flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ...(literalPaths ? ['--literal-pathspecs'] : []),
    ...(at ? [`--git-dir=${at.gitDirectory}`, `--work-tree=${at.workTree}`] : []),
  ];
}

function failure({ startFailure, timedOut, cancelled, exitCode }: Ended, tooMuch: boolean, said: string): GitAnswer {
  if (startFailure) {
    const missing = startFailure.reason === 'not-found';
    return {
      ok: false,
      reason: missing ? 'not-found' : 'failed',
      message: missing ? NOT_FOUND.git : startFailure.detail,
    };
  }
  if (timedOut) return { ok: false, reason: 'timed-out', message: 'git took too long and was stopped.' };
  if (cancelled) return { ok: false, reason: 'cancelled', message: 'Cancelled.' };
  if (tooMuch) return { ok: false, reason: 'too-much', message: 'git printed more than can be read.' };
  return { ok: false, reason: 'failed', message: said || `git exited with code ${exitCode ?? 'none'}.` };
}
