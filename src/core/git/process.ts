import { stat } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { execa as Execa } from 'execa';
import { endGroup, killWithUs } from './kill.ts';
import { watchMemory } from './memory.ts';
import { addWriteGroup } from './write-groups.ts';

export type Environment = Readonly<Record<string, string>>;

/** Where a stream's bytes go; the stream waits while a promise is pending. */
export type Sink = (chunk: Buffer) => void | Promise<void>;

export type Input = Buffer | AsyncIterable<Buffer>;

export interface ProcessOptions {
  readonly cwd: string;
  /** The complete environment: nothing is added to it. */
  readonly env: Environment;
  readonly timeoutMs: number;
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly signal?: AbortSignal | undefined;
  /** The program's standard input; closed from the start without it. */
  readonly input?: Input | undefined;
  /** True for a git that writes: a lease names it, so that nobody writes beside it when this process is killed. */
  readonly writes?: boolean | undefined;
  /** The most memory it may take, in bytes, where the system tells; as much as it wants without it. */
  readonly memoryLimit?: number | undefined;
  /** How long the group has after INT and again after TERM. */
  readonly graceMs?: number | undefined;
}

export interface StartFailure {
  readonly reason: 'not-found' | 'missing-folder' | 'not-started';
  readonly detail: string;
}

/** How a process ended; `exitCode` is null when a signal ended it or it never started. */
export interface Ended {
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly cancelled: boolean;
  /** True when it was ended because it took too much memory. */
  readonly outOfMemory?: boolean;
  readonly durationMs: number;
  readonly startFailure?: StartFailure;
}

const GRACE_MS = 1000;
/** How long a forked grandchild may hold the pipes open after the process itself has exited. */
const LINGER_MS = 500;

/** Runs one program by argv, never by a shell, in its own process group with no input unless given; it never throws. */
export async function runProcess(file: string, args: readonly string[], options: ProcessOptions): Promise<Ended> {
  const begun = performance.now();
  const ended = (rest: Partial<Ended>): Ended => ({
    exitCode: null,
    timedOut: false,
    cancelled: false,
    durationMs: Math.round(performance.now() - begun),
    ...rest,
  });
  if (options.signal?.aborted) return ended({ cancelled: true });
  try {
    // Half of what the extension loads, and nothing of it is needed before the first process.
    const { execa } = await import('execa');
    const child = start(execa, file, args, options);
    if (child.pid === undefined) {
      const { code, originalMessage, shortMessage } = await child;
      return ended({ startFailure: await whyNotStarted(code, originalMessage ?? shortMessage ?? '', options.cwd) });
    }
    return ended(await follow(child, child.pid, options));
  } catch (error) {
    return ended({ startFailure: { reason: 'not-started', detail: String(error) } });
  }
}

function start(execa: typeof Execa, file: string, args: readonly string[], { cwd, env, input }: ProcessOptions) {
  return execa(file, args, {
    cwd,
    env,
    extendEnv: false,
    stdin: input === undefined ? 'ignore' : 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    buffer: false,
    reject: false,
    // A group of its own, so that ending it ends everything it started. On Windows this would open a console.
    detached: process.platform !== 'win32',
    cleanup: false,
  });
}

type StopReason = 'timedOut' | 'cancelled' | 'outOfMemory';

type Child = ReturnType<typeof start>;

