import { randomUUID } from 'node:crypto';
import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Tools } from '../core/tools/registry.ts';
import type { ToolCall } from '../core/tools/tool-call.ts';
import type { ToolResult } from '../core/tools/tool-result.ts';
import { createEmitter, type Emitter } from '../shared/emitter.ts';
import { progressTo } from './progress.ts';
import type { OpenQuestion, Questions } from './questions.ts';
import { callResult } from './results.ts';
import { TEXT } from './text.ts';
import { ALLOW_MUTATION } from './tool-list.ts';

/** A call as a client sends it. */
export interface CallRequest {
  readonly name: string;
  readonly arguments?: Record<string, unknown> | undefined;
}

/** The calls of one server. */
export interface Calls {
  /** Runs a tool, or goes on with a call whose question the client brings an answer to. */
  run(request: CallRequest, context: CallContext): Promise<CallToolResult | InputRequiredResult>;
  /** What a tool answers to a read of ours. */
  read(name: string, input: object, signal: AbortSignal): Promise<ToolResult>;
  /** Ends what only reads, and resolves when all that is under way has come to its end. */
  finish(): Promise<void>;
}

export interface CallContext extends Pick<ServerContext, 'mcpReq'> {
  /** How the client calls itself. */
  readonly client: string | undefined;
  /** Whether the client takes a question for an answer, and brings what came of it with the same call again. */
  readonly takesQuestions: boolean;
}

export interface CallsOptions {
  readonly tools: () => Promise<Tools>;
  readonly questions: Questions;
  /** Called before each call: what nobody watches may have changed. */
  readonly before: () => void;
  readonly reportError: (error: unknown) => void;
}

/** The key of the one answer that is asked for. */
const ANSWER = 'answer';
/** How long an answered call is waited for before it is left to its handle. */
const WAIT_MS = 20_000;

interface BegunCall {
  readonly stop: AbortController;
  readonly output: Emitter<string>;
}

export function createCalls({ tools, questions, before, reportError }: CallsOptions): Calls {
  /** The calls under way by their handles. */
  const begun = new Map<string, BegunCall>();
  /** What ends the calls of tools that only read. */
  const reads = new Set<AbortController>();
  let finishing = false;
  /** Nobody else has a sandbox of this name, not even the same client started twice. */
  const session = randomUUID().slice(0, 8);

  /** Its caller's cancelling ends a call; the end of the connection does not, for that may be in the middle of a write. */
  const stopWith = (stop: AbortController, signal: AbortSignal): (() => void) => {
    const cancel = () => void (finishing || stop.abort());
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    return () => signal.removeEventListener('abort', cancel);
  };

  const call = async (name: string, input: object, given: Omit<ToolCall, 'origin'>): Promise<ToolResult> => {
    const all = await tools();
    before();
    const stop = new AbortController();
    const release = stopWith(stop, given.signal);
    if (isRead(all, name)) reads.add(stop);
    const here = { stop, output: createEmitter<string>(reportError) };
    const started = (handle: string) => {
      begun.set(handle, here);
      given.started?.(handle);
    };
    const heard = here.output.emit;
    const ended = all.call(name, input, { ...given, session, origin: 'mcp', signal: stop.signal, started, heard });
    return ended.finally(() => {
      for (const [handle, each] of begun) if (each === here) begun.delete(handle);
      reads.delete(stop);
      release();
    });
  };

  /** The result of a call whose question is answered now, or the handle by which it is found. */
  const waitFor = (handle: string, given: Omit<ToolCall, 'origin'>): Promise<ToolResult> => {
    const known = begun.get(handle);
    const release = known && stopWith(known.stop, given.signal);
    return call('sluice_wait', { handle, timeoutMs: WAIT_MS }, given).finally(release);
  };

  /** What the client is to show, with a name by which it brings the answer. */
  const toClient = (question: OpenQuestion, key: string): InputRequiredResult =>
    inputRequired({
      inputRequests: { [ANSWER]: inputRequired.elicit(question.form.params) },
      requestState: questions.stateFor(question, key),
    });

  return {
    async run(request, { mcpReq, client, takesQuestions }) {
      const key = keyOf(request);
      const waiter = waitForQuestion(questions);
      const stops = [waiter.stop];
      const progress = progressTo(mcpReq, reportError);
      const follow = (handle: string) => {
        waiter.watch(handle);
        const known = begun.get(handle);
        if (known && progress) stops.push(known.output.listen(progress));
      };
      const given = { signal: mcpReq.signal, name: client, started: follow };
      const goOn = (state: string): Promise<ToolResult> => {
        const question = questions.take(state, key);
        if (question === undefined)
          throw new ProtocolError(ProtocolErrorCode.InvalidParams, TEXT.usedState, { reason: 'invalid_request_state' });
        const { handle } = question;
        question.answer(mcpReq.inputResponses?.[ANSWER]);
        follow(handle);
        return waitFor(handle, given);
      };
      const begin = async (): Promise<ToolResult> => {
        const { input, allowMutation } = withoutOurs(request, await tools());
        if ('handle' in input && typeof input.handle === 'string') follow(input.handle);
        return call(request.name, input, { ...given, allowMutation });
      };
      try {
        const state = mcpReq.requestState<string>();
        const ended = state === undefined ? begin() : goOn(state);
        const outcome = await (takesQuestions ? Promise.race([ended, waiter.question]) : ended);
        return 'form' in outcome ? toClient(outcome, key) : callResult(outcome);
      } finally {
        for (const stop of stops) stop();
      }
    },
    read: (name, input, signal) => call(name, input, { signal }),
    async finish() {
      finishing = true;
      for (const stop of reads) stop.abort();
      await (await tools()).end();
    },
  };
}

const isRead = (tools: Tools, name: string): boolean =>
  tools.list('mcp').find(tool => tool.name === name)?.effects.readOnly === true;

/** The input as the tool knows it; what does not fit stays in it, for the tool to refuse. */
function withoutOurs({ name, arguments: given = {} }: CallRequest, tools: Tools) {
  const { [ALLOW_MUTATION]: allowMutation, ...input } = given;
  return isRead(tools, name) || typeof allowMutation !== 'boolean' ? { input: given } : { input, allowMutation };
}

/** The same for the same call, in whatever order its fields come. */
const keyOf = ({ name, arguments: given = {} }: CallRequest): string => JSON.stringify([name, sorted(given)]);

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, each]) => [name, sorted(each)]);
}

/** Tells of the first open question of the calls that are watched. */
function waitForQuestion(questions: Pick<Questions, 'find' | 'listen'>) {
  const handles = new Set<string>();
  let found: (question: OpenQuestion) => void = () => {};
  const question = new Promise<OpenQuestion>(resolve => {
    found = resolve;
  });
  const look = () => {
    const open = questions.find(handles);
    if (open !== undefined) found(open);
  };
  return {
    question,
    watch(handle: string) {
      handles.add(handle);
      look();
    },
    stop: questions.listen(look),
  };
}
