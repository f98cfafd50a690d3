import { randomBytes } from 'node:crypto';
import { createSerialQueue, type SerialQueue } from '../../shared/serial-queue.ts';
import type { Caller } from '../origin.ts';
import { type Clock, systemClock } from '../repository/watch/clock.ts';
import type { CallEnding, CallProgress, CallRecords } from './call-records.ts';
import { keptResult, LEFT, lostResult, UNKNOWN, unfinishedResult } from './call-results.ts';
import type { RunningCall, ToolCall } from './tool-call.ts';
import type { ToolResult } from './tool-result.ts';

/** Callers lose patience after 30 to 60 s, people after minutes: what takes longer than this goes on under a handle. */
const PATIENCE_MS = 20_000;
export const MOST_WAIT_MS = 30_000;
/** How often the record of another process is looked at. */
const LOOK_MS = 250;
const MOST_OUTPUT = 4096;
/** How much of a result is kept on disk. */
const MOST_TEXT = 16_000;
/** How many results are kept in memory for whoever asks later. */
const MOST_ENDED = 100;

export interface CallsOptions {
  readonly records: CallRecords;
  readonly reportError: (error: unknown) => void;
  readonly clock?: Clock | undefined;
}

export interface CallRequest {
  readonly call: ToolCall;
  /** What it does, in a line. */
  readonly about: string;
  /** Calls with the same one ask for the same write: the second joins the first. */
  readonly same: string | undefined;
  /** Never rejects. */
  readonly run: (call: RunningCall) => Promise<ToolResult>;
}

/** The calls of tools under way, and those that ended after their caller had left. */
export interface Calls {
  /** The result of a call, or that it is still open and the handle by which it is found. */
  start(request: CallRequest): Promise<ToolResult>;
  /** The same of a call with a handle, once it is over or that time is, also of one of a process that is gone. */
  wait(handle: string, options: { readonly timeoutMs: number; readonly signal: AbortSignal }): Promise<ToolResult>;
  /** Ends every call but those that the person approved: these come to their end, also when their callers go meanwhile. */
  end(): Promise<void>;
}

interface OpenCall {
  readonly handle: string;
  readonly about: string;
  readonly stop: AbortController;
  readonly done: Promise<ToolResult>;
  readonly onDisk: SerialQueue;
  /** How many callers wait for it now. */
  callers: number;
  /** True once a handle was given out: whoever has it may come back, so that no caller ends it any more. */
  kept: boolean;
  /** True once a door was told the handle: it may want the result later, though nobody else knows it. */
  told: boolean;
  over: boolean;
  progress: CallProgress;
  /** Whether the person is asked just now. */
  asking: boolean;
  output: string;
}

type Waited = 'over' | 'late' | 'left';

