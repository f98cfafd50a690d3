import { type QuickPickItem, QuickPickItemKind } from 'vscode';
import { isPerson, type Origin } from '../../core/origin.ts';
import type { Impact } from '../../core/writes/impact/impact.ts';
import { isHarmless } from '../../core/writes/impact/worse.ts';
import type { Question, QuestionKind } from '../../core/writes/question.ts';
import { plainLabel } from '../plain-text.ts';
import { impactSections, sentencesOf } from './impact-sections.ts';
import { GATE_TEXT, KINDS, RISKS } from './text.ts';

export type GateAction =
  | 'run'
  | 'preview'
  | 'edit'
  | 'copy'
  | 'cancel'
  | 'reason'
  | 'allow'
  | 'fetch'
  | 'list'
  | 'yes'
  | 'back';

export interface QuestionRow extends QuickPickItem {
  /** Lines that only tell have none. */
  readonly act?: GateAction;
}

/** Where the person is in a question. */
export interface Progress {
  /** Undefined while it is being worked out. */
  readonly impact: Impact | undefined;
  /** The shape an allowance would cover; null when none is offered, or not yet. */
  readonly shape: string | null;
  /** The choices, or the second step of one of them. */
  readonly step: 'choices' | 'run' | 'allow';
  /** True when the question waited behind another. */
  readonly behind: boolean;
  readonly copied: boolean;
}

/** About what fits beside a label; a longer command is shown whole in lines of its own, where nothing can hide at its end. */
const LINE = 80;
const ICONS: Readonly<Record<QuestionKind, string>> = {
  command: 'play',
  undo: 'discard',
  'write-files': 'save',
  push: 'check',
  pull: 'repo-pull',
};
/** Of files and commits of one kind; the rest is in a document. */
const MOST_LISTED = 5;

/** The rows of a question and the one that Enter is for. */
export function rowsOf(question: Question, progress: Progress, forDisplay: (text: string) => string) {
  const plain = (text: string) => plainLabel(forDisplay(text));
  const shape = progress.shape === null ? null : plain(progress.shape);
  const [first = question.reason] = progress.impact?.sentences ?? [GATE_TEXT.checking];
  const text = plain(question.subject);
  if (progress.step !== 'choices') return confirmation(question, { ...progress, shape }, plain(first), text);
  const whole = text.length <= LINE ? [] : inLines(text);
  const choices = choicesOf(
    question,
    { ...progress, shape },
    whole.length === 0 ? text : GATE_TEXT.command.cut(text.slice(0, LINE)),
    plain,
  );
  const unsaved = progress.impact ? question.unsaved(progress.impact) : null;
  const rows: readonly QuestionRow[] = [
    ...question.programs.flatMap(({ starts, text }) => [
      separator(GATE_TEXT.programs[starts]),
      ...inLines(plain(text)).map(label => ({ label })),
    ]),
    separator(riskOf(question)),
    // Of a long command the part that decides comes first, wherever it stands in it.
    ...(whole.length === 0 || isOrdinary(question)
      ? []
      : [{ label: `$(warning) ${capital(plain(question.reason))}.` }]),
    ...noteRows(question.note, plain),
    ...(unsaved === null ? [] : [{ label: `$(warning) ${plain(unsaved)}` }]),
    ...choices.map(row => (row.act === 'run' ? { ...row, detail: plain(first) } : row)),
    ...(whole.length === 0 ? [] : [separator(GATE_TEXT.command.whole), ...whole.map(label => ({ label }))]),
    ...impactRows(question, progress, plain),
  ];
  // Enter is for Run only if that is known to be harmless and saved, and the question did not come up in the place of another.
  const { behind, impact } = progress;
  const isFirst = !behind && question.note === null;
  const mayRun = isFirst && unsaved === null && isHarmless(question.risk, impact);
  // No words tell what contents are: those that are not the person's own are looked at first.
  const isToSee = question.kind === 'push' || (question.kind === 'write-files' && !isPerson(question.origin));
  return { rows, focus: !mayRun ? 'cancel' : isToSee ? 'preview' : 'run' } as const;
}

/** A text in lines that a row can hold. */
export const inLines = (text: string): readonly string[] => text.match(new RegExp(`.{1,${LINE}}`, 'gsu')) ?? [];

