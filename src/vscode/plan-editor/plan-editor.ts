import { basename } from 'node:path';
import {
  CodeLens,
  Diagnostic,
  DiagnosticSeverity,
  InlayHint,
  Position,
  Range,
  type TextDocument,
  window,
  workspace,
} from 'vscode';
import type { Core } from '../../core/core.ts';
import type { PlanOutcome } from '../../core/writes/plans.ts';
import { spellOutMisleading } from '../../shared/invisible-characters.ts';
import { COMMAND_TEXT, VERDICTS, verdictKind } from '../command-text.ts';
import type { JournalActions } from '../journal/journal-actions.ts';
import { plainMessage } from '../plain-text.ts';
import type { Running } from '../running.ts';
import { TEXT } from '../text.ts';
import { type JudgedLine, judgeLines, MOST_LINES, type PlanLine, planLines } from './plan-lines.ts';

const SEVERAL = COMMAND_TEXT.several;
const MESSAGE_LINES = 6;
const UNDO = { title: TEXT.undo };

/** Opens a document for several commands. */
export async function openPlan(repository: string, language: string): Promise<TextDocument> {
  const content = `${SEVERAL.begin(basename(repository))}\n\n`;
  const document = await workspace.openTextDocument({ language, content });
  const end = new Position(document.lineCount - 1, 0);
  await window.showTextDocument(document, { preview: false, selection: new Range(end, end) });
  return document;
}

export async function judgeDocument(
  document: TextDocument,
  core: Pick<Core, 'contextOf'>,
  repository: string,
): Promise<readonly JudgedLine[]> {
  const { classifyText } = await import('../../core/command/tables.ts');
  const context = core.contextOf(repository) ?? { roots: [], cwd: repository };
  return judgeLines(planLines(document.getText()), (program, text) => classifyText(program, text, context));
}

const endOf = (document: TextDocument, line: number): Position => document.lineAt(line).range.end;

/** The verdict beside each line, in a word: no colour says it. */
export const verdictHints = (document: TextDocument, lines: readonly JudgedLine[]): InlayHint[] =>
  lines.flatMap(line => {
    if (line.kind !== 'command') return [];
    const { name, says } = VERDICTS[verdictKind(line.verdict)];
    const hint = new InlayHint(endOf(document, line.line), ` ${name} `);
    hint.paddingLeft = true;
    hint.tooltip = spellOutMisleading([says, COMMAND_TEXT.input.about(line.verdict)].join('. '));
    return [hint];
  });

/** What keeps a line, and so the plan, from being run. */
export const lineProblem = (line: JudgedLine): string | undefined => {
  if (line.kind === 'too-many') return SEVERAL.tooMany(MOST_LINES);
  if (line.kind === 'invalid') return line.message;
  return line.verdict.class === 'refused' ? SEVERAL.refused(line.verdict.reason) : undefined;
};

export const planDiagnostics = (document: TextDocument, lines: readonly JudgedLine[]): Diagnostic[] =>
  lines.flatMap(line => {
    const problem = lineProblem(line);
    if (problem === undefined) return [];
    const found = new Diagnostic(
      document.lineAt(line.line).range,
      spellOutMisleading(problem),
      DiagnosticSeverity.Error,
    );
    found.source = 'Sluice';
    return [found];
  });

/** The button above the commands. */
export const runLens = (document: TextDocument, lines: readonly PlanLine[], repository: string): CodeLens => {
  const at = new Range(new Position(0, 0), new Position(0, 0));
  const title = lines.length === 0 ? SEVERAL.empty : SEVERAL.run(lines.length, basename(repository));
  return new CodeLens(at, { title, command: lines.length === 0 ? '' : 'sluice.runPlan', arguments: [document.uri] });
};

export interface RunDocumentOptions {
  readonly core: Core;
  readonly running: Running;
  readonly journal: Pick<JournalActions, 'undo'>;
}

/** Puts the commands of a document before the person as one plan. */
export async function runDocument(
  document: TextDocument,
  repository: string,
  { core, running, journal }: RunDocumentOptions,
): Promise<void> {
  const { forDisplay } = core;
  const lines = await judgeDocument(document, core, repository);
  if (lines.length === 0) return void window.showInformationMessage(plainMessage(SEVERAL.nothing));
  for (const line of lines) {
    const problem = lineProblem(line);
    if (problem !== undefined)
      return void window.showErrorMessage(plainMessage(forDisplay(SEVERAL.notRead(line.line + 1, problem))));
  }
  const texts = lines.map(({ text }) => text);
  const outcome = await running.during(SEVERAL.name(texts.length), signal =>
    core.runPlan(texts, { repository, origin: 'palette', signal }),
  );
  if (outcome.kind === 'declined') return;
  if (outcome.kind !== 'ran') return void window.showErrorMessage(plainMessage(forDisplay(outcome.message)));
  const entry = await entryOf(core, repository, outcome.group);
  const buttons = entry === undefined ? [] : [UNDO];
  const stopped = stopOf(outcome, lines);
  const choice =
    stopped === undefined
      ? await window.showInformationMessage(plainMessage(SEVERAL.ran(outcome.steps.length)), ...buttons)
      : await window.showErrorMessage(plainMessage(forDisplay(stopped)), ...buttons);
  if (choice === UNDO && entry !== undefined) await journal.undo(entry, repository);
}

/** Where a plan stopped: by its line in the document, unless the step was changed at the gate. */
export function stopOf(
  { steps }: Extract<PlanOutcome, { kind: 'ran' }>,
  lines: readonly PlanLine[],
): string | undefined {
  const step = steps.find(({ outcome }) => outcome !== 'done');
  if (step === undefined) return undefined;
  const said = step.message.split('\n').slice(0, MESSAGE_LINES).join('\n');
  const found = lines.find(({ text }) => text === step.text);
  return found === undefined
    ? SEVERAL.stoppedAt(step.text, said)
    : SEVERAL.stoppedAtLine(found.line + 1, step.text, said);
}

async function entryOf({ writes, repositories }: Core, root: string, group: string): Promise<string | undefined> {
  const repository = repositories.list().find(each => each.root === root);
  if (repository === undefined) return undefined;
  const entries = await (await writes()).journal.list(repository);
  return entries.find(each => each.group === group)?.id;
}
