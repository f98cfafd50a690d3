import * as z from 'zod/mini';
import type { Effect, Risk, Verdict } from '../command/verdict.ts';
import type { Origin } from '../origin.ts';
import type { QuestionKind } from './question.ts';

/** A command, an undo, a write of files or the push of a staged commit right before it would run, or before the person would be asked, as those hear it who may object. */
export interface ComingRun {
  readonly kind: QuestionKind;
  /** The command in its one spelling, or what would be undone, written or pushed; redacted. */
  readonly command: string;
  readonly repository: string;
  readonly origin: Origin;
  /** How the client of a tool calls itself. */
  readonly client?: string | undefined;
  readonly class: Exclude<Verdict['class'], 'refused'>;
  readonly effects: readonly Effect[];
  readonly risk: Risk;
  /** Full names of the refs that the push of a staged commit sets. */
  readonly sets?: readonly string[] | undefined;
}

/** Hears what is about to run, and may answer `{ deny: reason }` or `{ ask: reason }`; nothing makes it easier to run. */
export interface RunListener {
  /** Who objects, as people read it. */
  readonly name: string;
  readonly willRun: (run: ComingRun) => unknown;
}

/** What listeners want for a run: not at all, or not without asking. */
export interface Restriction {
  readonly kind: 'deny' | 'ask';
  /** A whole sentence, with the name of who objects. */
  readonly reason: string;
}

/**
 * The strictest thing that anybody wants for a run; undefined when nobody objects. `after-yes` looks at the rules alone, which may
 * have changed while the person read: listeners hear of a run once.
 */
export type FindRestriction = (run: ComingRun, when?: 'after-yes') => Promise<Restriction | undefined>;

/** Nobody waits longer for a listener. */
export const PATIENCE_MS = 2000;
const MOST_CHARACTERS = 500;

const reason = z.string().check(z.minLength(1), z.maxLength(MOST_CHARACTERS));
const answers = z.optional(z.nullable(z.union([z.strictObject({ deny: reason }), z.strictObject({ ask: reason })])));

/**
 * Asks all listeners at once. One that throws, takes too long or answers something else may have meant no: it counts as
 * a no for whatever changes something.
 */
export async function askListeners(
  listeners: readonly RunListener[],
  run: ComingRun,
  reportError: (where: string, error: unknown) => void,
): Promise<Restriction | undefined> {
  const heard: ComingRun = Object.freeze({ ...run, effects: Object.freeze([...run.effects]) });
  const wanted = await Promise.all(
    listeners.map(async (listener): Promise<Restriction | undefined> => {
      try {
        const answer = answers.parse(await withinPatience(listener, heard));
        if (answer === undefined || answer === null) return undefined;
        return 'deny' in answer
          ? { kind: 'deny', reason: `${listener.name} does not allow it: ${answer.deny}` }
          : { kind: 'ask', reason: `${listener.name} wants you to decide: ${answer.ask}` };
      } catch (error) {
        reportError(`${listener.name}, before ${run.command}`, error);
        if (run.class === 'read-only') return undefined;
        return { kind: 'deny', reason: `${listener.name} may object to it, and could not be asked.` };
      }
    }),
  );
  return strictest(wanted);
}

/** The first no, or else everything that somebody wants the person to decide. */
export function strictest(wanted: readonly (Restriction | undefined)[]): Restriction | undefined {
  const found = wanted.filter(each => each !== undefined);
  const denied = found.find(({ kind }) => kind === 'deny');
  if (denied || found.length === 0) return denied;
  return { kind: 'ask', reason: found.map(each => each.reason).join(' ') };
}

async function withinPatience({ name, willRun }: RunListener, run: ComingRun): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} did not answer within ${PATIENCE_MS} ms.`)), PATIENCE_MS);
  });
  try {
    return await Promise.race([willRun(run), over]);
  } finally {
    clearTimeout(timer);
  }
}
