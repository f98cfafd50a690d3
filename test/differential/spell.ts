import type { Option } from '../../src/core/command/table.ts';
import type { Random } from './random.ts';

/** One option as it may stand in a table: the name it is written with and what is known of it. */
export interface Row {
  readonly written: string;
  readonly option: Pick<Option, 'arity' | 'kind' | 'name'>;
}

/** An option of git's own that no table need know: its arity is anyone's guess. */
export const unlisted = (written: string): Row => ({
  written,
  option: { name: written, arity: 'optional', kind: 'any' },
});

const takesValue = ({ option }: Row) => option.arity !== 'flag';

/** Every way to write an option with a value; the first is the plainest. */
export function spellings(row: Row, value: string): string[][] {
  const { written, option } = row;
  if (written === '-<n>') return [[`-${value}`]];
  const long = written.startsWith('--');
  if (!takesValue(row)) return [[written], [written, written], ...(long ? [[`${written}=${value}`]] : [])];
  const attached = long ? [`${written}=${value}`] : [`${written}${value}`];
  const separate = [written, value];
  return option.arity === 'optional' ? [[written], attached, separate] : [attached, separate, [written]];
}

/** The names a parser may take for this one: cut short, negated, negated and cut, in another case. */
export function aliases({ written }: Row): string[] {
  if (!written.startsWith('--')) return [written, written.toUpperCase(), written.toLowerCase()];
  const cuts = Array.from({ length: Math.max(0, written.length - 3) }, (_, index) => written.slice(0, index + 3));
  const negated = `--no-${written.slice(2)}`;
  const unnegated = written.startsWith('--no-') ? [`--${written.slice(5)}`] : [];
  return [...cuts, negated, negated.slice(0, -1), negated.slice(0, -2), ...unnegated, written.toUpperCase()];
}

/** One way to write an option, by chance. */
export function spell(row: Row, value: string, random: Random): string[] {
  const renamed = random.chance(0.25) ? { ...row, written: random.pick([row.written, ...aliases(row)]) } : row;
  return random.pick(spellings(renamed, value));
}

/** Short options in one word, as far as they can be: the last may have a value attached. */
export function cluster(rows: readonly Row[], value: string): string[] {
  const letters = rows.map(({ written }) => written.slice(1)).join('');
  const last = rows.at(-1);
  return [`-${letters}${last && takesValue(last) ? value : ''}`];
}
