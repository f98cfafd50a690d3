import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ToolResult } from '../core/tools/tool-result.ts';

/** What a model is given at most for one call. */
const CHARACTERS = 30_000;

const FAILED: readonly ToolResult['status'][] = ['failed', 'declined', 'refused'];

export const callText = ({ text }: ToolResult): string => text(CHARACTERS);

/** A result on the wire. Some clients show a model only the structured part, so the text is in it too. */
export function callResult(result: ToolResult): CallToolResult {
  const { status, code, facts, factsWithin } = result;
  const text = callText(result);
  return {
    content: [{ type: 'text', text }],
    structuredContent: { ...facts, ...factsWithin?.(CHARACTERS), status, ...(code && { code }), text },
    isError: FAILED.includes(status),
  };
}
