import { resolve } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { CommandBase, MutatingCommand, Program, ReadOnlyCommand } from '../command/command.ts';
import type { Verdict } from '../command/verdict.ts';
import type { Origin } from '../origin.ts';
import { isSealedCommand } from '../seals.ts';
import { isAboutConfig } from './about-config.ts';
import type { Approval, SpendApproval } from './approval-check.ts';
import { keepsCutHistory } from './auto-gc.ts';
import type { KilledIn } from './dead-locks.ts';
import { configWords, type EnvironmentRequest, environmentFor, temporaryVariables } from './environment.ts';
import type { FindGhRun, GhRun } from './gh-run.ts';
import { firstPathInGitDirectory, isEmbeddedRepository } from './git-directory.ts';
import { hideUserInfo, hideValues } from './hide-user-info.ts';
import { INDEX_PATH, withIndexCopy } from './index-copy.ts';
import type { ReadGuard } from './inspect/read-guard.ts';
import type { Lease, LeaseHolder } from './lease.ts';
import type { Log } from './log.ts';
import { MEMORY_LIMIT } from './memory.ts';
import { withNotes } from './notes.ts';
import { createCollector } from './output.ts';
import { createPrepareRead } from './prepare-read.ts';
import { type Environment, runProcess } from './process.ts';
import { createFinder } from './programs.ts';
import type { ReadArgs } from './read-subcommands.ts';
import { createGitReader } from './reader.ts';
import type { Redactor } from './redact.ts';
import { refusal } from './refusal.ts';
import { cancelledResult, denied, type HeldBack, notFound, notRun, type RunResult, resultOf } from './result.ts';
import { createSchedule } from './schedule.ts';
import { scratchVariables, withScratch } from './scratch.ts';
import { holdsToken } from './secrets.ts';
import { createSingleFlight } from './single-flight.ts';
import { withTemporary } from './temporary.ts';
import { type TimeoutSettings, timeoutFor } from './timeouts.ts';
import { failedWrites } from './write-groups.ts';

export interface RunnerOptions {
  /** Asked right before every write. */
  readonly spendApproval: SpendApproval;
  /** Looks at the repository right before every read. */
  readonly guard: ReadGuard;
  /** The workspace folders; a read looks at nothing outside them. */
  readonly roots: () => readonly string[];
  /** Asked before every run of gh, so that a new token needs no restart. */
  readonly gh: FindGhRun;
  /** Tokens that no argument may hold. */
  readonly tokens: () => readonly string[];
  /** Hosts that a read may talk to besides the public forges. */
  readonly hosts?: (() => readonly string[]) | undefined;
  readonly redactor: () => Redactor;
  readonly log: Log;
  /** Names to look up on PATH or absolute paths; asked before every run, so that a new setting needs no restart. */
  readonly programs?: (() => Readonly<Record<Program, string>>) | undefined;
  readonly timeouts?: (() => TimeoutSettings) | undefined;
  readonly capBytes?: number | undefined;
  /** True to keep an output that is no text as it is, in a file. */
  readonly keepsBytes?: boolean | undefined;
  readonly spillFolder?: string | undefined;
  readonly readsAtOnce?: number | undefined;
  /** The environment that children inherit, before it is cleaned. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
}

export interface RunRequest {
  /** The repository's root: where the command runs. */
  readonly repository: string;
  readonly origin: Origin;
  readonly signal?: AbortSignal | undefined;
  /** Hears what it prints as it prints it, redacted. */
  readonly heard?: ((text: string) => void) | undefined;
}

/** Runs a command once for an approval of that command in the repository as it is; the approval is used up. */
export type RunApproved = (
  command: MutatingCommand,
  approval: Approval,
  request: Omit<RunRequest, 'repository'>,
) => Promise<RunResult>;

/** The part of a turn to write that other processes share: windows, servers, command lines. */
export interface SharedTurn {
  readonly repository: { readonly commonDirectory: string; readonly workTree: string };
  /** What it is for, redacted: whoever waits for it is told. */
  readonly doing: string;
  /** Hears for whom this one waits. */
  readonly waiting?: ((holder: LeaseHolder) => void) | undefined;
  /** Mends what a process left that was killed in its turn, which began then by the disk's clock. */
  readonly recover: (since: number) => Promise<void>;
}

