import { randomUUID } from 'node:crypto';
import { createEmitter } from '../shared/emitter.ts';
import type { Form, FormDecision } from './form.ts';
import { TEXT } from './text.ts';

/** A question that waits until the client brings an answer. */
export interface OpenQuestion {
  /** The handle of the call that waits for it. */
  readonly handle: string;
  readonly form: Form;
  /** Aborts when it is over, however. */
  readonly over: AbortSignal;
  /** Takes what the client brought; only the first counts. */
  readonly answer: (result: unknown) => void;
}

/** The questions of one server that are open. */
export interface Questions {
  /** Opens one and resolves with its decision; the signal, the time or the end of the server decline it. */
  ask(handle: string, form: Form, signal?: AbortSignal): Promise<FormDecision>;
  /** The open question of one of these calls. */
  find(handles: ReadonlySet<string>): OpenQuestion | undefined;
  /** Calls back with each that opens, until the returned function is called. */
  listen(listener: (question: OpenQuestion) => void): () => void;
  /** A name for an open question, good for one answer to the same call. */
  stateFor(question: OpenQuestion, call: string): string;
  /** Uses such a name up; undefined for one that is used, forged, too late or for another call. */
  take(state: string, call: string): OpenQuestion | undefined;
  /** Declines all that are open, and all that come. */
  close(): void;
}

const TIMED_OUT: FormDecision = { kind: 'denied', code: 'nobody-to-ask', message: TEXT.timedOut };

export interface QuestionsOptions {
  readonly timeoutMs: number;
  readonly reportError: (error: unknown) => void;
}

export function createQuestions({ timeoutMs, reportError }: QuestionsOptions): Questions {
  const open = new Set<OpenQuestion>();
  const states = new Map<string, { readonly question: OpenQuestion; readonly call: string }>();
  const opened = createEmitter<OpenQuestion>(reportError);
  const closing = new AbortController();

  return {
    ask: (handle, form, signal) =>
      new Promise(resolve => {
        const over = new AbortController();
        const end = (decision: FormDecision) => {
          if (over.signal.aborted) return;
          over.abort();
          clearTimeout(timer);
          open.delete(question);
          for (const [state, known] of states) if (known.question === question) states.delete(state);
          resolve(decision);
        };
        const question: OpenQuestion = {
          handle,
          form,
          over: over.signal,
          answer: result => end(form.decisionOn(result)),
        };
        const timer = setTimeout(() => end(TIMED_OUT), timeoutMs);
        const stops = [closing.signal, ...(signal ? [signal] : [])];
        for (const stop of stops) stop.addEventListener('abort', () => end({ kind: 'declined' }), { once: true });
        if (stops.some(stop => stop.aborted)) return end({ kind: 'declined' });
        open.add(question);
        opened.emit(question);
      }),
    find: handles => [...open].find(({ handle }) => handles.has(handle)),
    listen: opened.listen,
    stateFor(question, call) {
      const state = randomUUID();
      states.set(state, { question, call });
      return state;
    },
    take(state, call) {
      const known = states.get(state);
      if (known?.call !== call) return undefined;
      states.delete(state);
      return known.question;
    },
    close: () => closing.abort(),
  };
}
