import { execFileSync } from 'node:child_process';

export interface GitOptions {
  input?: string | Buffer;
  env?: Record<string, string>;
}

/** Nothing of the machine's own configuration reaches a git of the local GitHub. */
function environment(): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: '/nonexistent',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_COMMITTER_NAME: 'GitHub',
    GIT_COMMITTER_EMAIL: 'noreply@github.com',
    LC_ALL: 'C.UTF-8',
  };
}

/** Runs git to its end and gives what it printed. */
export function runGit(cwd: string | undefined, args: string[], { input, env }: GitOptions = {}): Buffer {
  return execFileSync('git', args, {
    cwd,
    env: { ...environment(), ...env },
    input: input ?? '',
    stdio: ['pipe', 'pipe', 'pipe'],
    maxBuffer: 64 << 20,
  });
}

/** The same, where failing is an answer. */
export function tryGit(cwd: string, args: string[], options: GitOptions = {}): string | undefined {
  try {
    return runGit(cwd, args, options).toString();
  } catch (error) {
    if (typeof (error as { status?: unknown }).status !== 'number') throw error;
    return undefined;
  }
}
