import type { Effect, Risk } from '../command/verdict.ts';
import type { Radius } from './radius/radius.ts';

/** Who asked for a command. */
export type Origin = 'palette' | 'view' | 'chat' | 'mcp' | 'cli';

/** What is put before the person. */
export interface Question {
  readonly kind: 'command' | 'undo';
  /** The command in its one spelling, or what would be undone. */
  readonly text: string;
  readonly repository: string;
  readonly origin: Origin;
  readonly effects: readonly Effect[];
  readonly risk: Exclude<Risk, 'none'>;
  readonly reason: string;
  /** Comes while the person reads; it never rejects. */
  readonly radius: Promise<Radius>;
  /** What undo will bring back and what it will not, in one sentence. */
  readonly recovery: string;
  /** What an allowance for the session would cover, as a person reads it; null when none is offered. */
  readonly shape: string | null;
  readonly editable: boolean;
  /** Why the person is asked again, or which step of a plan this is; null otherwise. */
  readonly note: string | null;
}

export type Decision =
  | { readonly kind: 'run' }
  /** Run it, and from now on what has the same shape. */
  | { readonly kind: 'allow' }
  | { readonly kind: 'edit'; readonly text: string }
  /** Also when nobody is there, the time is over or the window closes. */
  | { readonly kind: 'declined'; readonly reason?: string | undefined };

/** The one who decides; everything but a clear yes is `declined`. */
export interface GateUi {
  decide(question: Question, signal?: AbortSignal): Promise<Decision>;
}