export function createCalls({ records, reportError, clock = systemClock }: CallsOptions): Calls {
  const calls = new Map<string, OpenCall>();
  const bySame = new Map<string, OpenCall>();
  let ending = false;

  /** A disk that takes nothing is no reason to withhold a handle or a command; the journal has its own say in that. */
  const save = (open: OpenCall, ended?: CallEnding): Promise<void> => {
    const { handle, about, progress } = open;
    return open.onDisk(() => records.save(handle, { about, progress, ended })).catch(reportError);
  };

  const callerFor = (handle: string, { name, allowMutation, heard }: ToolCall, opened: () => OpenCall): Caller => ({
    call: handle,
    name,
    allowMutation,
    heard(text) {
      const open = opened();
      open.output = (open.output + text).slice(-MOST_OUTPUT);
      heard?.(text);
    },
    asking() {
      const open = opened();
      open.asking = true;
      // Of a plan, steps may have run by now.
      if (open.progress === 'running') open.progress = 'waiting';
      if (ending) open.stop.abort();
    },
    async decided(decision) {
      const open = opened();
      open.asking = false;
      if (open.progress === 'approved') return;
      open.progress = decision;
      await save(open);
    },
  });

  const begin = ({ call, about, same, run }: CallRequest): OpenCall => {
    const handle = randomBytes(10).toString('hex');
    const stop = new AbortController();
    const caller = callerFor(handle, call, () => open);
    // Begun a moment later, when there is something to tell of it.
    const done = Promise.resolve().then(() => run({ ...call, signal: stop.signal, caller }));
    const open: OpenCall = {
      ...{ handle, about, stop, done, onDisk: createSerialQueue(), callers: 0, kept: false, told: false },
      ...{ over: false, progress: 'running', asking: false, output: '' },
    };
    calls.set(handle, open);
    if (same !== undefined) bySame.set(same, open);
    void done.then(result => {
      open.over = true;
      if (same !== undefined) bySame.delete(same);
      return close(open, result);
    });
    return open;
  };

  /** What nobody has a handle of nobody can ask for. */
  const close = async (open: OpenCall, result: ToolResult): Promise<void> => {
    const ended = [...calls.values()].filter(({ over }) => over);
    for (const { handle } of ended.slice(0, -MOST_ENDED)) calls.delete(handle);
    if (open.kept) return save(open, endingOf(result));
    if (!open.told) calls.delete(open.handle);
    if (open.progress === 'approved' || open.progress === 'declined')
      await open.onDisk(() => records.remove(open.handle)).catch(reportError);
  };

  /** Waits for its end; `late` when that takes too long, `left` when the caller does not want to know any more. */
  const until = (done: Promise<unknown>, ms: number, signal: AbortSignal): Promise<Waited> =>
    new Promise(resolve => {
      const settle = (how: Waited) => {
        cancel();
        signal.removeEventListener('abort', leave);
        resolve(how);
      };
      const leave = () => settle('left');
      const cancel = clock.after(ms, () => settle('late'));
      signal.addEventListener('abort', leave);
      void done.then(() => settle('over'));
      if (signal.aborted) leave();
    });

  /** A call of another process, as far as its record says. */
  const waitForRecord = async (handle: string, timeoutMs: number, signal: AbortSignal): Promise<ToolResult> => {
    const begun = clock.now();
    for (;;) {
      const found = await records.load(handle);
      if (found === undefined) return UNKNOWN;
      const { about, progress, ended, process } = found;
      if (ended !== undefined) return keptResult(ended, handle);
      if (process !== 'running') return lostResult(found);
      const left = timeoutMs - (clock.now() - begun);
      const state = progress === 'waiting' ? 'waiting' : 'running';
      if (left <= 0) return unfinishedResult({ handle, about, state, output: '' });
      if ((await until(new Promise(() => {}), Math.min(left, LOOK_MS), signal)) === 'left') return LEFT;
    }
  };

  const handOut = async (open: OpenCall): Promise<ToolResult> => {
    const { handle, about, asking, output } = open;
    if (!open.kept) {
      open.kept = true;
      await save(open);
    }
    return unfinishedResult({ handle, about, output, state: asking ? 'waiting' : 'running' });
  };

  return {
    async start(request) {
      const { call, same } = request;
      const open = (same === undefined ? undefined : bySame.get(same)) ?? begin(request);
      open.callers += 1;
      open.told ||= call.started !== undefined;
      call.started?.(open.handle);
      const how = await until(open.done, PATIENCE_MS, call.signal);
      open.callers -= 1;
      if (how === 'late' && !open.over) return handOut(open);
      if (how === 'left' && !open.over) {
        if (open.kept || open.callers > 0) return LEFT;
        open.stop.abort();
      }
      return open.done;
    },
    async wait(handle, { timeoutMs, signal }) {
      const open = calls.get(handle);
      if (open === undefined || !(open.kept || open.told)) return waitForRecord(handle, timeoutMs, signal);
      const how = await until(open.done, timeoutMs, signal);
      if (how === 'left') return LEFT;
      return how === 'over' ? open.done : handOut(open);
    },
    async end() {
      ending = true;
      const unended = [...calls.values()].filter(({ over }) => !over);
      for (const open of unended) {
        open.kept = true;
        if (open.asking || open.progress !== 'approved') open.stop.abort();
      }
      await Promise.all(unended.map(({ done }) => done));
      // Their last words are written after them, and those of calls that were over just before.
      await Promise.all([...calls.values()].map(({ onDisk }) => onDisk(() => {})));
    },
  };
}

/** A result as it is kept; undefined for one that is none yet. */
function endingOf({ status, code, text }: ToolResult): CallEnding | undefined {
  if (status === 'waiting' || status === 'running') return undefined;
  return { status, code, text: text(MOST_TEXT) };
}
