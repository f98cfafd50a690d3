import type { Disposable, QuickPickItem } from 'vscode';
import type { Decision, GateUi, PlanDecision } from '../../core/writes/question.ts';
import { type Asked, type HeldPick, holdPick } from './persistent-quick-pick.ts';
import { askPlan, type PlanRow } from './plan-pick.ts';
import { type AskOptions, askQuestion } from './question-pick.ts';
import type { Row } from './question-rows.ts';
import { createTurns } from './turns.ts';

export interface GateUiOptions extends AskOptions {
  readonly timeoutMs: () => number;
  /** Hears what waits, the question that is asked first. */
  readonly waiting: (texts: readonly string[]) => void;
  readonly reportError: (error: unknown) => void;
}

/** The gate in the editor: one question at a time, and anything but a yes is no. */
export interface EditorGate extends GateUi, Disposable {
  /** Brings the question back that was put aside. */
  reveal(): void;
  /** Says no to the question that is asked. */
  decline(): void;
}

export function createGateUi(options: GateUiOptions): EditorGate {
  const { timeoutMs, waiting, reportError } = options;
  const turns = createTurns(waiting);
  let current: Asked | undefined;
  const asked = (now: Asked | undefined) => {
    current = now;
  };
  const put = <R extends QuickPickItem, T>(
    name: string,
    declined: T,
    signal: AbortSignal | undefined,
    fill: (held: HeldPick<R, T>) => void,
  ) =>
    turns.take(name, declined, signal, () =>
      holdPick<R, T>({ declined, timeoutMs: timeoutMs(), signal, asked, reportError }, fill),
    );
  return {
    decide: (question, signal) =>
      put<Row, Decision>(question.text, { kind: 'declined' }, signal, held => askQuestion(question, held, options)),
    decidePlan: (question, signal) =>
      put<PlanRow, PlanDecision>(`a plan of ${question.steps.length} commands`, { kind: 'declined' }, signal, held =>
        askPlan(question, held, options),
      ),
    reveal: () => current?.show(),
    decline: () => current?.decline(),
    dispose: () => current?.decline(),
  };
}