function choicesOf(
  { kind, risk, editable, origin }: Question,
  { shape, copied, impact }: Progress,
  text: string,
  plain: (text: string) => string,
): readonly QuestionRow[] {
  const { choices } = GATE_TEXT;
  const cancel: QuestionRow = {
    act: 'cancel',
    label: `$(close) ${kind === 'push' ? choices.reject : choices.cancel}`,
    description: KINDS[kind].no,
  };
  const run: QuestionRow = {
    act: 'run',
    label: risk === 'destructive' ? `$(warning) ${choices.runDestructive}` : `$(${ICONS[kind]}) ${KINDS[kind].yes}`,
    description: text,
  };
  return [
    ...(risk === 'destructive' ? [cancel, run] : [run]),
    { act: 'preview', label: `$(eye) ${kind === 'push' ? choices.diff : choices.preview}` },
    ...(editable ? [{ act: 'edit', label: `$(edit) ${choices.edit}` } as const] : []),
    { act: 'copy', label: `$(copy) ${choices.copy}`, ...(copied && { description: choices.copied }) },
    ...(risk === 'destructive' ? [] : [cancel]),
    // Whoever pushes, an agent staged it.
    ...(kind === 'push' ? reasonRows('chat', choices.rejectWithReason) : reasonRows(origin)),
    // The last, for they come late, one after the other: nothing that can be clicked moves when they do.
    ...(impact?.fetchFirst === undefined
      ? []
      : [
          { act: 'fetch', label: `$(cloud-download) ${choices.fetch}`, description: plain(impact.fetchFirst) } as const,
        ]),
    ...(shape === null ? [] : [{ act: 'allow', label: `$(pass) ${choices.allow}`, description: shape } as const]),
  ];
}

/** The second, explicit step: the way back has the focus. */
function confirmation({ process }: Question, { step, shape }: Progress, first: string, text: string) {
  const run = step === 'run';
  const { confirm, choices } = GATE_TEXT;
  const scope = process === undefined ? confirm.allowScope : confirm.allowScopeOfProcess;
  const yes = run ? `$(warning) ${confirm.run(first)}` : `$(pass) ${confirm.allow}`;
  const rows: readonly QuestionRow[] = [
    separator(run ? RISKS.destructive : scope),
    { act: 'back', label: `$(arrow-left) ${choices.back}` },
    { act: 'yes', label: yes, detail: run ? text : confirm.covers(shape ?? '') },
  ];
  return { rows, focus: 'back' } as const;
}

function impactRows(question: Question, { impact }: Progress, plain: (text: string) => string): readonly QuestionRow[] {
  // The first stands beside the command.
  const sentences = impact === undefined ? [] : sentencesOf(impact).slice(1).map(plain);
  const sections = impact === undefined ? [] : impactSections(impact, MOST_LISTED);
  const effects =
    question.effects.length === 0 ? GATE_TEXT.command.noEffects : GATE_TEXT.command.effects(question.effects);
  return [
    ...(sentences.length === 0 ? [] : [separator(GATE_TEXT.command.alsoChanges)]),
    ...sentences.map(label => ({ label })),
    ...sections.flatMap(({ title, lines, more }) => [
      separator(title),
      ...lines.map(({ name, about }) => ({ label: plain(name), description: plain(about) })),
      ...(more === 0
        ? []
        : [{ act: 'list', label: GATE_TEXT.impact.more(more), description: GATE_TEXT.impact.openList } as const]),
    ]),
    separator(GATE_TEXT.command.about),
    ...[...reasonOf(question, impact), GATE_TEXT.command.repository(question.repository), effects, question.recovery]
      .map(plain)
      .map(label => ({ label })),
  ];
}

/** Of what can be undone, what it will change says more than why it is asked about. */
const reasonOf = (question: Question, impact: Impact | undefined): string[] =>
  isOrdinary(question) && impact !== undefined && sentencesOf(impact).length > 0
    ? []
    : [`${capital(question.reason)}.`];

/** True for a command that is asked about only because it changes the repository: its reason says what its name says. */
const isOrdinary = ({ risk, programs }: Question): boolean => risk === 'local' && programs.length === 0;

/** Why the person is asked again, or which step of a plan this is. */
export const noteRows = (note: string | null, plain: (text: string) => string): readonly QuickPickItem[] =>
  note === null ? [] : [{ label: `$(info) ${plain(note)}` }];

/** The way to say no and why; a person who asked needs no reason of their own. */
export const reasonRows = (origin: Origin, label: string = GATE_TEXT.choices.cancelWithReason) =>
  isPerson(origin)
    ? []
    : [
        {
          act: 'reason',
          label: `$(comment) ${label}`,
          description: GATE_TEXT.choices.callerIsTold,
        } as const,
      ];

/** Of a program nobody knows what it does: that it may lose work is the least of it. */
const riskOf = ({ programs, risk }: Question): string => (programs.length > 0 ? GATE_TEXT.programs.risk : RISKS[risk]);

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

const separator = (label: string): QuestionRow => ({ kind: QuickPickItemKind.Separator, label });
