import { type QuickInputButton, type QuickPickItem, QuickPickItemKind, ThemeIcon } from 'vscode';
import { type Impact, impact } from '../../core/writes/impact/impact.ts';
import { isGrave } from '../../core/writes/impact/worse.ts';
import type { PlanDecision, PlanQuestion, PlanStep } from '../../core/writes/question.ts';
import { plainLabel } from '../plain-text.ts';
import { askEdit, askReason } from './input-boxes.ts';
import type { PersistentQuickPick } from './persistent-quick-pick.ts';
import type { AskOptions } from './question-pick.ts';
import { noteRows } from './question-rows.ts';
import { ORIGINS, RISK_NAMES } from './text.ts';

type Act = 'run' | 'cancel' | 'reason' | 'open' | 'edit' | 'strike' | 'preview' | 'back';

export interface PlanRow extends QuickPickItem {
  readonly act?: Act | undefined;
  /** Which step a row is about. */
  readonly at?: number;
}

const NOTHING = impact({});
const RUN = '$(run-all) Run all';
const BACK = '$(arrow-left) Back';
const EDIT: QuickInputButton = { iconPath: new ThemeIcon('edit'), tooltip: 'Edit this step' };
const STRIKE: QuickInputButton = { iconPath: new ThemeIcon('trash'), tooltip: 'Strike this step out' };

/** Fills a quick-pick with a plan and answers it by what the person does. */
export function askPlan(
  question: PlanQuestion,
  held: PersistentQuickPick<PlanRow, PlanDecision>,
  { forDisplay, previews }: AskOptions,
): void {
  const { pick, answer, during } = held;
  const { steps, repository, origin } = question;
  const plain = (text: string) => plainLabel(forDisplay(text));
  const texts = steps.map(({ text }) => text);
  const known = new Map<number, Impact>();
  let opened: number | undefined;

  const draw = (focus?: string) => {
    if (focus !== undefined) pick.value = '';
    const was = focus ?? pick.activeItems[0]?.label ?? RUN;
    pick.items = opened === undefined ? planRows(question, known, plain) : stepRows(opened, texts[opened] ?? '', plain);
    const active = pick.items.find(({ label }) => label === was);
    if (active !== undefined) pick.activeItems = [active];
  };
  const change = (at: number, ...instead: readonly string[]) =>
    answer({ kind: 'change', texts: texts.toSpliced(at, 1, ...instead) });
  const edit = (at: number) =>
    during(async over => {
      const edited = await askEdit(`Edit step ${at + 1}`, texts[at] ?? '', over);
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
      const radius = await step?.radius;
      if (step === undefined || !radius || step.verdict.risk === 'none') return;
      await previews.show({ text: step.text, repository, risk: step.verdict.risk }, radius);
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
    strike: at => change(at),
    preview,
    back: at => {
      opened = undefined;
      draw(stepLabel(at, texts[at] ?? '', plain));
    },
  };

  pick.title = `Sluice: run this plan of ${steps.length === 1 ? '1 command' : `${steps.length} commands`}?`;
  pick.placeholder = forDisplay(`Asked by ${ORIGINS[origin]}, in ${repository}`);
  held.accepted(({ act, at = 0 }) => act && acts[act](at));
  pick.onDidTriggerItemButton(({ button, item: { at = 0 } }) => (button === STRIKE ? acts.strike(at) : acts.edit(at)));
  draw();
  for (const [at, { radius }] of steps.entries())
    void radius?.then(found => {
      known.set(at, found);
      draw();
    });
}

const separator = (label: string): PlanRow => ({ kind: QuickPickItemKind.Separator, label });
const stepLabel = (at: number, text: string, plain: (text: string) => string) => `${at + 1}. ${plain(text)}`;

function planRows(
  { steps, note }: PlanQuestion,
  known: ReadonlyMap<number, Impact>,
  plain: (text: string) => string,
): readonly PlanRow[] {
  const grave = steps.filter(({ verdict }, at) => isGrave(verdict.risk, known.get(at) ?? NOTHING)).length;
  const asks = `${grave === 1 ? '1 destructive step is' : `${grave} destructive steps are`} asked about alone.`;
  return [
    ...noteRows(note, plain),
    {
      act: 'run',
      label: RUN,
      description: grave === 0 ? 'In order; it stops at the first failure.' : `In order; ${asks}`,
    },
    { act: 'cancel', label: '$(close) Cancel', description: 'Nothing is run.' },
    { act: 'reason', label: '$(comment) Cancel with a reason…', description: 'Whoever asked is told why.' },
    separator('Steps: choose one to edit it or strike it out'),
    ...steps.map((step, at) => ({
      act: 'open' as const,
      at,
      label: stepLabel(at, step.text, plain),
      description: riskOf(step, known.get(at)),
      detail: plain(aboutStep(step, known.get(at))),
      buttons: [EDIT, STRIKE],
    })),
  ];
}

/** Named as what it is: also a step that looked harmless before it was known what it would lose. */
const riskOf = ({ verdict: { risk } }: PlanStep, known: Impact | undefined): string =>
  RISK_NAMES[isGrave(risk, known ?? NOTHING) ? 'destructive' : risk];

/** What the step would do, as far as that is known now. */
function aboutStep({ verdict, radius }: PlanStep, known: Impact | undefined): string {
  const [says = verdict.reason] = known?.sentences ?? (radius === null ? [] : ['Working out what it would do…']);
  return says;
}

function stepRows(at: number, text: string, plain: (text: string) => string): readonly PlanRow[] {
  return [
    separator(stepLabel(at, text, plain)),
    { act: 'back', at, label: BACK },
    { act: 'edit', at, label: '$(edit) Edit…' },
    { act: 'strike', at, label: '$(trash) Strike out', description: 'The other steps stay.' },
    { act: 'preview', at, label: '$(eye) Show preview' },
  ];
}