/** Runs classified commands. A run never throws: whatever happens is in its result. */
export interface Runner {
  read(command: ReadOnlyCommand, request: RunRequest): Promise<RunResult>;
  /** What the disk has against running this as a read just now; undefined when it would run. */
  heldBack(command: ReadOnlyCommand, repository: string): Promise<HeldBack | undefined>;
  /**
   * Gives a repository to `work` when its turn comes, with no other write of that repository beside it. Only in that turn
   * can approved writes be run. Other processes take turns too. Undefined when it was cancelled while waiting; throws what `work` throws.
   */
  exclusive<T>(
    repository: string,
    signal: AbortSignal | undefined,
    work: (run: RunApproved) => Promise<T>,
    /** None before there is a repository. */
    shared?: SharedTurn,
  ): Promise<T | undefined>;
}

const onPath = () => ({ git: 'git', gh: 'gh' });
const QUERY_TIMEOUT_MS = 10_000;

export function createRunner(options: RunnerOptions): Runner {
  const inherited = options.environment ?? process.env;
  const { programs = onPath } = options;
  const schedule = createSchedule(options.readsAtOnce);
  const find = createFinder();
  const flights = createSingleFlight<RunResult>();

  const environment = (request: Omit<EnvironmentRequest, 'inherited'>) =>
    environmentFor({ ...request, inherited, roots: options.roots() });

  const git = createGitReader({ git: () => programs().git, environment: inherited, roots: options.roots });
  /** Undefined when git did not answer. */
  const query = async (args: ReadArgs, cwd: string, signal?: AbortSignal): Promise<string | undefined> => {
    const answer = await git.read(args, cwd, { timeoutMs: QUERY_TIMEOUT_MS, signal });
    return answer.ok ? answer.text : undefined;
  };
  const prepare = createPrepareRead({
    guard: options.guard,
    roots: options.roots,
    hosts: options.hosts ?? (() => []),
    query,
  });

  /** Starts git, or gh with what it is given for this command; `more` is for variables that a run needs besides. */
  const start = async (
    command: CommandBase & { readonly verdict: Verdict },
    args: readonly string[],
    how: Pick<EnvironmentRequest, 'kind' | 'own' | 'config' | 'indexFile' | 'aboutConfig'>,
    request: RunRequest,
    more: Environment = {},
  ): Promise<RunResult> => {
    const { program } = command;
    const writes = how.kind === 'write';
    if (program === 'git')
      return startIn(command, args, { ...environment({ program, ...how }), ...more }, request, writes);
    const find = () => options.gh(command, request.repository, request.signal);
    const runGh = async ({ access, explain }: GhRun): Promise<RunResult> => {
      const env = environment({ program, ...how, gh: access });
      // It keeps answers and logs in the folder for temporary files: it gets one of its own, which goes when it has ended.
      const ended = await withTemporary('gh', folder =>
        startIn(command, args, { ...env, ...more, ...temporaryVariables(folder) }, request, writes),
      );
      const result = await explain(ended);
      if (writes || result.failure?.github !== 'bad-token') return result;
      // GitHub wants none of that token: another source may have one.
      const next = await find();
      if ('denied' in next || next.access.token === access.token) return result;
      const other = await runGh(next);
      return { ...other, notes: [result.failure.message, ...(other.notes ?? [])] };
    };
    const first = await find();
    return 'denied' in first ? denied(first.denied) : runGh(first);
  };

  const startIn = async (
    command: CommandBase,
    args: readonly string[],
    env: Environment,
    { repository, signal, heard }: RunRequest,
    writes: boolean,
  ): Promise<RunResult> => {
    const { program } = command;
    const file = await find(programs()[program], env);
    if (file === undefined) return notFound(program);
    const { capBytes, keepsBytes, spillFolder } = options;
    const redactor = options.redactor();
    const isConfig = command.subcommand === 'config';
    // What hides passwords in config wants whole values.
    const hears = isConfig ? undefined : heard;
    const [output, errors] = [redactor.stream(), redactor.stream()];
    const limits = { capBytes, spillFolder, command: redactor.redact(command.canonical) };
    const stdout = createCollector({ redacted: isConfig ? hideUserInfo(output) : output, ...limits, keepsBytes });
    const stderr = createCollector({ redacted: isConfig ? hideValues(errors) : errors, ...limits });
    const ended = await runProcess(file, args, {
      cwd: repository,
      env,
      signal,
      timeoutMs: timeoutFor(command, options.timeouts?.()),
      writes,
      memoryLimit: writes ? undefined : MEMORY_LIMIT,
      stdout: alsoHeard(stdout.take, redactor, hears),
      stderr: alsoHeard(stderr.take, redactor, hears),
    });
    return resultOf(program, ended, await stdout.end(), await stderr.end());
  };

  /** Our own part of an approved write, in its turn. */
  const plumb = async (
    args: readonly string[],
    env: Environment,
    { repository, signal }: RunRequest,
    input?: Buffer,
  ) => {
    const file = await find(programs().git, env);
    if (file === undefined) throw new Error(notFound('git').failure?.message);
    const out: Buffer[] = [];
    const stdout = (chunk: Buffer) => void out.push(chunk);
    const timeoutMs = QUERY_TIMEOUT_MS;
    const ended = await runProcess(file, args, {
      cwd: repository,
      env,
      signal,
      timeoutMs,
      input,
      stdout,
      stderr: () => {},
    });
    if (ended.exitCode !== 0) throw new Error(`git ${args[0]} did not answer.`);
    return Buffer.concat(out).toString();
  };

  const startRead = async (command: ReadOnlyCommand, request: RunRequest) => {
    const prepared = await prepare(command, request.repository, request.signal);
    if ('refused' in prepared) return prepared.refused;
    const { folder, guarded, own } = prepared;
    const { program, hardening } = command;
    const { config } = guarded;
    const aboutConfig = isAboutConfig(command);
    const guards = program === 'git' && !aboutConfig ? configWords(config, own) : [];
    const words = [...guards, ...hardening.args];
    const run = async (indexFile?: string, more?: Environment) => {
      const how = { kind: 'read', own, config, indexFile, aboutConfig } as const;
      return withNotes(await start(command, words, how, request, more), guarded);
    };
    const { repository } = guarded.inspection;
    if (hardening.scratchObjects && repository !== undefined)
      return withScratch(repository.commonDirectory, scratch => run(undefined, scratchVariables(scratch)));
    if (!hardening.copyIndex) return run();
    const index = await query(INDEX_PATH, folder, request.signal);
    return withIndexCopy(folder, index?.replace(/\r?\n$/, ''), run);
  };

  const sharedRead = (command: ReadOnlyCommand, request: RunRequest): Promise<RunResult> => {
    const { repository, signal } = request;
    const key = JSON.stringify([repository, schedule.generation(repository), command.canonical]);
    const begin = async (shared: AbortSignal) => {
      const read = () => startRead(command, { ...request, signal: shared });
      return (await schedule.run({ kind: 'read', repository, signal: shared }, read)) ?? cancelledResult();
    };
    return flights.share(key, signal, begin, cancelledResult);
  };

  const guarded = async (
    command: ReadOnlyCommand | MutatingCommand,
    origin: Origin,
    run: () => Promise<RunResult>,
  ): Promise<RunResult> => {
    const result = await run().catch(error => notRun('not-started', String(error)));
    const { failure } = result;
    // It may name an argument or a path; what the program printed has been redacted on its way in.
    const message = options.redactor().redact(failure?.message ?? '');
    const safe = failure ? { ...result, failure: { ...failure, message } } : result;
    await options.log.command(command, origin, safe);
    return safe;
  };

  const removeLocks = async (where: KilledIn): Promise<void> => {
    const { describeDeadLocks, removeDeadLocks } = await import('./dead-locks.ts');
    for (const line of describeDeadLocks(await removeDeadLocks(where))) options.log.note(line);
  };

  /** Git says only that there is a lock, not whose. */
  const withLockOwners = async (result: RunResult, where: SharedTurn['repository']): Promise<RunResult> => {
    const { failure } = result;
    if (failure?.reason !== 'exit-code') return result;
    const { explainLocks } = await import('./dead-locks.ts');
    const locks = await explainLocks(result.stderr, where);
    if (locks.length === 0) return result;
    return { ...result, failure: { reason: 'locked', message: [...locks, failure.message].join('\n') } };
  };

  const writeApproved = async (
    command: MutatingCommand,
    approval: Approval,
    request: RunRequest,
  ): Promise<RunResult> => {
    const { args, verdict } = command;
    if (!isSealedCommand(command) || verdict.class !== 'mutating') return refusal('not-genuine');
    if (holdsToken(args, options.tokens())) return refusal('token-in-arguments');
    const inGit = await firstPathInGitDirectory(command.writes, request.repository);
    if (inGit !== undefined) return refusal('git-directory', inGit);
    const { cwd } = command.writes;
    if (cwd !== '' && (await isEmbeddedRepository(resolve(request.repository, cwd))))
      return refusal('embedded-repository', cwd);
    const check = await options.spendApproval(approval, command, request.repository);
    if (check !== 'spent') return refusal(check);
    const words = [...keepsCutHistory(command), ...args];
    const how = { kind: 'write' } as const;
    const { edits } = command;
    if (edits === undefined) return start(command, words, how, request);
    return withTemporary('edit', async folder => {
      const { editorVariables } = await import('./prepared-edits.ts');
      const env = environment({ program: 'git', ...how });
      const prepared = await editorVariables(edits, folder, (plumbing, input) => plumb(plumbing, env, request, input));
      return start(command, words, how, request, prepared);
    });
  };

  return {
    read: (command, request) =>
      guarded(command, request.origin, async () => {
        if (!isSealedCommand(command) || command.verdict.class !== 'read-only') return refusal('not-genuine');
        if (holdsToken(command.hardening.args, options.tokens())) return refusal('token-in-arguments');
        return sharedRead(command, request);
      }),
    async heldBack(command, repository) {
      const prepared = await prepare(command, repository);
      return 'refused' in prepared ? prepared.refused.heldBack : undefined;
    },
    exclusive: (repository, signal, work, shared) => {
      const turn = async (lease?: Lease) => {
        let isOver = false;
        const run: RunApproved = (command, approval, { origin, signal: cancel, heard }) =>
          guarded(command, origin, async () => {
            if (isOver) throw new Error('The turn to write is over.');
            // Somebody else may have written since: this process was silent for too long.
            if (lease && !(await lease.isHeld())) return refusal('moved-on');
            const result = await writeApproved(command, approval, { repository, origin, signal: cancel, heard });
            return shared ? withLockOwners(result, shared.repository) : result;
          });
        try {
          return await work(run);
        } finally {
          isOver = true;
        }
      };
      return schedule.run({ kind: 'write', repository, signal }, async () => {
        if (shared === undefined) return turn();
        const { withLease } = await import('./lease.ts');
        const { doing, waiting, recover } = shared;
        const { commonDirectory } = shared.repository;
        return withLease(commonDirectory, { doing, waiting, recover, signal }, async lease => {
          const failed = failedWrites();
          try {
            return await turn(lease);
          } finally {
            if (failedWrites() > failed) await removeLocks({ ...shared.repository, since: lease.since });
          }
        });
      });
    },
  };
}

/** Passes what a process prints on at once, redacted on a way of its own: a collector holds the beginning back. */
function alsoHeard(
  take: (chunk: Buffer) => Promise<void>,
  redactor: Redactor,
  heard: ((text: string) => void) | undefined,
): (chunk: Buffer) => Promise<void> {
  if (heard === undefined) return take;
  const decoder = new StringDecoder('utf8');
  const redacted = redactor.stream();
  return chunk => {
    heard(redacted.push(decoder.write(chunk)));
    return take(chunk);
  };
}
