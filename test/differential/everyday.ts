import { readFileSync } from 'node:fs';
import { parse } from '../../src/core/command/parse.ts';

const file = new URL('../core/command/everyday-reads.txt', import.meta.url);

/** The git commands of the list of everyday reads: one a line, `#` before remarks. */
export function everydayReads(): string[][] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines
    .filter(line => line.startsWith('git '))
    .map(line => {
      const parsed = parse('git', line);
      if (!parsed.ok) throw new Error(`${line}: ${parsed.message}`);
      return [...parsed.args];
    });
}
