import { formatNumber } from '../ui/numbers.ts';

/** All text of the MCP App that is not of the output. */

export const TEXT = {
  answer: 'Answer',
  cancelled: 'Cancelled.',
  emptyOutput: 'The command printed nothing.',
  exit: (code: number): string => `exit ${code}`,
  plainText: 'Plain text',
  waiting: 'Waiting for the answer. A question is asked by Sluice or by this client, never here.',
} as const;

/** What the model was given, which is what is shown. */
export const linesShown = ({ from, to }: { readonly from: number; readonly to: number }, lines: number): string =>
  `Lines ${formatNumber(from)} to ${formatNumber(to)} of ${formatNumber(lines)}, as the model has them.`;
