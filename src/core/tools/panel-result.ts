import { contentTag, unchangedText } from '../panels/content-tag.ts';
import type { Panel } from '../panels/panel.ts';
import { panelFacts } from '../panels/panel-facts.ts';
import { readPanel } from '../panels/panel-reading.ts';
import type { TextRequest } from '../panels/panel-text.ts';
import { failureCode, failureLines } from './failure-code.ts';
import { answer, type ToolResult } from './tool-result.ts';

export type PanelPart = Omit<TextRequest, 'budget' | 'more'>;

/** To say that a shorter one is the same would take as long. */
const WORTH_NAMING = 1000;

/** A panel as a result: what the caller asked for of it, or that it is what they still have. */
export async function panelResult(panel: Panel, part: PanelPart): Promise<ToolResult> {
  const { known = '', answer: _, ...lines } = part;
  const { authorship: __, ...chosen } = lines;
  const isWhole = panel.failure === undefined && Object.values(chosen).every(each => each === undefined);
  const unchanged = isWhole ? unchangedText(panel, known) : undefined;
  if (unchanged !== undefined) return answer(unchanged, { ...panelFacts(panel), unchanged: true });
  const { failure } = panel;
  const code = failure && failureCode(failure);
  const { text, facts } = await readPanel(panel, part);
  return {
    status: failure ? 'failed' : 'done',
    code,
    text(characters) {
      const before = code ? `${failureLines(code).join('\n')}\n` : '';
      const name = `[output ${contentTag(panel)}]`;
      const shown = text(characters - before.length - name.length - 1);
      const isNamed = shown.length < WORTH_NAMING || failure || /\boutput [0-9a-f]+; more: [^\n]*$/.test(shown);
      return `${before}${shown}${isNamed ? '' : `\n${name}`}`;
    },
    facts: { ...panelFacts(panel), ...(failure && { reason: failure.reason, github: failure.github }) },
    factsWithin: facts,
  };
}
