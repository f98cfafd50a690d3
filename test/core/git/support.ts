import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Ended, type ProcessOptions, runProcess } from '../../../src/core/git/process.ts';

const folders: string[] = [];

/** Called after each test file: test/support/clean-up.ts. */
export function removeTemporaryFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** A folder that is gone after the test file. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-run-')));
  folders.push(folder);
  return folder;
}

export const environment = { PATH: process.env.PATH ?? '' };

export interface Ran extends Ended {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a JavaScript one-liner as a real process. */
export async function runScript(script: string, options: Partial<ProcessOptions> = {}): Promise<Ran> {
  return runFile(process.execPath, ['-e', script], options);
}

export async function runFile(file: string, args: string[], options: Partial<ProcessOptions> = {}): Promise<Ran> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  const ended = await runProcess(file, args, {
    cwd: tmpdir(),
    env: environment,
    timeoutMs: 20_000,
    graceMs: 150,
    stdout: chunk => void out.push(chunk),
    stderr: chunk => void err.push(chunk),
    ...options,
  });
  return { ...ended, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() };
}

/** True once the process is gone; a zombie, which nobody may be there to reap, counts as gone. */
export async function goneSoon(pid: number): Promise<boolean> {
  for (let i = 0; i < 100; i++) {
    if (!isRunning(pid)) return true;
    await delay(20);
  }
  return false;
}

/** A zombie answers signals too. Linux is asked without ps, which a small installation may lack. */
function stateOf(pid: number): string {
  if (process.platform === 'linux') return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '';
  return execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).trim();
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !stateOf(pid).startsWith('Z');
  } catch {
    return false;
  }
}

/** git for setting a fixture up, away from the machine's own config. */
export function git(cwd: string, ...args: string[]): string {
  const env = { ...environment, HOME: cwd, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', [...identity, ...args], { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
