import { type QuickInputButton, type QuickPickItem, QuickPickItemKind, ThemeIcon } from 'vscode';
import { type Impact, impact } from '../../core/writes/impact/impact.ts';
import { isGrave, isHarmless } from '../../core/writes/impact/worse.ts';
import type { PlanDecision, PlanQuestion, PlanStep } from '../../core/writes/question.ts';
import { plainLabel } from '../plain-text.ts';
import { askEdit, askReason } from './input-boxes.ts';
import type { PersistentQuickPick } from './persistent-quick-pick.ts';
import type { AskOptions } from './question-pick.ts';
import { inLines, noteRows, reasonRows } from './question-rows.ts';
import { GATE_TEXT, requestText, STEP_RISKS } from './text.ts';

type Act = 'run' | 'cancel' | 'reason' | 'open' | 'edit' | 'remove' | 'preview' | 'back';

export interface PlanRow extends QuickPickItem {
  readonly act?: Act | undefined;
  /** Which step a row is about. */
  readonly at?: number;
}

const NOTHING = impact({});
const RUN = `$(run-all) ${GATE_TEXT.plan.runAll}`;
const CANCEL = `$(close) ${GATE_TEXT.choices.cancel}`;
const BACK = `$(arrow-left) ${GATE_TEXT.choices.back}`;
const EDIT: QuickInputButton = { iconPath: new ThemeIcon('edit'), tooltip: GATE_TEXT.plan.editStep };
const REMOVE: QuickInputButton = { iconPath: new ThemeIcon('trash'), tooltip: GATE_TEXT.plan.removeStep };

/** Fills a quick-pick with a plan and answers it by what the person does. */
export function askPlan(
  question: PlanQuestion,
  quickPick: PersistentQuickPick<PlanRow, PlanDecision>,
  { forDisplay, previews }: AskOptions,
): void {
  const { pick, answer, during } = quickPick;
  const { steps, repository } = question;
  const plain = (text: string) => plainLabel(forDisplay(text));
  const texts = steps.map(({ text }) => text);
  const known = new Map<number, Impact>();
  let opened: number | undefined;
  /** The row that has the focus unless the person moved it. */
  let placed: string | undefined;
  const isEasy = () =>
    !quickPick.isBehindAnother() &&
    steps.every(({ verdict: { risk }, impact }, at) => impact === null || isHarmless(risk, known.get(at)));

  const draw = (focus?: string) => {
    if (focus !== undefined) pick.value = '';
    const active = pick.activeItems[0]?.label;
    const easy = isEasy();
    const mayMove = opened === undefined && active === placed && (!quickPick.isSettled() || !easy);
    if (focus === undefined && mayMove) placed = easy ? RUN : CANCEL;
    else placed = undefined;
    const was = focus ?? placed ?? active;
    quickPick.rows(
      opened === undefined ? planRows(question, known, plain) : stepRows(opened, texts[opened] ?? '', plain),
    );
    const row = pick.items.find(({ label }) => label === was);
    if (row !== undefined) pick.activeItems = [row];
  };
  const change = (at: number, ...instead: readonly string[]) =>
    answer({ kind: 'change', texts: texts.toSpliced(at, 1, ...instead) });
  const edit = (at: number) =>
    during(async over => {
      const edited = await askEdit(GATE_TEXT.edit.stepTitle(at + 1), texts[at] ?? '', over);
      if (edited !== undefined) change(at, edited);
    });
  const declineWithReason = () =>
    during(async over => {
      const declined = await askReason(over);
      if (declined !== undefined) answer(declined);
    });
  const preview = (at: number) =>
    during(async () => {
      const step = steps[at];
      const found = await step?.impact;
      if (step === undefined || !found || step.verdict.risk === 'none') return;
      await previews.show({ text: step.text, repository, risk: step.verdict.risk }, found);
    });
  const acts: Readonly<Record<Act, (at: number) => unknown>> = {
    run: () => answer({ kind: 'run' }),
    cancel: () => answer({ kind: 'declined' }),
    reason: declineWithReason,
    open: at => {
      opened = at;
      draw(BACK);
    },
    edit,
    remove: at => change(at),
    preview,
    back: at => {
      opened = undefined;
      draw(stepLabel(at, texts[at] ?? '', plain));
    },
  };

  quickPick.title(GATE_TEXT.plan.title(steps.length));
  pick.placeholder = forDisplay(requestText(question));
  quickPick.accepted(({ act, at = 0 }) => act && acts[act](at));
  pick.onDidTriggerItemButton(({ button, item: { at = 0 } }) => (button === REMOVE ? acts.remove(at) : acts.edit(at)));
  draw();
  for (const [at, { impact }] of steps.entries())
    void impact?.then(found => {
      known.set(at, found);
      draw();
    });
}

const separator = (label: string): PlanRow => ({ kind: QuickPickItemKind.Separator, label });
const stepLabel = (at: number, text: string, plain: (text: string) => string) => `${at + 1}. ${plain(text)}`;

function planRows(
  { steps, note, origin }: PlanQuestion,
  known: ReadonlyMap<number, Impact>,
  plain: (text: string) => string,
): readonly PlanRow[] {
  const grave = steps.filter(({ verdict }, at) => isGrave(verdict.risk, known.get(at) ?? NOTHING)).length;
  const { plan } = GATE_TEXT;
  return [
    ...noteRows(note, plain),
    {
      act: 'run',
      label: RUN,
      description: grave === 0 ? plan.inOrder : plan.inOrderWithDestructive(grave),
    },
    { act: 'cancel', label: CANCEL, description: plan.nothingRuns },
    ...reasonRows(origin),
    separator(plan.steps),
    ...steps.map((step, at) => ({
      act: 'open' as const,
      at,
      label: stepLabel(at, step.text, plain),
      description: riskOf(step, known.get(at)),
      detail: plain(aboutStep(step, known.get(at))),
      buttons: [EDIT, REMOVE],
    })),
  ];
}

/** Named as what it is: also a step that looked harmless before it was known what it would lose. */
const riskOf = ({ verdict: { risk } }: PlanStep, known: Impact | undefined): string =>
  STEP_RISKS[isGrave(risk, known ?? NOTHING) ? 'destructive' : risk];

/** The impact of a step in one sentence, as far as it is known now. */
function aboutStep({ verdict, impact }: PlanStep, known: Impact | undefined): string {
  const [says = verdict.reason] = known?.sentences ?? (impact === null ? [] : [GATE_TEXT.checking]);
  return says;
}

function stepRows(at: number, text: string, plain: (text: string) => string): readonly PlanRow[] {
  const { plan, choices, command } = GATE_TEXT;
  return [
    separator(stepLabel(at, text, plain)),
    { act: 'back', at, label: BACK },
    { act: 'edit', at, label: `$(edit) ${plan.edit}` },
    { act: 'remove', at, label: `$(trash) ${plan.remove}`, description: plan.othersStay },
    { act: 'preview', at, label: `$(eye) ${choices.preview}` },
    separator(command.whole),
    ...inLines(plain(text)).map(label => ({ label })),
  ];
}
