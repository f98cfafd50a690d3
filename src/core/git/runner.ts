import { resolve } from 'node:path';
import type { CommandBase, MutatingCommand, Program, ReadOnlyCommand } from '../command/command.ts';
import type { Origin } from '../origin.ts';
import { isSealedCommand } from '../seals.ts';
import type { Approval, SpendApproval } from './approval-check.ts';
import { firstPathOutside } from './boundary.ts';
import { configWords, type EnvironmentRequest, environmentFor, type GhAccess } from './environment.ts';
import { INDEX_PATH, withIndexCopy } from './index-copy.ts';
import type { Log } from './log.ts';
import { createCollector } from './output.ts';
import { LIST_CONFIG, ownConfig } from './own-config.ts';
import { type Environment, runProcess } from './process.ts';
import { createFinder } from './programs.ts';
import type { ReadArgs } from './read-subcommands.ts';
import { createGitReader } from './reader.ts';
import type { Redactor } from './redact.ts';
import { refusal } from './refusal.ts';
import { cancelledResult, notFound, notRun, type RunResult, resultOf } from './result.ts';
import { createSchedule } from './schedule.ts';
import { spellings } from './secrets.ts';
import { createSingleFlight } from './single-flight.ts';
import { type TimeoutSettings, timeoutFor } from './timeouts.ts';

export interface RunnerOptions {
  /** Asked right before every write. */
  readonly spendApproval: SpendApproval;
  /** The workspace folders; a read looks at nothing outside them. */
  readonly roots: () => readonly string[];
  /** Asked before every run, so that a new token needs no restart. */
  readonly gh: () => GhAccess;
  readonly redactor: () => Redactor;
  readonly log: Log;
  /** Names to look up on PATH or absolute paths; asked before every run, so that a new setting needs no restart. */
  readonly programs?: (() => Readonly<Record<Program, string>>) | undefined;
  readonly timeouts?: (() => TimeoutSettings) | undefined;
  readonly capBytes?: number | undefined;
  readonly spillFolder?: string | undefined;
  readonly readsAtOnce?: number | undefined;
  /** What children inherit, before it is cleaned. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
}

export interface RunRequest {
  /** The repository's root: where the command runs. */
  readonly repository: string;
  readonly origin: Origin;
  readonly signal?: AbortSignal | undefined;
}

/** Runs a command once for an approval of that command in the repository as it is; the approval is used up. */
export type RunApproved = (
  command: MutatingCommand,
  approval: Approval,
  request: Omit<RunRequest, 'repository'>,
) => Promise<RunResult>;

/** Runs classified commands. It never throws: whatever happens is in the result. */
export interface Runner {
  read(command: ReadOnlyCommand, request: RunRequest): Promise<RunResult>;
  /**
   * Gives a repository to `work` when its turn comes, with no other write of that repository beside it. Only in that turn
   * can approved writes be run. Undefined when it was cancelled while waiting.
   */
  exclusive<T>(
    repository: string,
    signal: AbortSignal | undefined,
    work: (run: RunApproved) => Promise<T>,
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

  const environment = (request: Omit<EnvironmentRequest, 'inherited' | 'gh'>) =>
    environmentFor({ ...request, inherited, gh: options.gh() });

  const git = createGitReader({ git: () => programs().git, environment: inherited });
  /** Undefined when git did not answer. */
  const query = async (args: ReadArgs, cwd: string, signal?: AbortSignal): Promise<string | undefined> => {
    const answer = await git.read(args, cwd, { timeoutMs: QUERY_TIMEOUT_MS, signal });
    return answer.ok ? answer.text : undefined;
  };

  const start = async (
    command: CommandBase,
    args: readonly string[],
    env: Environment,
    { repository, signal }: RunRequest,
  ): Promise<RunResult> => {
    const { program } = command;
    const file = await find(programs()[program], env);
    if (file === undefined) return notFound(program);
    const { capBytes, spillFolder } = options;
    const redactor = options.redactor();
    const stdout = createCollector({ redacted: redactor.stream(), capBytes, spillFolder });
    const stderr = createCollector({ redacted: redactor.stream(), capBytes, spillFolder });
    const ended = await runProcess(file, args, {
      cwd: repository,
      env,
      signal,
      timeoutMs: timeoutFor(command, options.timeouts?.()),
      stdout: stdout.take,
      stderr: stderr.take,
    });
    return resultOf(program, ended, await stdout.end(), await stderr.end());
  };

  const startRead = async (command: ReadOnlyCommand, request: RunRequest) => {
    const { program, hardening } = command;
    const { args } = hardening;
    const { repository, signal } = request;
    // -C may lead into a submodule, with a config and an index of its own.
    const folder = resolve(repository, hardening.cwd);
    const outside = await firstPathOutside(hardening, repository, options.roots());
    if (outside !== undefined) return refusal('outside-workspace', outside);
    const { needsSetting } = hardening;
    if (
      needsSetting !== '' &&
      (await query(['config', '--local', '--get', needsSetting], folder, signal)) === undefined
    )
      return refusal('not-set-up', needsSetting);
    const talksToRemote = program === 'git' && hardening.network;
    const own = talksToRemote ? ownConfig(await query(LIST_CONFIG, folder, signal)) : undefined;
    const [detour] = own?.detours ?? [];
    if (detour !== undefined) return refusal('unsafe-config', detour);
    const [stuck] = own?.stuck ?? [];
    if (stuck !== undefined && !args.some(word => word.startsWith('--upload-pack=')))
      return refusal('unsafe-config', stuck);
    const words = program === 'git' ? [...configWords(own), ...args] : args;
    const run = (indexFile?: string) =>
      start(command, words, environment({ program, kind: 'read', own, indexFile }), request);
    if (!hardening.copyIndex) return run();
    const index = await query(INDEX_PATH, folder, signal);
    return withIndexCopy(folder, index?.replace(/\r?\n$/, ''), run);
  };

  const holdsToken = (words: readonly string[]): boolean => {
    const { token = '' } = options.gh();
    return token !== '' && spellings(token).some(spelling => words.some(word => word.includes(spelling)));
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

  const writeApproved = async (
    command: MutatingCommand,
    approval: Approval,
    request: RunRequest,
  ): Promise<RunResult> => {
    const { program, args, verdict } = command;
    if (!isSealedCommand(command) || verdict.class !== 'mutating') return refusal('not-genuine');
    if (holdsToken(args)) return refusal('token-in-arguments');
    const check = await options.spendApproval(approval, command, request.repository);
    if (check !== 'spent') return refusal(check);
    return start(command, args, environment({ program, kind: 'write' }), request);
  };

  return {
    read: (command, request) =>
      guarded(command, request.origin, async () => {
        if (!isSealedCommand(command) || command.verdict.class !== 'read-only') return refusal('not-genuine');
        if (holdsToken(command.hardening.args)) return refusal('token-in-arguments');
        return sharedRead(command, request);
      }),
    exclusive: (repository, signal, work) =>
      schedule.run({ kind: 'write', repository, signal }, async () => {
        let isOver = false;
        const run: RunApproved = (command, approval, { origin, signal: cancel }) =>
          guarded(command, origin, async () => {
            if (isOver) throw new Error('The turn to write is over.');
            return writeApproved(command, approval, { repository, origin, signal: cancel });
          });
        try {
          return await work(run);
        } finally {
          isOver = true;
        }
      }),
  };
}
