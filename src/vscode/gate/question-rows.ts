import { type QuickPickItem, QuickPickItemKind } from 'vscode';
import type { Impact } from '../../core/writes/impact/impact.ts';
import type { Question } from '../../core/writes/question.ts';
import { plainLabel } from '../plain-text.ts';
import { sectionsOf, sentencesOf } from './impact-sections.ts';
import { effectsIn, RISKS } from './text.ts';

export type Act = 'run' | 'preview' | 'edit' | 'copy' | 'cancel' | 'reason' | 'allow' | 'list' | 'yes' | 'back';

export interface Row extends QuickPickItem {
  /** Lines that only tell have none. */
  readonly act?: Act;
}

/** Where the person is in a question. */
export interface Progress {
  /** Undefined while it is being worked out. */
  readonly radius: Impact | undefined;
  /** What an allowance would cover; null when none is offered, or not yet. */
  readonly shape: string | null;
  /** The choices, or the second step of one of them. */
  readonly step: 'choices' | 'run' | 'allow';
  readonly copied: boolean;
}

/** About what fits beside a label; a longer command is shown whole in lines of its own, where nothing can hide at its end. */
const LINE = 80;
/** Of files and commits of one kind; the rest is in a document. */
const MOST_FACTS = 5;
const PENDING = 'Working out what it would do…';

/** The rows of a question and the one that Enter is for. */
export function rowsOf(question: Question, progress: Progress, forDisplay: (text: string) => string) {
  const plain = (text: string) => plainLabel(forDisplay(text));
  const shape = progress.shape === null ? null : plain(progress.shape);
  const [first = question.reason] = progress.radius?.sentences ?? [PENDING];
  // The row says so itself.
  const text = plain(question.kind === 'undo' ? question.text.replace(/^Undo /, '') : question.text);
  if (progress.step !== 'choices') return confirmation({ ...progress, shape }, plain(first), text);
  const whole = text.length <= LINE ? [] : (text.match(new RegExp(`.{1,${LINE}}`, 'gsu')) ?? []);
  const choices = choicesOf(
    question,
    { ...progress, shape },
    whole.length === 0 ? text : `${text.slice(0, LINE)}… (whole below)`,
  );
  const rows: readonly Row[] = [
    separator(RISKS[question.risk]),
    ...noteRows(question.note, plain),
    ...choices.map(row => (row.act === 'run' ? { ...row, detail: plain(first) } : row)),
    ...(whole.length === 0 ? [] : [separator('The whole command'), ...whole.map(label => ({ label }))]),
    ...factRows(question, progress, plain),
  ];
  return { rows, focus: question.risk === 'destructive' ? 'cancel' : 'run' } as const;
}

function choicesOf({ kind, risk, editable }: Question, { shape, copied }: Progress, text: string): readonly Row[] {
  const not = kind === 'undo' ? 'Nothing is undone.' : 'It is not run.';
  const cancel: Row = { act: 'cancel', label: '$(close) Cancel', description: not };
  const run: Row =
    risk === 'destructive'
      ? { act: 'run', label: '$(warning) Run…', description: text }
      : { act: 'run', label: kind === 'undo' ? '$(discard) Undo' : '$(play) Run', description: text };
  return [
    ...(risk === 'destructive' ? [cancel, run] : [run]),
    { act: 'preview', label: '$(eye) Show preview' },
    ...(editable ? [{ act: 'edit', label: '$(edit) Edit command…' } as const] : []),
    { act: 'copy', label: '$(copy) Copy', ...(copied && { description: 'Copied.' }) },
    ...(risk === 'destructive' ? [] : [cancel]),
    { act: 'reason', label: '$(comment) Cancel with a reason…', description: 'Whoever asked is told why.' },
    // The last, for it comes late: nothing that can be clicked moves when it does.
    ...(shape === null
      ? []
      : [{ act: 'allow', label: '$(pass) Allow this for the session…', description: shape } as const]),
  ];
}

/** The second, explicit step: the way back has the focus. */
function confirmation({ step, shape }: Progress, first: string, text: string) {
  const run = step === 'run';
  const yes = run ? `$(warning) Yes, run it: ${first}` : '$(pass) Yes, run it and do not ask again for this';
  const rows: readonly Row[] = [
    separator(run ? RISKS.destructive : 'Until the window closes, in this repository'),
    { act: 'back', label: '$(arrow-left) Back' },
    { act: 'yes', label: yes, detail: run ? text : `It covers ${shape ?? ''}.` },
  ];
  return { rows, focus: 'back' } as const;
}

function factRows(question: Question, { radius }: Progress, plain: (text: string) => string): readonly Row[] {
  // The first stands beside the command.
  const sentences = radius === undefined ? [] : sentencesOf(radius).slice(1).map(plain);
  const sections = radius === undefined ? [] : sectionsOf(radius, MOST_FACTS);
  return [
    ...(sentences.length === 0 ? [] : [separator('What else it would do')]),
    ...sentences.map(label => ({ label })),
    ...sections.flatMap(({ title, facts, more }) => [
      separator(title),
      ...facts.map(({ name, about }) => ({ label: plain(name), description: plain(about) })),
      ...(more === 0
        ? []
        : [{ act: 'list', label: `… and ${more} more`, description: 'Opens the whole list.' } as const]),
    ]),
    separator('About this command'),
    ...[`${capital(plain(question.reason))}.`, effectsIn(question.effects), plain(question.recovery)].map(label => ({
      label,
    })),
  ];
}

/** Why the person is asked again, or which step of a plan this is. */
export const noteRows = (note: string | null, plain: (text: string) => string): readonly QuickPickItem[] =>
  note === null ? [] : [{ label: `$(info) ${plain(note)}` }];

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

const separator = (label: string): Row => ({ kind: QuickPickItemKind.Separator, label });
