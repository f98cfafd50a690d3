import { readFileSync } from 'node:fs';
import { median } from './table.ts';

/** How long something took by the clock, and how much processor time it took here and in the children that have ended. */
export interface Cost {
  readonly clockMs: number;
  /** Not a number where the system does not tell. */
  readonly processorMs: number;
}

/** Starts to measure; the function it gives tells the cost since. */
export function measure(): () => Cost {
  const start = now();
  return () => {
    const { clockMs, processorMs } = now();
    return { clockMs: clockMs - start.clockMs, processorMs: processorMs - start.processorMs };
  };
}

export const medianCost = (costs: readonly Cost[]): Cost => ({
  clockMs: median(costs.map(({ clockMs }) => clockMs)),
  processorMs: median(costs.map(({ processorMs }) => processorMs)),
});

function now(): Cost {
  const { user, system } = process.cpuUsage();
  return { clockMs: performance.now(), processorMs: (user + system) / 1000 + childrenMs() };
}

/** As proc(5) counts it on Linux: ticks of 10 ms in user mode and in the system, of children that were waited for. */
function childrenMs(): number {
  if (process.platform !== 'linux') return Number.NaN;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}
