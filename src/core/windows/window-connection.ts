import type { Socket } from 'node:net';
import { isAbsolute } from 'node:path';
import type { FromWindow } from '../../protocol/window/from-window.ts';
import {
  type AskFrame,
  type AskPlanFrame,
  type Hello,
  hello,
  opening,
  PROTOCOL,
  type ToWindow,
  toWindow,
} from '../../protocol/window/to-window.ts';
import type { GateUi } from '../writes/question.ts';
import { readFrames, unlessGone, writeFrame } from './frames.ts';
import { nearness, type OpenInWindow, placeOf } from './nearness.ts';
import { isProof, proofOf } from './proof.ts';
import { type Received, receivePlan, receiveQuestion } from './received-question.ts';

export interface ConnectionOptions {
  readonly key: string;
  readonly open: () => OpenInWindow;
  /** The gate of the window, which asks the person. */
  readonly gate: () => Promise<GateUi>;
  /** Takes a place among the open questions of the window; undefined when there are too many. */
  readonly takePlace: () => (() => void) | undefined;
  readonly log: (line: string) => void;
  readonly reportError: (error: unknown) => void;
}

/** One process that is connected to this window. */
export interface WindowConnection {
  /** Declines what it asks, and lets it know: the window closes. */
  close(): void;
}

/** Of one process at a time. */
const MOST_QUESTIONS = 8;
/** Who connects says at once who it is. */
const HELLO_MS = 2000;

interface OpenQuestion {
  readonly received: Pick<Received<unknown>, 'impactAt' | 'takeShape' | 'end'>;
  readonly over: AbortController;
}

/** Serves one process: reads its questions, puts them to the gate, and sends what the person decides. */
export function serveConnection(socket: Socket, options: ConnectionOptions): WindowConnection {
  const { key, log, reportError } = options;
  const questions = new Map<number, OpenQuestion>();
  let client: Hello | undefined;
  const send = (frame: FromWindow) => writeFrame(socket, frame);
  const giveUp = (why: string): false => {
    log(
      `The connection of ${client === undefined ? 'a process' : `process ${client.process.pid}`} was closed: ${why}.`,
    );
    socket.destroy();
    return false;
  };

  const greet = (frame: unknown): boolean => {
    const first = opening.safeParse(frame).data;
    if (first !== undefined && first.protocol !== PROTOCOL) {
      send({ type: 'refused', code: 'version', id: null });
      socket.end();
      log(
        `A process that speaks version ${first.protocol} of the protocol was sent away; this window speaks ${PROTOCOL}.`,
      );
      return false;
    }
    const found = hello.safeParse(frame).data;
    if (found === undefined) return giveUp('it did not say who it is');
    if (!isProof(found.proof, 'process', key, found.nonce)) return giveUp('it does not know the key of this window');
    clearTimeout(late);
    client = found;
    log(`Process ${found.process.pid} (Sluice ${found.version}) is connected and may ask.`);
    send({ type: 'hello', proof: proofOf('window', key, found.nonce) });
    return true;
  };

  /** Puts a question to the gate; whatever else becomes of it, the process hears of it or is gone. */
  const put = async (
    { id, repository }: AskFrame | AskPlanFrame,
    received: OpenQuestion['received'],
    ask: (gate: GateUi, root: string, signal: AbortSignal) => Promise<FromWindow>,
  ): Promise<void> => {
    const leave = questions.size < MOST_QUESTIONS ? options.takePlace() : undefined;
    if (leave === undefined) return send({ type: 'refused', code: 'busy', id });
    const over = new AbortController();
    questions.set(id, { received, over });
    try {
      const place = isAbsolute(repository) ? await placeOf(repository) : undefined;
      if (place === undefined || nearness(options.open(), place) === 0)
        return send({ type: 'refused', code: 'not-open', id });
      const gate = await options.gate();
      if (over.signal.aborted) return;
      // Named as this window names it: previews are of the work tree, whichever folder of it the command runs in.
      const answer = ask(gate, place.repository?.workTree ?? place.folder, over.signal);
      send({ type: 'shown', id });
      const decision = await answer;
      if (questions.has(id)) send(decision);
    } catch (error) {
      reportError(error);
      send({ type: 'refused', code: 'failed', id });
    } finally {
      questions.delete(id);
      received.end();
      leave();
    }
  };

  const withdraw = (id: number) => {
    const question = questions.get(id);
    questions.delete(id);
    question?.over.abort();
  };

  const act = (frame: ToWindow, { process: { pid } }: Hello): void => {
    switch (frame.type) {
      case 'ask': {
        const received = receiveQuestion(frame, { pid, name: frame.name });
        void put(frame, received, async (gate, root, signal) => {
          const decision = await gate.decide({ ...received.question, repository: root }, signal);
          return decision.kind === 'denied' ? notAsked(frame.id) : { type: 'decision', id: frame.id, decision };
        });
        return;
      }
      case 'ask-plan': {
        const received = receivePlan(frame, { pid, name: frame.name });
        void put(frame, received, async (gate, root, signal) => {
          const decision = await gate.decidePlan({ ...received.question, repository: root }, signal);
          if (decision.kind === 'denied') return notAsked(frame.id);
          return {
            type: 'plan-decision',
            id: frame.id,
            decision: decision.kind === 'change' ? { ...decision, texts: [...decision.texts] } : decision,
          };
        });
        return;
      }
      case 'impact':
        questions.get(frame.id)?.received.impactAt(frame.step)?.take(frame);
        return;
      case 'shape':
        questions.get(frame.id)?.received.takeShape(frame.summary);
        return;
      case 'withdraw':
        withdraw(frame.id);
        return;
      case 'ping':
        send({ type: 'pong' });
    }
  };

  readFrames(socket, {
    take(frame) {
      if (client === undefined) return greet(frame);
      const parsed = toWindow.safeParse(frame).data;
      if (parsed === undefined) return giveUp('a frame that is none of the protocol');
      const asks = parsed.type === 'ask' || parsed.type === 'ask-plan';
      if (asks && questions.has(parsed.id)) return giveUp('two questions of one number');
      act(parsed, client);
      return true;
    },
    broken: giveUp,
  });
  const late = setTimeout(() => giveUp('it did not say who it is'), HELLO_MS);
  socket.on('error', unlessGone(reportError));
  socket.on('close', () => {
    clearTimeout(late);
    for (const id of [...questions.keys()]) withdraw(id);
  });
  return {
    close() {
      for (const id of [...questions.keys()]) {
        send({ type: 'refused', code: 'closed', id });
        withdraw(id);
      }
      socket.end();
    },
  };
}

/** A gate that could not ask the person has not decided: somebody else may be asked. */
const notAsked = (id: number): FromWindow => ({ type: 'refused', code: 'failed', id });
