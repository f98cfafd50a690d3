import { type AppPanel, type AppResult, PANEL_META } from '../../src/protocol/mcp-app.ts';
import { unfenced } from '../../src/shared/fence.ts';
import type { Command } from '../render/document.ts';
import { linesShown, TEXT } from './text.ts';

/** What there is to show of an answer: what stands in its fence is of others, all else is Sluice's. */
export interface ShownAnswer {
  readonly title: string;
  readonly facts: readonly string[];
  /** What a reader has to know before the output. */
  readonly notes: readonly string[];
  readonly output: string;
  readonly command: Command;
}

/** The lines that every answer of a panel begins with, and that its head says too. */
const SAID_BY_HEAD = /^(?:Panel (?:created|updated): |(?:Git|GitHub) Result: )/;
/** For models alone: how to read on, and the name of an output. */
const FOR_MODELS = /^\[(?:output [0-9a-f]+|.*\bmore: panel_read .*)\]$/;

export function readAnswer({ content, structuredContent, _meta }: AppResult): ShownAnswer {
  const text = content.flatMap(part => ('text' in part ? part.text : [])).join('\n');
  const panel = _meta?.[PANEL_META];
  // What is more than one fence, or none, is shown as it is.
  const parts = panel && unfenced(text);
  if (panel === undefined) return { title: TEXT.answer, facts: [], notes: [], output: text, command: PLAIN };
  const { before, inside, after, source } = parts ?? { before: text, inside: '', after: '', source: undefined };
  const ours = [...before.split('\n'), ...after.split('\n')];
  const { lines, shown = [] } = structuredContent ?? {};
  const [part] = shown.length === 1 ? shown : [];
  const isPart = lines !== undefined && part !== undefined && part.to - part.from + 1 < lines;
  return {
    title: panel.command,
    facts: [panel.id, ...(source === undefined ? [panel.repository] : [source]), ...exitFacts(panel)],
    notes: [
      ...ours.filter(line => line !== '' && !SAID_BY_HEAD.test(line) && !FOR_MODELS.test(line)),
      ...(isPart ? [linesShown(part, lines)] : []),
    ],
    output: inside,
    command: panel,
  };
}

const exitFacts = ({ exitCode }: AppPanel): readonly string[] => (exitCode === null ? [] : [TEXT.exit(exitCode)]);

/** Nothing is known of what printed it. */
const PLAIN: Command = { program: 'git', subcommand: '', args: [] };
