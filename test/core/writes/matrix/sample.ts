import { createHash } from 'node:crypto';
import { COMMANDS } from './commands.ts';
import { INIT_OPTIONS, KINDS } from './kinds.ts';

export const kinds = [...Object.keys(KINDS), ...Object.keys(INIT_OPTIONS)];

/** All commands in the long run (npm run test:long), or as many as a number says; undefined in the ordinary run. */
const { SLUICE_MATRIX: wanted } = process.env;
const most = (few: number): number => (wanted === 'full' ? Number.POSITIVE_INFINITY : Number(wanted ?? few));

/** A few of some commands, the same each time. */
export function some(commands: readonly string[], purpose: string, few = 5): string[] {
  const order = (text: string) => createHash('sha256').update(`${purpose} ${text}`).digest('hex');
  return commands
    .toSorted((one, other) => order(one).localeCompare(order(other)))
    .slice(0, most(few))
    .sort();
}

/** The commands to try on a kind of repository; another set for each purpose. */
export const sampleOf = (kind: string, purpose = '', commands = COMMANDS): string[] =>
  some(commands, `${kind}${purpose}`);