async function follow(child: Child, pid: number, options: ProcessOptions): Promise<Partial<Ended>> {
  const graceMs = options.graceMs ?? GRACE_MS;
  const forgetWrite = options.writes ? addWriteGroup(pid) : undefined;
  const forget = killWithUs(pid);
  let stopped: StopReason | undefined;
  let ended: number | null = null;
  let givenUp: (code: null) => void = () => {};
  const unkillable = new Promise<null>(resolve => {
    givenUp = resolve;
  });
  const stop = async (why: StopReason, grace = graceMs) => {
    stopped ??= why;
    await endGroup(pid, grace);
    await delay(LINGER_MS, undefined, { ref: false });
    givenUp(null);
  };
  const onAbort = () => void stop('cancelled');
  const timer = setTimeout(() => void stop('timedOut'), options.timeoutMs);
  options.signal?.addEventListener('abort', onAbort, { once: true });
  // No grace: in a second it could take all there is.
  const { memoryLimit = Number.POSITIVE_INFINITY } = options;
  const forgetMemory = watchMemory(pid, memoryLimit, () => void stop('outOfMemory', 0));
  try {
    const exit = new Promise<number | null>(resolve => child.once('exit', resolve));
    const fed = feed(child.stdin, options.input);
    const output = [drain(child.stdout, options.stdout), drain(child.stderr, options.stderr)];
    const exitCode = await Promise.race([exit, unkillable]);
    ended = exitCode;
    await finish(output, pid, graceMs, () => stopped !== undefined);
    const startFailure = await fed(exitCode);
    return { exitCode, ...(stopped && { [stopped]: true }), ...(startFailure && { exitCode: null, startFailure }) };
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', onAbort);
    forgetMemory();
    forget();
    forgetWrite?.(ended);
  }
}

/** Error codes of a write whose reader has gone away. */
const GONE: ReadonlySet<string> = new Set(['ECONNRESET', 'EOF', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Answers, once the process has ended, what went wrong with the input itself; a reader that went away says so by its exit. */
function feed(
  stdin: Writable | null,
  input: Input | undefined,
): (exitCode: number | null) => Promise<StartFailure | undefined> {
  if (stdin === null || input === undefined) return async () => undefined;
  const source = Readable.from(Buffer.isBuffer(input) ? [input] : input, { objectMode: true });
  const done = pipeline(source, stdin).then(
    () => undefined,
    (error: Error) => error,
  );
  return async exitCode => {
    stdin.destroy();
    const error = await done;
    const broken = error !== undefined && !('code' in error && GONE.has(String(error.code)));
    return broken && exitCode === 0 ? { reason: 'not-started', detail: String(error) } : undefined;
  };
}

interface Drain {
  readonly done: Promise<void>;
  /** True while a chunk came or was being taken in since the last question. */
  wasBusy(): boolean;
  destroy(): void;
}

function drain(stream: Readable, sink: Sink): Drain {
  let busy = true;
  let taking = false;
  const pump = async () => {
    try {
      for await (const chunk of stream) {
        busy = taking = true;
        await sink(chunk);
        taking = false;
      }
    } catch {
      // Our own destroy(), or a pipe that broke: either way there is no more output to take.
    }
  };
  return {
    done: pump(),
    wasBusy: () => {
      const was = busy || taking;
      busy = false;
      return was;
    },
    destroy: () => stream.destroy(),
  };
}

/** Takes in what is left after the exit; whoever still holds the pipes is ended, or left behind if it escaped the group. */
async function finish(output: readonly Drain[], pid: number, graceMs: number, stopped: () => boolean): Promise<void> {
  const done = Promise.all(output.map(stream => stream.done)).then(() => true);
  const doneWithin = (ms: number) => Promise.race([done, delay(ms, false, { ref: false })]);
  if (await doneWithin(LINGER_MS)) return;
  await Promise.race([done, endGroup(pid, graceMs)]);
  while (!(await doneWithin(LINGER_MS))) {
    const busy = output.map(stream => stream.wasBusy()).includes(true);
    if (!busy || stopped()) for (const stream of output) stream.destroy();
  }
}

async function whyNotStarted(code: string | undefined, detail: string, cwd: string): Promise<StartFailure> {
  if (code !== 'ENOENT' && code !== 'ENOTDIR') return { reason: 'not-started', detail };
  const folder = await stat(cwd).catch(() => undefined);
  return folder?.isDirectory() ? { reason: 'not-found', detail } : { reason: 'missing-folder', detail: cwd };
}
