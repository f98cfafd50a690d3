import { type QuickPickItem, QuickPickItemKind } from 'vscode';
import type { ClassifiedText } from '../core/command/classify-text.ts';
import type { MutatingCommand, Program } from '../core/command/command.ts';
import type { Completion } from '../core/command/complete/complete.ts';
import type { Hint } from '../core/command/complete/hint.ts';
import { programOf } from '../core/command/parse.ts';
import type { Verdict } from '../core/command/verdict.ts';
import { insteadForPerson } from '../core/refusals.ts';
import { spellOutMisleading } from '../shared/invisible-characters.ts';
import { COMMAND_TEXT, VERDICTS, verdictKind } from './command-text.ts';
import { plainLabel } from './plain-text.ts';

export interface CommandRow extends QuickPickItem {
  /** The input's text once it is chosen; the row without it stands for what is typed. */
  readonly text?: string;
}

const VERDICT_ICONS = {
  'read-only': '$(eye)',
  mutating: '$(shield)',
  destructive: '$(flame)',
  refused: '$(circle-slash)',
} as const;

export const verdictIcon = (verdict: Verdict): string => VERDICT_ICONS[verdictKind(verdict)];

const COMPLETION_ICONS: Readonly<Record<Completion['kind'], string>> = {
  subcommand: '$(symbol-method)',
  option: '$(symbol-field)',
  branch: '$(git-branch)',
  'remote-branch': '$(cloud)',
  tag: '$(tag)',
  remote: '$(remote)',
  repository: '$(repo)',
  stash: '$(archive)',
  changed: '$(diff-modified)',
  path: '$(file)',
};

const always = { alwaysShow: true } as const;
const shown = (text: string): string => plainLabel(spellOutMisleading(text));

/** A person may leave the program out: where none is named only this one can be meant. */
export function withProgram(program: Program, text: string): string {
  const typed = text.trimStart();
  return program.startsWith(typed) || /^(?:git|gh)(?:\s|$)/.test(typed) ? typed : `${program} ${typed}`;
}

export interface CommandRowsOptions {
  /** The program that the input is for. */
  readonly program: Program;
  /** What is typed, with its program before it. */
  readonly text: string;
  readonly classified: ClassifiedText;
  /** The form without an editor of a command that is refused to all but a person. */
  readonly plainForm?: MutatingCommand | undefined;
  readonly hint: Hint;
  readonly completions: readonly Completion[];
  readonly history: readonly string[];
}

/** All rows under the command input: what is typed with its verdict first, then what it could become. */
export function commandRows({
  program,
  text,
  classified,
  plainForm,
  hint,
  completions,
  history,
}: CommandRowsOptions): CommandRow[] {
  const wanted = text
    .replace(/^(?:git|gh) /, '')
    .trim()
    .toLowerCase();
  const found = history.filter(command => command !== text && command.toLowerCase().includes(wanted));
  // What was run before and begins just so is likelier than any word of a table.
  const likely = found.filter(command => command.toLowerCase().startsWith(`${programOf(text)} ${wanted}`)).slice(0, 5);
  return [
    plainForm === undefined ? verdictRow(program, text, classified, hint) : editorRow(plainForm),
    ...under(COMMAND_TEXT.input.didYouMean, fixRows(hint)),
    ...under(COMMAND_TEXT.input.history, likely.map(historyRow)),
    ...under(COMMAND_TEXT.input.completions, completions.map(completionRow)),
    ...under(COMMAND_TEXT.input.history, found.filter(command => !likely.includes(command)).map(historyRow)),
  ];
}

/** The row of what is typed, with its verdict: Enter on it runs it. */
function verdictRow(program: Program, text: string, classified: ClassifiedText, hint: Hint): CommandRow {
  const bare = text.trim();
  const named = program.startsWith(bare) ? program : programOf(bare);
  if (named.startsWith(bare)) {
    const label = `$(edit) ${COMMAND_TEXT.input.typeCommand(named)}`;
    return { ...always, label, detail: COMMAND_TEXT.input.verdictComes };
  }
  // A read is one, however it goes on; what is refused has a reason worth reading now.
  const isHeldBack = !classified.ok || classified.command.verdict.class === 'mutating';
  if (hint?.kind === 'incomplete' && isHeldBack)
    return {
      ...always,
      label: `$(ellipsis) ${COMMAND_TEXT.input.incomplete}`,
      description: shown(COMMAND_TEXT.input.lacks[hint.lacks](hint.word)),
    };
  if (!classified.ok)
    return { ...always, label: `$(error) ${COMMAND_TEXT.input.notACommand}`, detail: classified.message };
  const { verdict, canonical } = classified.command;
  const { name, says } = VERDICTS[verdictKind(verdict)];
  const instead = verdict.class === 'refused' ? insteadForPerson(classified.command) : undefined;
  const detail = shown(instead ?? COMMAND_TEXT.input.about(verdict));
  return {
    ...always,
    label: `${verdictIcon(verdict)} ${name}`,
    description: says,
    detail: hint?.kind === 'mistyped' ? shown(COMMAND_TEXT.input.notKnown(hint.word, canonical)) : detail,
  };
}

/** For a command that opens an editor: what it does then. */
function editorRow({ verdict }: MutatingCommand): CommandRow {
  return {
    ...always,
    label: `${verdictIcon(verdict)} ${VERDICTS[verdictKind(verdict)].name}`,
    description: COMMAND_TEXT.edit.opensEditor,
    detail: shown(COMMAND_TEXT.input.about(verdict)),
  };
}

const fixRows = (hint: Hint): CommandRow[] =>
  hint?.kind === 'mistyped'
    ? hint.fixes.map(({ text }) => ({ ...always, label: `$(lightbulb) ${shown(text.trimEnd())}`, text }))
    : [];

const completionRow = ({ kind, word, text, about }: Completion): CommandRow => ({
  ...always,
  label: `${COMPLETION_ICONS[kind]} ${shown(word)}`,
  description: about === '' ? shown(text.trimEnd()) : about,
  text,
});

const historyRow = (command: string): CommandRow => ({
  ...always,
  label: `$(history) ${shown(command)}`,
  text: command,
});

const under = (label: string, rows: readonly CommandRow[]): CommandRow[] =>
  rows.length === 0 ? [] : [{ kind: QuickPickItemKind.Separator, label }, ...rows];
