import type { ChildProcess } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LEASE } from '../../../../src/core/git/lease.ts';
import { bundleScript, startScript } from '../../git/scripts.ts';
import { environment, temporaryFolder } from '../../git/support.ts';

export const parent = temporaryFolder();
const script = join(parent, 'sluice-process.mjs');
/** Where the journal's key is, the same for all. */
export const storage = join(parent, 'storage');

/** The environment of somebody who may commit, away from the machine's own config. */
export const person = {
  ...environment,
  HOME: parent,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
};

/** Bundles the process once for a test file. */
export async function buildProcess(): Promise<void> {
  mkdirSync(storage, { recursive: true });
  await bundleScript(new URL('sluice-process.ts', import.meta.url), script);
}

export interface Sluice {
  readonly child: ChildProcess;
  /** What it logged and what the person was told so far. */
  readonly printed: () => string;
  /** What it printed last, and null when it was killed first. */
  readonly done: Promise<Outcome | null>;
}

export interface Outcome {
  readonly kind: string;
  readonly code?: string;
  readonly message?: string;
  readonly told: readonly string[];
}

export function sluice(folder: string, what: 'run' | 'undo', text = ''): Sluice {
  const { child, printed, ended } = startScript(script, [folder, storage, what, text], person);
  const outcomeIn = (text: string): Outcome | null => JSON.parse(/^\{.*\}$/m.exec(text)?.[0] ?? 'null');
  return { child, printed, done: ended.then(outcomeIn) };
}

/** The process groups of gits that a lease names now. */
export function gitsOf(folder: string): number[] {
  try {
    const { groups } = JSON.parse(readFileSync(join(folder, '.git', LEASE), 'utf8'));
    return groups.map(({ pid }: { pid: number }) => pid);
  } catch {
    return [];
  }
}

/** What only a person could remove: locks, and files of ours. */
export const leftBehind = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => /\.lock$|sluice-/.test(name));
