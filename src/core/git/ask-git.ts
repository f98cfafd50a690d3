import { configWords, environmentFor } from './environment.ts';
import { NOWHERE } from './guards.ts';
import { MEMORY_LIMIT } from './memory.ts';
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
  /** A list of commits without their parents, to use in place of the repository's own. */
  readonly shallowFile?: string | undefined;
  /** Takes the answer byte by byte, however long; its text is then empty. */
  readonly take?: Sink | undefined;
  /** Settings for this question alone. */
  readonly config?: readonly ConfigEntry[] | undefined;
  /** True when paths stand for themselves, whatever characters are in them. */
  readonly literalPaths?: boolean | undefined;
  /** True when objects are read as they are stored, whatever replace refs and grafts say. */
  readonly asStored?: boolean | undefined;
  /** A repository that nothing leads to from the folder. */
  readonly at?: { readonly gitDirectory: string; readonly workTree: string } | undefined;
}

interface AskOptions extends GitProcessOptions {
  /** True for what changes the repository. */
  readonly writes?: boolean | undefined;
  readonly scratch?: Scratch | undefined;
}

/** The answer of git, or why there is none. */
export type GitAnswer =
  | { readonly ok: true; readonly text: string; readonly exitCode?: number }
  | {
      readonly ok: false;
      readonly reason:
        | 'not-a-read'
        | 'not-found'
        | 'failed'
        | 'timed-out'
        | 'cancelled'
        | 'too-much'
        | 'acting-remote'
        | 'old-git'
        | 'outside-workspace'
        | 'unlisted-folder'
        | 'unsafe-config';
      readonly message: string;
    };

/** Starts git with the guards of a read and gives what it printed. Only the reader and the writer ask this way. */
export type AskGit = (args: readonly string[], cwd: string, options?: AskOptions) => Promise<GitAnswer>;

/** Looks at a repository before git does: config to ask with, or the answer in place of git's. */
export type BeforeAsking = (
  target: { readonly folder: string; readonly gitDirectory?: string | undefined },
  subcommand: string,
) => Promise<
  { readonly ok: true; readonly config: readonly ConfigEntry[] } | Extract<GitAnswer, { readonly ok: false }>
>;

export interface AskGitOptions {
  /** A name to look up on PATH or an absolute path; asked every time, so that a new setting needs no restart. */
  readonly git?: (() => string) | undefined;
  /** The environment that git inherits, before it is cleaned. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** The workspace folders: git is not looked for in them. */
  readonly roots?: (() => readonly string[]) | undefined;
  /** Called before every question but those of the one who looks. */
  readonly before?: BeforeAsking | undefined;
  /** Hears of every process started. */
  readonly started?: ((args: readonly string[]) => void) | undefined;
}

/** Somebody who may write a ref could else say what any object of ours holds, and which commits lead to which. */
const AS_STORED = { GIT_GRAFT_FILE: `${NOWHERE}/grafts`, GIT_NO_REPLACE_OBJECTS: '1' };

const TIMEOUT_MS = 30_000;
const MOST_BYTES = 64 * 1024 * 1024;

export function createAskGit({
  git = () => 'git',
  environment = process.env,
  roots,
  before,
  started,
}: AskGitOptions = {}): AskGit {
  const find = createFinder();
  return async (args, cwd, options = {}) => {
    const { signal, mostBytes = MOST_BYTES, timeoutMs = TIMEOUT_MS, accepts = [], scratch, input, take } = options;
    const guarded = environmentFor({
      program: 'git',
      kind: 'read',
      inherited: environment,
      indexFile: options.indexFile,
      roots: roots?.(),
    });
    const env = {
      ...guarded,
      ...(options.asStored && AS_STORED),
      ...(options.shallowFile !== undefined && { GIT_SHALLOW_FILE: options.shallowFile }),
      ...(scratch && scratchVariables(scratch)),
    };
    const file = await find(git(), env);
    if (file === undefined) return { ok: false, reason: 'not-found', message: NOT_FOUND.git };
    const looked = await before?.({ folder: cwd, gitDirectory: options.at?.gitDirectory }, args[0] ?? '');
    if (looked?.ok === false) return looked;
    started?.(args);
    const chunks: Buffer[] = [];
    const said: Buffer[] = [];
    let bytes = 0;
    const stdout = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= mostBytes) chunks.push(chunk);
    };
    const stderr = (chunk: Buffer) => void (said.length < 16 && said.push(chunk));
    const ended = await runProcess(file, [...configWords(looked?.config), ...globalWords(options), ...args], {
      cwd,
      env,
      timeoutMs,
      signal,
      memoryLimit: MEMORY_LIMIT,
      input,
      writes: options.writes,
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

function failure(
  { startFailure, timedOut, cancelled, outOfMemory, exitCode }: Ended,
  tooMuch: boolean,
  said: string,
): GitAnswer {
  if (startFailure) {
    const missing = startFailure.reason === 'not-found';
    return {
      ok: false,
      reason: missing ? 'not-found' : 'failed',
      message: missing ? NOT_FOUND.git : startFailure.detail,
    };
  }
  if (timedOut) return { ok: false, reason: 'timed-out', message: 'git took too long and was stopped.' };
  if (outOfMemory) return { ok: false, reason: 'too-much', message: 'git took too much memory and was stopped.' };
  if (cancelled) return { ok: false, reason: 'cancelled', message: 'Cancelled.' };
  if (tooMuch) return { ok: false, reason: 'too-much', message: 'git printed more than can be read.' };
  return { ok: false, reason: 'failed', message: said || `git exited with code ${exitCode ?? 'none'}.` };
}
