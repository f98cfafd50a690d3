import { randomBytes } from 'node:crypto';
import { spellOutInvisible } from '../../shared/invisible-characters.ts';
import { type Clock, systemClock } from '../repository/watch/clock.ts';
import type { RunningCall, ToolCall } from './tool-call.ts';
import { problem, type ToolResult } from './tool-result.ts';

/** Callers lose patience after 30 to 60 s, people after minutes: what takes longer than this goes on under a handle. */
const PATIENCE_MS = 20_000;
export const MOST_WAIT_MS = 30_000;
const LAST_LINES = 8;
const MOST_OUTPUT = 4096;
/** How many results are kept for whoever asks later. */
const MOST_ENDED = 100;

export interface CallsOptions {
  readonly clock?: Clock | undefined;
  readonly patienceMs?: number | undefined;
}

export interface CallRequest {
  readonly call: ToolCall;
  /** What it does, in a line. */
  readonly about: string;
  /** Calls with the same one ask for the same write: the second joins the first. */
  readonly same: string | undefined;
  readonly run: (call: RunningCall) => Promise<ToolResult>;
}

/** The calls of tools under way, and those that ended after their caller had left. */
export interface Calls {
  /** The result of a call, or that it is still open and the handle by which it is found. */
  start(request: CallRequest): Promise<ToolResult>;
  /** The same of a call with a handle, once it is over or that time is. */
  wait(handle: string, options: { readonly timeoutMs: number; readonly signal: AbortSignal }): Promise<ToolResult>;
  /** Withdraws every question and lets what runs come to its end, also when callers go meanwhile. */
  end(): Promise<void>;
}

interface OpenCall {
  readonly handle: string;
  readonly about: string;
  readonly stop: AbortController;
  readonly done: Promise<ToolResult>;
  /** How many callers wait for it now. */
  callers: number;
  /** True once a handle was given out: whoever has it may come back, so that no caller ends it any more. */
  kept: boolean;
  over: boolean;
  state: 'waiting' | 'running';
  output: string;
}

export function createCalls({ clock = systemClock, patienceMs = PATIENCE_MS }: CallsOptions): Calls {
  const calls = new Map<string, OpenCall>();
  const bySame = new Map<string, OpenCall>();

  const forget = (open: OpenCall, same: string | undefined) => {
    open.over = true;
    if (same !== undefined) bySame.delete(same);
    if (!open.kept) calls.delete(open.handle);
    const ended = [...calls.values()].filter(({ over }) => over);
    for (const { handle } of ended.slice(0, -MOST_ENDED)) calls.delete(handle);
  };

  const begin = ({ call, about, same, run }: CallRequest): OpenCall => {
    const handle = randomBytes(12).toString('base64url');
    const stop = new AbortController();
    const caller = {
      call: handle,
      name: call.name,
      allowMutation: call.allowMutation,
      heard(text: string) {
        open.output = (open.output + text).slice(-MOST_OUTPUT);
      },
      asking() {
        open.state = 'waiting';
      },
      async decided() {
        open.state = 'running';
      },
    };
    // Begun a moment later, when there is something to tell of it.
    const done = Promise.resolve().then(() => run({ ...call, signal: stop.signal, caller }));
    const open: OpenCall = {
      ...{ handle, about, stop, done, callers: 0, kept: false, over: false, state: 'running', output: '' },
    };
    calls.set(handle, open);
    if (same !== undefined) bySame.set(same, open);
    const over = () => forget(open, same);
    done.then(over, over);
    return open;
  };

  /** Waits for its end; `late` when that takes too long, `left` when the caller does not want to know any more. */
  const until = (open: OpenCall, ms: number, signal: AbortSignal): Promise<'over' | 'late' | 'left'> =>
    new Promise(resolve => {
      const left = () => settle('left');
      const cancel = clock.after(ms, () => settle('late'));
      const settle = (how: 'over' | 'late' | 'left') => {
        cancel();
        signal.removeEventListener('abort', left);
        resolve(how);
      };
      signal.addEventListener('abort', left);
      const over = () => settle('over');
      open.done.then(over, over);
      if (signal.aborted) left();
    });

  return {
    async start(request) {
      const { call, same } = request;
      const open = (same === undefined ? undefined : bySame.get(same)) ?? begin(request);
      open.callers += 1;
      const how = await until(open, patienceMs, call.signal);
      open.callers -= 1;
      if (how === 'late') {
        open.kept = true;
        return openResult(open);
      }
      if (how === 'left' && !open.over && (open.kept || open.callers > 0)) return LEFT;
      if (how === 'left') open.stop.abort();
      return open.done;
    },
    async wait(handle, { timeoutMs, signal }) {
      const open = calls.get(handle);
      if (open === undefined) return UNKNOWN;
      const how = await until(open, timeoutMs, signal);
      if (how === 'left') return LEFT;
      return how === 'over' ? open.done : openResult(open);
    },
    async end() {
      const open = [...calls.values()].filter(({ over }) => !over);
      for (const each of open) {
        each.kept = true;
        if (each.state === 'waiting') each.stop.abort();
      }
      await Promise.allSettled(open.map(({ done }) => done));
    },
  };
}

const LEFT = problem({ code: 'cancelled', message: 'Cancelled. The call itself goes on.' });

const UNKNOWN = problem({
  code: 'unknown-handle',
  message: 'There is no call with this handle.',
  hint: 'Copy the handle from the answer that named it. Handles are kept for a day.',
});

const STATES = {
  waiting: 'Waiting for the person to decide',
  running: 'Still running',
} as const;

/** That a call is not over, and how to go on. */
function openResult({ handle, state, about, output }: OpenCall): ToolResult {
  const lines = spellOutOutput(output).split('\n').filter(Boolean).slice(-LAST_LINES);
  const text = [
    `${STATES[state]}: ${about}`,
    `Next: sluice_wait(${JSON.stringify({ handle })}) gives the result. Do not make this call again.`,
    ...(lines.length === 0 ? [] : ['The last lines of its output:', ...lines]),
  ];
  return { status: state, text: () => text.join('\n'), facts: { handle, about, output: lines } };
}

/** Progress meters draw over their own line. */
const spellOutOutput = (output: string): string =>
  output
    .split(/\r\n|[\r\n]/)
    .map(spellOutInvisible)
    .join('\n');
