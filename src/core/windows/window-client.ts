import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { type FromWindow, fromWindow } from '../../protocol/window/from-window.ts';
import { PROTOCOL } from '../../protocol/window/to-window.ts';
import { deferred } from '../../shared/deferred.ts';
import { identityOf } from '../git/process-identity.ts';
import { readFrames, unlessGone, writeFrame } from './frames.ts';
import { isProof, proofOf } from './proof.ts';
import type { QuestionFrames } from './question-frames.ts';
import { isPrivateSocket, type WindowEntry } from './window-registry.ts';

/** The answer of a window to a question, as it came; undefined when the window did not take it or is gone. */
export type WindowAnswer = Extract<FromWindow, { readonly type: 'decision' | 'plan-decision' }> | 'closed' | undefined;

/** A connection to a window, for one question after the other or several at once. */
export interface WindowClient {
  readonly isOpen: () => boolean;
  /** Puts a question; an abort takes it back. */
  ask(question: QuestionFrames, shown: () => void, signal: AbortSignal | undefined): Promise<WindowAnswer>;
  close(): void;
}

export interface WindowClientOptions {
  readonly version: string;
  readonly log: (line: string) => void;
}

/** A window that has not said who it is by then is busy with something else for long. */
const HELLO_MS = 3000;
const BEAT_MS = 1000;
/** So many unanswered beats, and a window hangs. Not a time: a machine that sleeps is no window that hangs. */
const MISSED = 4;

interface OpenQuestion {
  readonly shown: () => void;
  readonly answer: (answer: WindowAnswer) => void;
}

/** Connects to a window and makes sure that it is the one of the registry; undefined when it is not there. */
export async function connectToWindow(
  { socket: address, key }: Pick<WindowEntry, 'socket' | 'key'>,
  { version, log }: WindowClientOptions,
): Promise<WindowClient | undefined> {
  if (!(await isPrivateSocket(address))) return undefined;
  const questions = new Map<number, OpenQuestion>();
  const nonce = randomBytes(16).toString('hex');
  const greeted = deferred<boolean>();
  const socket = connect(address);
  let last = 0;
  let isKnown = false;
  let missed = 0;
  const write = (frame: object) => writeFrame(socket, frame);

  const giveUp = (why: string): false => {
    log(`The connection to a window was closed: ${why}.`);
    socket.destroy();
    return false;
  };
  const beat = setInterval(() => {
    if (questions.size === 0) return;
    if (missed >= MISSED) return void giveUp('it does not answer');
    missed += 1;
    write({ type: 'ping' });
  }, BEAT_MS);
  beat.unref();

  const settle = (id: number | null, answer: WindowAnswer) => {
    if (id === null) return;
    questions.get(id)?.answer(answer);
    questions.delete(id);
    // Nobody waits for a connection on which nothing is asked.
    if (questions.size === 0) socket.unref();
  };
  const act = (frame: FromWindow): boolean => {
    switch (frame.type) {
      case 'hello':
        if (isKnown || !isProof(frame.proof, 'window', key, nonce)) return giveUp('it is not the one of the registry');
        isKnown = true;
        greeted.resolve(true);
        return true;
      case 'refused':
        if (frame.code === 'version') return giveUp('it runs another version of Sluice');
        settle(frame.id, frame.code === 'closed' ? 'closed' : undefined);
        return true;
      case 'shown':
        questions.get(frame.id)?.shown();
        return true;
      case 'decision':
      case 'plan-decision':
        settle(frame.id, frame);
        return true;
      case 'pong':
        missed = 0;
        return true;
    }
  };

  readFrames(socket, {
    take(frame) {
      const parsed = fromWindow.safeParse(frame).data;
      if (parsed === undefined) return giveUp('a frame that is none of the protocol');
      // Before it has shown that it has the key it is anybody.
      if (!isKnown && parsed.type !== 'hello' && parsed.type !== 'refused') return giveUp('it did not say who it is');
      return act(parsed);
    },
    broken: giveUp,
  });
  const late = setTimeout(() => giveUp('it did not say who it is'), HELLO_MS);
  socket.on(
    'error',
    unlessGone(error => log(`A window could not be reached: ${String(error)}.`)),
  );
  socket.on('close', () => {
    clearInterval(beat);
    greeted.resolve(false);
    if (questions.size > 0) log('The window that showed the question is gone.');
    for (const id of [...questions.keys()]) settle(id, undefined);
  });
  socket.on('connect', () =>
    write({
      type: 'hello',
      protocol: PROTOCOL,
      version,
      process: identityOf(process.pid),
      nonce,
      proof: proofOf('process', key, nonce),
    }),
  );
  const known = await greeted.promise;
  clearTimeout(late);
  if (!known) return undefined;

  const isOpen = () => !socket.destroyed && socket.writable;
  return {
    isOpen,
    async ask(question, shown, signal) {
      last += 1;
      const id = last;
      const first = question.first(id);
      if (first === undefined || !isOpen() || signal?.aborted) return undefined;
      const { promise, resolve } = deferred<WindowAnswer>();
      if (questions.size === 0) missed = 0;
      questions.set(id, { shown, answer: resolve });
      socket.ref();
      const takeBack = () => {
        write({ type: 'withdraw', id });
        settle(id, undefined);
      };
      signal?.addEventListener('abort', takeBack, { once: true });
      write(first);
      question.follow(id, frame => {
        if (questions.has(id)) write(frame);
      });
      const answer = await promise;
      signal?.removeEventListener('abort', takeBack);
      return answer;
    },
    close: () => void socket.destroy(),
  };
}
