import type { Disposable, QuickPickItem } from 'vscode';
import type { GitReader } from '../../core/git/reader.ts';
import type { Decision, GateUi, PlanDecision } from '../../core/writes/question.ts';
import type { Outputs } from '../views/documents.ts';
import { askPersistently, type PersistentQuickPick, type ShownQuestion } from './persistent-quick-pick.ts';
import { askPlan, type PlanRow } from './plan-pick.ts';
import { createPreviews, type StagedReview } from './preview.ts';
import { askQuestion } from './question-pick.ts';
import type { QuestionRow } from './question-rows.ts';
import { GATE_TEXT } from './text.ts';
import { createTurns, type Place } from './turns.ts';
import { createWaitingItem } from './waiting-item.ts';

export interface EditorGateOptions {
  readonly git: GitReader;
  readonly outputs: Outputs;
  readonly review: () => Promise<StagedReview>;
  readonly forDisplay: (text: string) => string;
  readonly timeoutMs: () => number;
  /** Hears how many questions wait. */
  readonly waitingChanged: (count: number) => void;
  readonly reportError: (error: unknown) => void;
}

/** The gate in the editor: one question at a time, and anything but a yes is no. */
export interface EditorGate extends GateUi, Disposable {
  /** Shows the question again after it was hidden. */
  reveal(): void;
  /** Declines the question that is shown. */
  decline(): void;
}

export function createEditorGate(options: EditorGateOptions): EditorGate {
  const { forDisplay, review, timeoutMs, reportError } = options;
  const item = createWaitingItem(forDisplay);
  let current: ShownQuestion | undefined;
  const tools = { forDisplay, review, previews: createPreviews(options) };
  let place: Place = { at: 1, of: 1 };
  const turns = createTurns((texts, now) => {
    place = now;
    current?.placeChanged();
    item.show(texts);
    options.waitingChanged(texts.length);
  });
  const showing = (question: ShownQuestion | undefined) => {
    current = question;
  };
  const put = <R extends QuickPickItem, T>(
    name: string,
    declined: T,
    signal: AbortSignal | undefined,
    fill: (pick: PersistentQuickPick<R, T>) => void,
  ) =>
    turns.take(name, declined, signal, () =>
      askPersistently<R, T>(
        { declined, timeoutMs: timeoutMs(), signal, place: () => place, showing, reportError },
        fill,
      ),
    );
  return {
    decide: (question, signal) =>
      put<QuestionRow, Decision>(question.text, { kind: 'declined' }, signal, pick =>
        askQuestion(question, pick, tools),
      ),
    decidePlan: (question, signal) =>
      put<PlanRow, PlanDecision>(GATE_TEXT.plan.name(question.steps.length), { kind: 'declined' }, signal, pick =>
        askPlan(question, pick, tools),
      ),
    reveal: () => current?.show(),
    decline: () => current?.decline(),
    dispose() {
      current?.end();
      item.dispose();
    },
  };
}
