import { classify } from '../src/core/command/classify.ts';
import { parse, programOf } from '../src/core/command/parse.ts';
import { median, percentile, printTable } from './table.ts';

/** How fast a string becomes a verdict: parsing and classifying, one command at a time. */
export function benchClassify(commands: readonly string[]): void {
  const context = { roots: ['/home/ada/project'], cwd: '/home/ada/project' };
  const judge = (text: string) => {
    const parsed = parse(programOf(text), text);
    return parsed.ok ? classify(parsed.program, parsed.args, context).verdict.class : 'error';
  };
  for (let round = 0; round < 20; round += 1) for (const text of commands) judge(text);

  const micros: number[] = [];
  const began = performance.now();
  for (let round = 0; round < 40; round += 1) {
    for (const text of commands) {
      const start = process.hrtime.bigint();
      judge(text);
      micros.push(Number(process.hrtime.bigint() - start) / 1000);
    }
  }
  const perSecond = micros.length / ((performance.now() - began) / 1000);
  printTable(
    `From string to verdict, ${commands.length} commands × 40`,
    ['per second', 'median', 'p99'],
    [
      [
        Math.round(perSecond).toLocaleString('en'),
        `${median(micros).toFixed(1)} µs`,
        `${percentile(micros, 0.99).toFixed(1)} µs`,
      ],
    ],
  );
}
