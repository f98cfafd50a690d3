import type { Effect, ProgramUse, Risk, Verdict } from '../command/verdict.ts';
import type { Caller, Origin } from '../origin.ts';
import type { DenialCode } from '../refusals.ts';
import type { Impact, SoFar } from './impact/impact.ts';

/** Another process that puts its question to this one. */
export interface AskingProcess {
  readonly pid: number;
  /** How it calls itself: shown as its claim, never trusted. */
  readonly name: string | null;
}

/**
 * Files are written, and staged commits pushed, by what is no command: undo takes it back like one. A pull changes nothing
 * but what an agent can see.
 */
export type QuestionKind = 'command' | 'undo' | 'write-files' | 'push' | 'pull';

/** A question to the person: may this run? */
export interface Question {
  readonly kind: QuestionKind;
  /** The command in its one spelling, what would be undone, which files are written for what, or the staged commit and where it would go. */
  readonly text: string;
  /** The same for a row that says Run, Undo or Write itself. */
  readonly subject: string;
  readonly repository: string;
  readonly origin: Origin;
  /** The tool's call that asks; undefined for a command of a person. */
  readonly caller?: Caller | undefined;
  /** There when the command waits in another process, which hears the decision and acts on it. */
  readonly process?: AskingProcess | undefined;
  readonly effects: readonly Effect[];
  readonly risk: Exclude<Risk, 'none'>;
  readonly reason: string;
  /** Programs that it starts or sets up: shown first, and in full. */
  readonly programs: readonly ProgramUse[];
  /** Comes while the person reads; it never rejects. */
  readonly impact: Promise<Impact>;
  /** Calls back with what is known of it, now and as more comes. */
  readonly impactSoFar: (hear: SoFar) => void;
  /** A sentence on what a snapshot is too small for, so that Undo will not bring it back; null when it holds all. */
  readonly unsaved: (impact: Impact) => string | null;
  /** One sentence on what undo will bring back and what it will not. */
  readonly recovery: string;
  /** The commands that an allowance for the session would cover, as a person reads it; null when none is offered. It never rejects. */
  readonly shape: Promise<string | null>;
  readonly editable: boolean;
  /** Why the person is asked again, or which step of a plan this is; null otherwise. */
  readonly note: string | null;
  /** There where somebody wants a person to decide, whatever was said before. */
  readonly eachTime?: true | undefined;
  /** There when it would run although no snapshot could be taken. */
  readonly nothingSaved?: true | undefined;
}

/** A no that no person gave: nobody could be asked, and nothing said before covers it. */
export interface Denied {
  readonly kind: 'denied';
  readonly code: DenialCode;
  /** Says what to do instead. */
  readonly message: string;
}

export type Decision =
  | {
      readonly kind: 'run';
      /** In whose name it runs, where nobody was asked. */
      readonly actor?: string | undefined;
    }
  | Denied
  /** Run it, and from now on what has the same shape. */
  | { readonly kind: 'allow' }
  | { readonly kind: 'edit'; readonly text: string }
  /** First run the fetch that the impact names, then ask again with what is known by then. */
  | { readonly kind: 'fetch' }
  /** Also when nobody is there, the time is over or the window closes. */
  | { readonly kind: 'declined'; readonly reason?: string | undefined };

/** One command of a plan, as the person sees it. */
export interface PlanStep {
  readonly text: string;
  readonly verdict: Pick<Verdict, 'class' | 'effects' | 'risk' | 'reason'>;
  /** Null for a step that only reads. As of now: an earlier step may change it. */
  readonly impact: Promise<Impact> | null;
  /** There for one that a person has to look at each time: by its words no allowance could cover it. */
  readonly eachTime?: true | undefined;
}

/** A whole sequence, put before the person once. */
export interface PlanQuestion {
  readonly steps: readonly PlanStep[];
  readonly repository: string;
  readonly origin: Origin;
  readonly caller?: Caller | undefined;
  readonly process?: AskingProcess | undefined;
  /** Why the plan is shown again; null the first time. */
  readonly note: string | null;
}

export type PlanDecision =
  | Extract<Decision, { readonly kind: 'run' | 'denied' }>
  /** Steps were struck out or edited: these are left, and are judged and shown again. */
  | { readonly kind: 'change'; readonly texts: readonly string[] }
  | { readonly kind: 'declined'; readonly reason?: string | undefined };

/** The one who decides; everything but a clear yes is `declined`, also when the signal aborts. */
export interface GateUi {
  decide(question: Question, signal?: AbortSignal): Promise<Decision>;
  decidePlan(question: PlanQuestion, signal?: AbortSignal): Promise<PlanDecision>;
}

/** A text for the person to edit before a command runs. */
export interface EditTextRequest {
  readonly kind: 'message' | 'todo';
  readonly text: string;
  /** What is wrong with the text as it was edited before; null the first time. */
  readonly problem: string | null;
  readonly repository: string;
}
