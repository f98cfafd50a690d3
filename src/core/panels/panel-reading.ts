import { isMissing } from '../../shared/file-errors.ts';
import { type MoreLines, NOT_KEPT, outputLines } from './output-lines.ts';
import type { Panel } from './panel.ts';
import type { PanelFacts } from './panel-facts.ts';
import { panelFacts, panelText, type TextRequest } from './panel-text.ts';
import { readLines, searchOutput } from './saved-output.ts';

/** What of a panel a model is to read, ready before it is known how much of it fits. */
export interface PanelReading {
  readonly text: (characters: number) => string;
  readonly facts: (characters: number) => PanelFacts;
}

/** Gets what a model asks for, from the file of the whole output where it is not in memory. */
export async function readPanel(panel: Panel, asked: Omit<TextRequest, 'budget' | 'more'>): Promise<PanelReading> {
  const more = await linesFromFile(panel, asked);
  const request = { ...asked, ...(more && { more }) };
  return {
    text: budget => panelText(panel, { ...request, budget }),
    facts: budget => panelFacts(panel, { ...request, budget }),
  };
}

type Asked = Pick<TextRequest, 'filter' | 'fromLine' | 'count'>;

/** Undefined when what is asked for is in memory. */
async function linesFromFile(panel: Panel, { filter = '', fromLine, count }: Asked): Promise<MoreLines | undefined> {
  const { result } = panel;
  if (result?.gap === undefined || (filter === '' && fromLine === undefined)) return undefined;
  const afterGap = outputLines(panel).lines[result.gap.at]?.number;
  if (fromLine !== undefined && afterGap !== undefined && fromLine > afterGap) return undefined;
  const file = result.spill?.stdout;
  if (file === undefined) return NOT_KEPT;
  try {
    if (filter === '') return { lines: await readLines(file, fromLine ?? 1, count), kept: true, all: true };
    const { hits, more } = await searchOutput(file, filter, fromLine);
    return { lines: hits.map(({ line, text }) => ({ number: line, text })), kept: true, all: !more };
  } catch (error) {
    if (isMissing(error)) return NOT_KEPT;
    throw error;
  }
}
