import { env } from 'vscode';
import { isGrave } from '../../core/writes/impact/worse.ts';
import type { Decision, Question } from '../../core/writes/question.ts';
import { spellOutMisleading } from '../../shared/invisible-characters.ts';
import { askEdit, askReason } from './input-boxes.ts';
import type { PersistentQuickPick } from './persistent-quick-pick.ts';
import type { Previews, StagedReview } from './preview.ts';
import { type GateAction, type Progress, type QuestionRow, rowsOf } from './question-rows.ts';
import { GATE_TEXT, KINDS, requestText } from './text.ts';

export interface AskOptions {
  readonly forDisplay: (text: string) => string;
  readonly previews: Previews;
  readonly review: () => Promise<StagedReview>;
}

/** Fills a quick-pick with a question and answers it by what the person does. */
export function askQuestion(
  question: Question,
  quickPick: PersistentQuickPick<QuestionRow, Decision>,
  { forDisplay, previews, review }: AskOptions,
): void {
  const { pick, answer, during } = quickPick;
  const { kind, risk, text, impact, shape } = question;
  /** True for a command that holds a secret: it is never handed out as it is. */
  const secret = forDisplay(text) !== spellOutMisleading(text);
  let progress: Progress = {
    impact: undefined,
    shape: null,
    step: 'choices',
    behind: quickPick.isBehindAnother(),
    copied: false,
  };
  /** The row that has the focus unless the person moved it. */
  let placed: string | undefined;

  const draw = (changed: Partial<Progress> = {}, focus?: GateAction) => {
    const was = pick.activeItems[0]?.label;
    progress = { ...progress, ...changed };
    if (focus !== undefined) pick.value = '';
    const drawn = rowsOf({ ...question, editable: question.editable && !secret }, progress, forDisplay);
    // Under a finger the focus moves to Cancel only, never to Run.
    const mayMove = (was === undefined || was === placed) && (!quickPick.isSettled() || drawn.focus === 'cancel');
    const wanted = focus ?? (mayMove ? drawn.focus : undefined);
    quickPick.rows(drawn.rows);
    const active = drawn.rows.find(row => (wanted === undefined ? row.label === was : row.act === wanted));
    if (active === undefined) return;
    pick.activeItems = [active];
    if (wanted !== undefined) placed = focus === undefined ? active.label : undefined;
  };

  const edit = () =>
    during(async over => {
      const edited = await askEdit(GATE_TEXT.edit.title, text, over);
      if (edited !== undefined) answer({ kind: 'edit', text: edited });
    });
  const declineWithReason = () =>
    during(async over => {
      const declined = await askReason(over);
      if (declined !== undefined) await decline(declined.reason);
    });
  /** A no with what the person wrote on lines of what is staged. */
  const decline = async (reason?: string) => {
    const { preview = null } = progress.impact ?? {};
    const staged = preview?.kind === 'patch' ? preview.staged : undefined;
    if (staged === undefined) return answer({ kind: 'declined', ...(reason !== undefined && { reason }) });
    const { comments } = await review();
    const whole = comments.reasonWith(staged, reason);
    answer({ kind: 'declined', ...(whole !== undefined && { reason: whole }) });
    comments.markSent(staged);
  };
  const acts: Readonly<Record<GateAction, () => unknown>> = {
    // Who is quick waits for it all the same: it may say that work would be lost.
    run: async () => (isGrave(risk, await impact) ? draw({ step: 'run' }, 'back') : answer({ kind: 'run' })),
    yes: () => answer({ kind: progress.step === 'allow' ? 'allow' : 'run' }),
    back: () => draw({ step: 'choices' }, progress.step === 'allow' ? 'allow' : 'run'),
    preview: () => during(async () => previews.show(question, await impact)),
    list: () => during(async () => previews.list(question, await impact)),
    edit,
    copy: async () => {
      await env.clipboard.writeText(secret ? forDisplay(text) : text);
      draw({ copied: true });
    },
    cancel: () => decline(),
    reason: declineWithReason,
    allow: () => draw({ step: 'allow' }, 'back'),
    fetch: () => answer({ kind: 'fetch' }),
  };

  quickPick.title(risk === 'destructive' && kind === 'command' ? GATE_TEXT.runDestructive : KINDS[kind].title);
  pick.placeholder = forDisplay(requestText(question));
  pick.busy = true;
  quickPick.accepted(({ act }) => act && acts[act]());
  draw();
  let isKnown = false;
  question.impactSoFar(found => {
    if (!isKnown) draw({ impact: found });
  });
  void impact.then(found => {
    isKnown = true;
    pick.busy = false;
    draw({ impact: found });
  });
  void shape.then(found => draw({ shape: found }));
}
