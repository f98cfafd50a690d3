import type { Page } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  /** Of the processor, in microseconds; the rest of the time between start and end others had it. */
  readonly tdur?: number;
}

/** The longest task of the page between two of its marks, in milliseconds of the processor: a busy machine adds none. */
export async function longestOwnTask<Result>(
  page: Page,
  marks: readonly [string, string],
  run: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly ownMs: number }> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const complete = new Promise(done => session.once('Tracing.tracingComplete', done));
  await session.send('Tracing.start', { categories: 'toplevel,blink.user_timing', transferMode: 'ReportEvents' });
  const result = await run();
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  const [from, to] = marks.map(mark => events.find(({ name }) => name === mark));
  if (from === undefined || to === undefined) throw new Error(`The page made no marks ${marks.join(' and ')}.`);
  const own = events.filter(({ pid, tid, ts }) => pid === from.pid && tid === from.tid && ts > from.ts && ts < to.ts);
  return { result, ownMs: Math.max(...own.map(({ tdur = 0 }) => tdur)) / 1000 };
}
