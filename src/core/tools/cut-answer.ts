import type { ToolFacts, ToolResult } from './tool-result.ts';

/** Of a list that is told as facts; its total is told beside it. */
export const MOST_FACTS = 500;

const ROOM = 80;

/** An answer that may be longer than its budget: its beginning, whole lines of it, and how much is left out. */
export const cutAnswer = (text: string, facts: ToolFacts): ToolResult => ({
  status: 'done',
  facts,
  text(characters) {
    if (text.length <= characters) return text;
    const room = Math.max(0, characters - ROOM);
    const end = text.lastIndexOf('\n', room);
    const shown = text.slice(0, end > 0 ? end : room);
    return `${shown}\n… cut here: ${text.length - shown.length} of ${text.length} characters are left out.`;
  },
});
