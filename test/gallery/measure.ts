import { commandForPage } from '../support/verdict-of.ts';
import type { Stage } from './browser.ts';
import type { LongOutput } from './long-outputs.ts';
import { longestOwnTask } from './own-time.ts';

interface InPage {
  /** From the arrival of the output to the first picture of it. */
  readonly firstPaintMs: number;
  /** Tasks are told of from 50 ms on. */
  readonly longTasksAfterFirstPaint: readonly number[];
  readonly longTasksWhileScrolling: readonly number[];
  /** From a change of the filter to the picture of what it leaves. */
  readonly filterMs: number;
}

interface ResultPageMeasures extends InPage {
  /** Of the processor, in the longest task while scrolling. */
  readonly ownMsWhileScrolling: number;
}

/** Opens a long output as a panel, scrolls through it and filters it, in a real browser. */
export async function measureResultPage(stage: Stage, output: LongOutput): Promise<ResultPageMeasures> {
  const { command, text, filter } = output;
  const { page, send, close } = await stage.open('result');
  await send({
    type: 'panel',
    id: 'P8',
    uid: 'measured',
    ...commandForPage(command),
    command,
    repository: 'measured',
    root: '/measured',
    state: 'fresh',
    exitCode: 0,
    durationMs: 1,
    refreshed: Date.now(),
    limitedUntil: null,
    mayLag: [],
    failure: null,
    notes: [],
    gap: null,
    hasFullOutput: false,
    wrap: false,
    preview: false,
    outOfDate: false,
  });
  const { result, ownMs } = await longestOwnTask(page, ['scrolling', 'scrolled'], () =>
    page.evaluate(measure, { text, filter }),
  );
  await close();
  return { ...result, ownMsWhileScrolling: ownMs };
}

/** Runs in the page, so it can use nothing from outside of itself. */
async function measure({ text, filter }: Pick<LongOutput, 'text' | 'filter'>): Promise<InPage> {
  const tell = (data: unknown) => window.dispatchEvent(new MessageEvent('message', { data }));
  const frame = () => new Promise<number>(done => requestAnimationFrame(done));
  const still = (ms: number) => new Promise(done => setTimeout(done, ms));
  // The task after a frame's callbacks begins when the frame has been painted.
  const painted = () =>
    new Promise<void>(done =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done();
        port2.postMessage(null);
      }),
    );
  const longTasks = async (during: () => Promise<unknown>): Promise<number[]> => {
    const tasks: number[] = [];
    const observer = new PerformanceObserver(list => tasks.push(...list.getEntries().map(({ duration }) => duration)));
    observer.observe({ type: 'longtask' });
    await during();
    observer.disconnect();
    return tasks;
  };

  // The host answers what the page asks while it is being scrolled.
  let answered = 0;
  setInterval(() => {
    for (const message of window.sluiceHost.posted.slice(answered)) {
      answered++;
      if (message.type !== 'commits') continue;
      const asked = message.commits as string[];
      tell({
        type: 'commits',
        commits: asked.map(commit => ({
          id: commit,
          parents: [(Number.parseInt(commit, 16) + 4099).toString(16)],
          author: 'Ada',
          time: 0,
        })),
      });
    }
  }, 10);

  // What was made to get here is not to be cleared away within a measure.
  await still(500);
  const start = performance.now();
  tell({ type: 'content', text });
  do await painted();
  while (document.querySelector('.virtual-row') === null);
  const firstPaintMs = performance.now() - start;

  const longTasksAfterFirstPaint = await longTasks(() => still(1000));
  const longTasksWhileScrolling = await longTasks(async () => {
    const scroller = document.querySelector('[role="treegrid"]');
    if (scroller === null) throw new Error('There is nothing to scroll.');
    performance.mark('scrolling');
    for (let step = 0; step < 200; step++) {
      scroller.scrollTop += step < 150 ? 400 : 15_000;
      await frame();
    }
    performance.mark('scrolled');
    await still(200);
  });
  // What the scroll put off, the graph of the commits answered meanwhile, is drawn now and not within the next measure.
  await still(1500);

  const input = document.querySelector('vscode-text-field')?.shadowRoot?.querySelector('input');
  if (!input) throw new Error('There is no filter.');
  const counts = document.querySelector('.counts')?.textContent;
  const typed = performance.now();
  input.value = filter;
  input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  do await painted();
  while (document.querySelector('.counts')?.textContent === counts);
  const filterMs = performance.now() - typed;
  return { firstPaintMs, longTasksAfterFirstPaint, longTasksWhileScrolling, filterMs };
}
