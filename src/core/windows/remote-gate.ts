import type { GateUi, Question } from '../writes/question.ts';
import { nearness, placeOf } from './nearness.ts';
import { framesOfPlan, framesOfQuestion, isLinkedOrigin, type QuestionFrames } from './question-frames.ts';
import { connectToWindow, type WindowAnswer, type WindowClient } from './window-client.ts';
import { readWindows, registryFolder, type WindowEntry } from './window-registry.ts';

export interface RemoteGateOptions {
  /** The environment by which the folder of the registry is found. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The version of Sluice. */
  readonly version: string;
  /** Who is asked where no window takes the question. */
  readonly fallback: GateUi;
  readonly redact: (text: string) => string;
  /** Hears that a window shows a question, and of which folder that window is. */
  readonly shown?: ((folder: string) => void) | undefined;
  /** Takes a line of the log. */
  readonly log?: ((line: string) => void) | undefined;
  readonly reportError: (error: unknown) => void;
}

const DECLINED = { kind: 'declined' } as const;

/**
 * Puts the questions of a process without an editor to the window that has the repository: the nearest, and of those the one
 * the person was in last. Where it does not take the question or goes away, the next one is asked, and then the fallback.
 */
export function createRemoteGate(options: RemoteGateOptions): GateUi {
  const { environment, version, fallback, redact, shown = () => {}, log = () => {}, reportError } = options;
  const folder = registryFolder(environment);
  /** A connection stays for the next question, and keeps no process alive meanwhile. */
  const clients = new Map<string, Promise<WindowClient | undefined>>();

  const clientOf = async (entry: WindowEntry): Promise<WindowClient | undefined> => {
    const known = await clients.get(entry.socket);
    if (known?.isOpen()) return known;
    const connecting = connectToWindow(entry, { version, log });
    clients.set(entry.socket, connecting);
    return connecting;
  };

  /** The answer of the first window that gives one. */
  const askWindows = async (
    { repository, origin }: Pick<Question, 'repository' | 'origin'>,
    frames: QuestionFrames,
    signal: AbortSignal | undefined,
  ): Promise<WindowAnswer> => {
    if (!isLinkedOrigin(origin)) return undefined;
    for (const entry of await windowsFor(folder, repository)) {
      const client = await clientOf(entry);
      const [first = repository] = entry.folders;
      const answer = await client?.ask(frames, () => shown(first), signal);
      if (answer !== undefined || signal?.aborted) return answer;
    }
    return undefined;
  };

  /** A registry that cannot be read is no reason to leave the person out. */
  const ask: typeof askWindows = (...asked) =>
    askWindows(...asked).catch(error => {
      reportError(error);
      return undefined;
    });

  return {
    async decide(question, signal) {
      const answer = await ask(question, framesOfQuestion(question, redact), signal);
      if (answer === 'closed' || signal?.aborted) return DECLINED;
      return answer?.type === 'decision' ? answer.decision : fallback.decide(question, signal);
    },
    async decidePlan(question, signal) {
      const answer = await ask(question, framesOfPlan(question, redact), signal);
      if (answer === 'closed' || signal?.aborted) return DECLINED;
      return answer?.type === 'plan-decision' ? answer.decision : fallback.decidePlan(question, signal);
    },
  };
}

/** The windows that have to do with a repository, in the order in which they are asked. */
async function windowsFor(folder: string, repository: string): Promise<readonly WindowEntry[]> {
  const windows = await readWindows(folder);
  if (windows.length === 0) return [];
  const place = await placeOf(repository);
  return windows
    .map(entry => ({ entry, near: nearness(entry, place) }))
    .filter(({ near }) => near > 0)
    .toSorted((one, other) => other.near - one.near || other.entry.focused - one.entry.focused)
    .map(({ entry }) => entry);
}
