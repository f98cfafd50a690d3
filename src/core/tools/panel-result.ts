import { createHash } from 'node:crypto';
import { type Panel, stateOf } from '../panels/panel.ts';
import { panelText, type TextRequest } from '../panels/panel-text.ts';
import type { ToolCode, ToolResult } from './tool-result.ts';

export type PanelPart = Omit<TextRequest, 'budget' | 'answer'>;

const CODES: Readonly<Partial<Record<string, ToolCode>>> = {
  cancelled: 'cancelled',
  github: 'github',
  'timed-out': 'timed-out',
};

/** Shorter answers cost no more than to say that they are the same. */
const LONG = 1000;

/** What a caller is shown of a panel as a result; `answer` is the line that says what was done. */
export function panelResult(panel: Panel, part: PanelPart, answer?: string): ToolResult {
  const { failure, result } = panel;
  const state = stateMark(panel, part);
  const code = failure && (CODES[failure.reason] ?? 'command-failed');
  return {
    status: failure ? 'failed' : 'done',
    code,
    text(characters) {
      const text = panelText(panel, { ...part, budget: characters, answer });
      const mark = text.length < LONG || failure ? [] : [`[state ${state}]`];
      return [...(code ? [`Error (${code})`] : []), text, ...mark].join('\n');
    },
    facts: {
      panel: panel.id,
      command: panel.command.canonical,
      repository: panel.repository,
      freshness: stateOf(panel),
      exitCode: result?.exitCode ?? null,
      state,
      ...(failure && { reason: failure.reason, github: failure.github }),
    },
  };
}

/** The same text for the same output of the same part, so that a caller can say which it still has. */
export function stateMark({ command, repository, result, failure }: Panel, part: PanelPart): string {
  const { head, tail, filter } = part;
  const shown = [repository, command.canonical, result?.stdout, result?.notes, failure?.message, head, tail, filter];
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 12);
}
