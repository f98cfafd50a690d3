import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { classify } from '../../../src/core/command/classify.ts';
import {
  isMutating,
  isReadOnly,
  type MutatingCommand,
  type ReadOnlyCommand,
} from '../../../src/core/command/command.ts';
import type { TrustStore } from '../../../src/core/git/inspect/known.ts';
import type { ReadGuard } from '../../../src/core/git/inspect/read-guard.ts';
import { createLog } from '../../../src/core/git/log.ts';
import { createGitReader } from '../../../src/core/git/reader.ts';
import { createRedactor } from '../../../src/core/git/redact.ts';
import { createRunner, type Runner, type RunnerOptions } from '../../../src/core/git/runner.ts';
import { createSpendApproval } from '../../../src/core/writes/approval.ts';
import { createImpactOf } from '../../../src/core/writes/impact/impact-of.ts';
import { allKnown } from '../../support/all-known.ts';
import { ghWith } from '../../support/gh-with.ts';
import { environment, git } from './support.ts';

export const TOKEN = 'fixture-token-0123456789';

/** A repository with one commit of one file, and a home beside it. */
export function makeRepository(folder: string): string {
  const repository = join(folder, 'repo');
  mkdirSync(join(folder, 'home'));
  git(folder, 'init', '-q', 'repo');
  writeFileSync(join(repository, 'file.txt'), 'one\n');
  git(repository, 'add', '.');
  git(repository, 'commit', '-qm', 'first');
  return repository;
}

/** What the fixture's person has in their environment. */
export function personal(folder: string): Record<string, string> {
  return { ...environment, HOME: join(folder, 'home'), GIT_CONFIG_NOSYSTEM: '1' };
}

/** A store of what the person has seen, gone with the test. */
export function memoryStore(): TrustStore {
  const kept = new Map<string, readonly string[]>();
  return { load: key => kept.get(key), save: async (key, lines) => void kept.set(key, lines) };
}

/** For programs that only play git. */
export const unguarded: ReadGuard = async () => ({
  kind: 'guarded',
  inspection: { repository: undefined, lines: [], filters: [] },
  config: [],
  filtersOff: [],
  filesOff: [],
});

export interface Rig {
  readonly runner: Runner;
  readonly lines: string[];
}

export function makeRunner(folder: string, options: Partial<RunnerOptions> = {}): Rig {
  const lines: string[] = [];
  const reader = createGitReader({ environment: personal(folder) });
  const roots = options.roots ?? (() => [join(folder, 'repo')]);
  const redactor = createRedactor({ tokens: [TOKEN], environment: {}, patterns: [] });
  const runner = createRunner({
    spendApproval: createSpendApproval({ git: reader, impactOf: createImpactOf({ git: reader }) }),
    guard: allKnown(roots, personal(folder)),
    roots,
    gh: ghWith({ token: TOKEN, configDir: join(folder, 'gh') }),
    tokens: () => [TOKEN],
    redactor: () => redactor,
    log: createLog({ write: line => void lines.push(line), folder: join(folder, 'logs'), redact: redactor.redact }),
    environment: personal(folder),
    ...options,
  });
  return { runner, lines };
}

export function reading(repository: string, ...args: string[]): ReadOnlyCommand {
  const command = classify('git', args, { roots: [repository], cwd: repository });
  if (!isReadOnly(command)) throw new Error(`${command.canonical}: ${command.verdict.reason}`);
  return command;
}

export function mutating(repository: string, ...args: string[]): MutatingCommand {
  const command = classify('git', args, { roots: [repository], cwd: repository });
  if (!isMutating(command)) throw new Error(`${command.canonical}: ${command.verdict.reason}`);
  return command;
}
