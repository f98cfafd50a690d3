import { resolve } from 'node:path';
import type { CommandBase, MutatingCommand, Program, ReadOnlyCommand } from '../command/command.ts';
import type { Origin } from '../origin.ts';
import { isSealedCommand } from '../seals.ts';
import { type Approval, spend } from '../writes/approval.ts';
import { commandLineOf } from '../writes/command-line.ts';
import { decisionState } from '../writes/decision-state.ts';
import { createAsk } from './ask.ts';
import { createAudience } from './audience.ts';
import { firstPathOutside } from './boundary.ts';
import { configWords, type EnvironmentRequest, environmentFor, type GhAccess } from './environment.ts';
import { INDEX_PATH, withIndexCopy } from './index-copy.ts';
import type { Log } from './log.ts';
import { createCollector } from './output.ts';
import { LIST_CONFIG, ownConfig } from './own-config.ts';
import { type Environment, runProcess } from './process.ts';
import { createFinder } from './programs.ts';
import { readerFrom } from './reader.ts';
import type { Redactor } from './redact.ts';
import { refusal } from './refusal.ts';
import { cancelledResult, notFound, notRun, type RunResult, resultOf } from './result.ts';
import { createSchedule } from './schedule.ts';
import { spellings } from './secrets.ts';
import { createSingleFlight } from './single-flight.ts';
import { type TimeoutSettings, timeoutFor } from './timeouts.ts';

export interface RunnerOptions {
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

export interface ReadRequest extends RunRequest {
  /** Redacted output as it comes; one who joins a run under way gets what comes from then on. The result has it all. */
  readonly onChunk?: ((text: string) => void) | undefined;
}

export type Around = (run: () => Promise<RunResult>) => Promise<RunResult>;

/** Runs classified commands. It never throws: whatever happens is in the result. */
export interface Runner {
  read(command: ReadOnlyCommand, request: ReadRequest): Promise<RunResult>;
  /**
   * Runs a command once for an approval of that command in that repository as it is; the approval is used up. `around`
   * is called when its turn has come, with the run.
   */
  write(command: MutatingCommand, approval: Approval, request: RunRequest, around?: Around): Promise<RunResult>;
  /** Does work of our own as a write: in its turn, with no other write of that repository beside it; undefined when cancelled before. */
  alone<T>(repository: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T | undefined>;
}

const onPath = () => ({ git: 'git', gh: 'gh' });
const QUERY_TIMEOUT_MS = 10_000;

export function createRunner(options: RunnerOptions): Runner {
  const inherited = options.environment ?? process.env;
  const { programs = onPath } = options;
  const schedule = createSchedule(options.readsAtOnce);
  const find = createFinder();
  const flights = createSingleFlight<RunResult>();
  const audience = createAudience(error => void options.log.failure('A listener to output', error));

  const environment = (request: Omit<EnvironmentRequest, 'inherited' | 'gh'>) =>
    environmentFor({ ...request, inherited, gh: options.gh() });

  const asker = createAsk({ git: () => programs().git, environment: inherited });
  /** Undefined when git did not answer. */
  const ask = async (args: readonly string[], cwd: string, signal?: AbortSignal): Promise<string | undefined> => {
    const answer = await asker(args, cwd, { timeoutMs: QUERY_TIMEOUT_MS, signal });
    return answer.ok ? answer.text : undefined;
  };

  const start = async (
    command: CommandBase,
    args: readonly string[],
    env: Environment,
    { repository, signal }: RunRequest,
    onText?: (text: string) => void,
  ): Promise<RunResult> => {
    const { program } = command;
    const file = await find(programs()[program], env);
    if (file === undefined) return notFound(program);
    const { capBytes, spillFolder } = options;
    const redactor = options.redactor();
    const stdout = createCollector({ redacted: redactor.stream(), capBytes, spillFolder, onText });
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

  const startRead = async (command: ReadOnlyCommand, request: RunRequest, onText: (text: string) => void) => {
    const { program, hardening } = command;
    const { args } = hardening;
    const { repository, signal } = request;
    // -C may lead into a submodule, with a config and an index of its own.
    const folder = resolve(repository, hardening.cwd);
    const outside = await firstPathOutside(hardening, repository, options.roots());
    if (outside !== undefined) return refusal('outside-workspace', outside);
    const { needsSetting } = hardening;
    if (needsSetting !== '' && (await ask(['config', '--local', '--get', needsSetting], folder, signal)) === undefined)
      return refusal('not-set-up', needsSetting);
    const talksToRemote = program === 'git' && hardening.network;
    const own = talksToRemote ? ownConfig(await ask(LIST_CONFIG, folder, signal)) : undefined;
    const [detour] = own?.detours ?? [];
    if (detour !== undefined) return refusal('unsafe-config', detour);
    const [stuck] = own?.stuck ?? [];
    if (stuck !== undefined && !args.some(word => word.startsWith('--upload-pack=')))
      return refusal('unsafe-config', stuck);
    const words = program === 'git' ? [...configWords(own), ...args] : args;
    const run = (indexFile?: string) =>
      start(command, words, environment({ program, kind: 'read', own, indexFile }), request, onText);
    if (!hardening.copyIndex) return run();
    const index = await ask(INDEX_PATH, folder, signal);
    return withIndexCopy(folder, index?.replace(/\r?\n$/, ''), run);
  };

  const holdsToken = (words: readonly string[]): boolean => {
    const { token = '' } = options.gh();
    return token !== '' && spellings(token).some(spelling => words.some(word => word.includes(spelling)));
  };

  const sharedRead = (command: ReadOnlyCommand, request: ReadRequest): Promise<RunResult> => {
    const { repository, signal, onChunk } = request;
    const key = JSON.stringify([repository, schedule.generation(repository), command.canonical]);
    const leave = onChunk && audience.listen(key, onChunk);
    const begin = async (shared: AbortSignal) => {
      // A run that is being ended may have a successor under the same key.
      const tell = (text: string) => void (shared.aborted || audience.tell(key, text));
      const read = () => startRead(command, { ...request, signal: shared }, tell);
      return (await schedule.run({ kind: 'read', repository, signal: shared }, read)) ?? cancelledResult();
    };
    return flights.share(key, signal, begin, cancelledResult).finally(leave);
  };

  const guarded = async (
    command: ReadOnlyCommand | MutatingCommand,
    { origin }: RunRequest,
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

  return {
    read: (command, request) =>
      guarded(command, request, async () => {
        if (!isSealedCommand(command) || command.verdict.class !== 'read-only') return refusal('not-genuine');
        if (holdsToken(command.hardening.args)) return refusal('token-in-arguments');
        return sharedRead(command, request);
      }),
    alone: (repository, signal, work) => schedule.run({ kind: 'write', repository, signal }, work),
    write: (command, approval, request, around = run => run()) =>
      guarded(command, request, async () => {
        const { program, args, verdict } = command;
        const { repository, signal } = request;
        if (!isSealedCommand(command) || verdict.class !== 'mutating') return refusal('not-genuine');
        if (holdsToken(args)) return refusal('token-in-arguments');
        const run = () => start(command, args, environment({ program, kind: 'write' }), request);
        const task = async () => {
          const cwd = commandLineOf(command, repository)?.cwd ?? repository;
          const state = await decisionState(readerFrom(asker), { command, cwd });
          const spent = spend(approval, command, repository, state);
          return spent === 'spent' ? around(run) : refusal(spent);
        };
        return (await schedule.run({ kind: 'write', repository, signal }, task)) ?? cancelledResult();
      }),
  };
}
