import { isWithin } from '../../shared/paths.ts';
import { plural } from '../../shared/plural.ts';
import type { Effect, Risk } from '../command/verdict.ts';
import type { Caller } from '../origin.ts';
import type { Impact } from './impact/impact.ts';
import { isHarmless } from './impact/worse.ts';
import type { Denied, GateUi, PlanStep } from './question.ts';
import { objectionToWords } from './unattended-words.ts';

/** The classes of writes that may be allowed with nobody there; what can lose work never is one. */
export const WRITE_CLASSES = ['local', 'remote'] as const satisfies readonly Risk[];

export type WriteClass = (typeof WRITE_CLASSES)[number];

/** What was declared at the start, all of it. */
export interface UnattendedTerms {
  readonly classes: ReadonlySet<WriteClass>;
  readonly mostWrites: number;
  readonly mostMinutes: number;
  /** In whose name the journal notes the writes. */
  readonly actor: string;
  /** Real paths of the folders whose repositories may be written to. */
  readonly roots: readonly string[];
}

export interface UnattendedOptions {
  readonly terms: UnattendedTerms;
  readonly now: () => number;
}

/** What an unattended write may do besides; a program, a window or a look outside is for a person to see. */
const EFFECTS: readonly Effect[] = ['network', 'writes-repo', 'writes-files', 'writes-remote'];

const EACH_TIME = 'It has to be looked at each time.';

const MINUTE_MS = 60_000;

/** A name, and no address that somebody put in its place. */
const REMOTE = /^\w[\w.-]*$/;

/** A write as far as a decision without a person needs it. */
interface UnattendedWrite {
  readonly text: string;
  readonly risk: Risk;
  readonly effects: readonly Effect[];
  readonly impact: Impact;
  readonly repository: string;
}

/** Decides with nobody there, by what was declared at the start and what the call itself says. Whatever is in doubt is denied. */
export function createUnattended({ terms, now }: UnattendedOptions): GateUi {
  const { actor, mostWrites, mostMinutes } = terms;
  const end = now() + mostMinutes * MINUTE_MS;
  let used = 0;

  const decide = (writes: readonly UnattendedWrite[], caller: Caller | undefined) => {
    const denied =
      writes.map(write => objectionTo(write, terms)).find(found => found !== undefined) ??
      (caller?.allowMutation === true ? undefined : NOT_IN_CALL) ??
      (now() < end ? undefined : spent(`The ${plural(mostMinutes, 'minute')} for writes are over.`)) ??
      (used + writes.length <= mostWrites
        ? undefined
        : spent(`The budget of ${plural(mostWrites, 'write')} is used up.`));
    if (denied !== undefined) return denied;
    used += writes.length;
    return { kind: 'run', actor } as const;
  };

  return {
    async decide({ kind, text, risk, effects, repository, caller, shape, ...question }, signal) {
      const [impact, allowance] = await Promise.all([question.impact, shape]);
      if (signal?.aborted) return { kind: 'declined' };
      if (question.eachTime) return notUnattended(question.note ?? EACH_TIME);
      if (question.nothingSaved || question.unsaved(impact) !== null)
        return notUnattended('Undo could not restore all that this changes.');
      // There is no class of contents that anybody could have meant beforehand.
      if (kind === 'write-files') return notUnattended('What is written into files is for a person to look at.');
      if (kind === 'push') return notUnattended('What leaves a sandbox is reviewed by a person.');
      // What a person could not allow for a session they cannot have meant to allow for a night.
      if (kind === 'command' && allowance === null) return notUnattended(impact.sentences[0] ?? EACH_TIME);
      const words = kind === 'command' ? objectionToWords(text) : undefined;
      if (words !== undefined) return notUnattended(words);
      return decide([{ text, risk, effects, repository, impact }], caller);
    },
    async decidePlan({ steps, repository, caller }, signal) {
      const found = await Promise.all(steps.map(step => writeOf(step, repository)));
      if (signal?.aborted) return { kind: 'declined' };
      const writes = found.filter(write => write !== undefined);
      const alone = steps.find(step => step.eachTime);
      // What is denied by itself is not let through by the company of others.
      if (alone !== undefined) return notUnattended((await alone.impact)?.sentences[0] ?? EACH_TIME);
      // Where a step of its own goes to is looked at when it is called by itself.
      if (writes.some(write => classOf(write) === 'remote'))
        return notUnattended('A plan with a step that leaves this machine is for a person; call that step by itself.');
      const words = writes.map(({ text }) => objectionToWords(text)).find(objection => objection !== undefined);
      return words === undefined ? decide(writes, caller) : notUnattended(words);
    },
  };
}

async function writeOf({ text, verdict, impact }: PlanStep, repository: string): Promise<UnattendedWrite | undefined> {
  const { risk, effects } = verdict;
  return impact === null ? undefined : { text, risk, effects, repository, impact: await impact };
}

const classOf = ({ risk, effects }: UnattendedWrite): WriteClass =>
  risk === 'remote' || effects.includes('writes-remote') ? 'remote' : 'local';

function objectionTo(write: UnattendedWrite, terms: UnattendedTerms): Denied | undefined {
  const { risk, effects, impact, repository } = write;
  if (risk === 'destructive' || !effects.every(effect => EFFECTS.includes(effect)) || !isHarmless(risk, impact))
    return notUnattended(impact.sentences[0] ?? 'It may lose work.');
  if (impact.conflicts.total > 0) return notUnattended('It would stop at conflicts.');
  if (!impact.remote.every(({ remote }) => REMOTE.test(remote)))
    return notUnattended('It names no remote by its name.');
  if (!terms.roots.some(root => isWithin(root, repository)))
    return notUnattended(`${repository} is in none of the folders named with --root.`);
  const needed = classOf(write);
  return terms.classes.has(needed) ? undefined : classNotAllowed(needed);
}

/** One half is missing: the start did not name the class. */
export const classNotAllowed = (needed: WriteClass): Denied => ({
  kind: 'denied',
  code: 'class-not-allowed',
  message: `Nobody is there to approve this, and the server was not started to allow ${needed} writes. A person has to start it with --allow ${needed} and a budget, or run the command.`,
});

/** The other half is missing: the call did not say so. */
const NOT_IN_CALL: Denied = {
  kind: 'denied',
  code: 'mutation-not-allowed',
  message:
    'Nobody is there to approve this, and the call does not say that it may write all the same. Call again with allow_mutation: true if your task needs this write.',
};

const spent = (what: string): Denied => ({
  kind: 'denied',
  code: 'budget-spent',
  message: `${what} Reads still run. A person has to start the server again for more.`,
});

const notUnattended = (why: string): Denied => ({
  kind: 'denied',
  code: 'not-unattended',
  message: `Nobody is there to approve this, and it is not for a server to run alone. ${why} It was not run.`,
});
