import { spawn, spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning } from './process-identity.ts';

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
  process.on('exit', endAllNow);
  for (const signal of FATAL) process.on(signal, dieOf);
}

function unlisten(): void {
  process.off('exit', endAllNow);
  for (const signal of FATAL) process.off(signal, dieOf);
}

/** How long a group has after INT and again after TERM. */
const GRACE_MS = 1000;
/** The same when nothing else of this process can go on meanwhile. */
const EXIT_GRACE_MS = 500;

/** The last thing of a process that exits: nobody can wait for anything any more but by standing still. */
function endAllNow(): void {
  if (windows) {
    for (const pid of live) spawnSync(TASKKILL, taskkillArgs(pid), { stdio: 'ignore', windowsHide: true });
    return;
  }
  // Nobody asks any more how they ended, so that those which did still answer to a signal.
  const runs = (pid: number) => isRunning({ pid, started: null });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const open = [...live].filter(pid => runs(pid) && signalGroup(pid, signal));
    for (const deadline = Date.now() + EXIT_GRACE_MS; open.some(runs) && Date.now() < deadline; ) standStill(POLL_MS);
  }
  for (const pid of live) signalGroup(pid, 'SIGKILL');
}

const standStill = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Ends the groups as a cancel would, and then this process by the signal it got. */
function dieOf(signal: NodeJS.Signals): void {
  // Whoever listens as well has plans of their own: what they leave is ended when the process exits.
  if (process.listenerCount(signal) > 1) return;
  void Promise.all([...live].map(pid => endGroup(pid, GRACE_MS))).then(() => {
    unlisten();
    process.kill(process.pid, signal);
  });
}
