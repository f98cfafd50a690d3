import { spawn, spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

const windows = process.platform === 'win32';
const POLL_MS = 20;

/** Ends a whole process group, politely first: INT, TERM, KILL, each after a grace. */
export async function endGroup(pid: number, graceMs: number): Promise<void> {
  if (windows) return taskkill(pid);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    if (!signalGroup(pid, signal) || (await goneWithin(pid, graceMs))) return;
  }
  signalGroup(pid, 'SIGKILL');
}

async function goneWithin(pid: number, ms: number): Promise<boolean> {
  for (const deadline = Date.now() + ms; Date.now() < deadline; await delay(POLL_MS)) {
    if (!signalGroup(pid, 0)) return true;
  }
  return !signalGroup(pid, 0);
}

/** False when the group has no member left. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch (error) {
    // EPERM: some member runs as another user; the group is there, and the others got the signal.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

// Windows has no process groups to signal; taskkill walks the tree of parents instead.
const TASKKILL = `${process.env.SystemRoot ?? 'C:\\Windows'}\\System32\\taskkill.exe`;
const taskkillArgs = (pid: number) => ['/PID', String(pid), '/T', '/F'];

function taskkill(pid: number): Promise<void> {
  return new Promise(resolve => {
    const child = spawn(TASKKILL, taskkillArgs(pid), { stdio: 'ignore', windowsHide: true });
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
}

// execa's own clean-up leaves detached children alone, so their groups are remembered here.
const live = new Set<number>();
const FATAL = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Has the group killed if this process ends first; call the returned function once the group's run is over. */
export function killWithUs(pid: number): () => void {
  if (live.size === 0) listen();
  live.add(pid);
  return () => {
    if (live.delete(pid) && live.size === 0) unlisten();
  };
}

function listen(): void {
  process.on('exit', killAll);
  for (const signal of FATAL) process.on(signal, dieOf);
}

function unlisten(): void {
  process.off('exit', killAll);
  for (const signal of FATAL) process.off(signal, dieOf);
}

function killAll(): void {
  for (const pid of live) {
    if (windows) spawnSync(TASKKILL, taskkillArgs(pid), { stdio: 'ignore', windowsHide: true });
    else signalGroup(pid, 'SIGKILL');
  }
}

function dieOf(signal: NodeJS.Signals): void {
  killAll();
  unlisten();
  // A listener takes away the signal's default; with no other listener the default is what was meant.
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}
