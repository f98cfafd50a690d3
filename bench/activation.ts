import { execFileSync } from 'node:child_process';
import { median, printTable } from './table.ts';

const ROUNDS = 15;

/** The cost of loading and activating the bundle, each time in a new process; nothing is cached but by the disk. */
export function benchActivation(): void {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const said = execFileSync(process.execPath, ['bench/activate.cjs'], { encoding: 'utf8' });
    return JSON.parse(said) as { readonly load: number; readonly activate: number };
  });
  const ms = (values: readonly number[]) => `${median(values).toFixed(1)} ms`;
  printTable(
    `Activation, our own time, median of ${ROUNDS} processes`,
    ['loading the bundle', 'activating', 'both', 'bar'],
    [
      [
        ms(rounds.map(({ load }) => load)),
        ms(rounds.map(({ activate }) => activate)),
        ms(rounds.map(({ load, activate }) => load + activate)),
        '30 ms',
      ],
    ],
  );
}
