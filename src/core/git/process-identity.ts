import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process that no later one of the same number is taken for. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it was started, as the system counts; null where the system is not asked. */
  readonly started: string | null;
}

const linux = process.platform === 'linux';

/** What the system says of a process; undefined where it says nothing. */
interface Stat {
  readonly name: string;
  readonly state: string;
  readonly group: number;
  readonly started: string;
}

/** Only Linux has it: elsewhere a number stands for whatever process has it now. */
function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name is in parentheses and may hold any character, those too.
    const end = text.lastIndexOf(')');
    const fields = text.slice(end + 2).split(' ');
    const name = text.slice(text.indexOf('(') + 1, end);
    return { name, state: fields[0] ?? '', group: Number(fields[2]), started: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

/** A process that has ended and waits for its parent to ask counts as ended. */
const hasEnded = ({ state }: Stat): boolean => state === 'Z' || state === 'X';

export const identityOf = (pid: number): ProcessIdentity => ({ pid, started: statOf(pid)?.started ?? null });

export function isRunning({ pid, started }: ProcessIdentity): boolean {
  if (!answers(pid)) return false;
  const stat = statOf(pid);
  // It answers, and nothing is known of it.
  if (stat === undefined) return true;
  return !hasEnded(stat) && (started === null || stat.started === started);
}

/** Whether git, or a git that it started, still runs in a group; programs that a hook left in the background do not count. */
export function isGroupRunning(leader: ProcessIdentity): boolean {
  if (isRunning(leader)) return true;
  if (!linux || !answers(-leader.pid)) return false;
  const stat = statOf(leader.pid);
  // The number has been given to somebody else, so that the group is gone.
  if (stat !== undefined && stat.started !== leader.started) return false;
  return processes().some(pid => isGit(pid) && statOf(pid)?.group === leader.pid);
}

/** The same text wherever a process number means the same process: one machine since its start, one container. */
export function processSpace(): string {
  if (!linux) return hostname();
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  return [hostname(), boot, readlinkSync('/proc/self/ns/pid')].join(' ');
}

function answers(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of somebody else's is one all the same.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

export const processes = (): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number);

/** Daemons of git run for as long as the machine does and hold no lock. */
export function isGit(pid: number): boolean {
  const stat = statOf(pid);
  return stat?.name === 'git' && !hasEnded(stat) && !wordsOf(pid).some(word => word.endsWith('--daemon'));
}

export const wordsOf = (pid: number): string[] =>
  orNothing(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
    .split('\0')
    .filter(Boolean);

/** It may have ended since it was listed, or belong to somebody else. */
export function orNothing(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
