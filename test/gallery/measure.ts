import { openStage } from './browser.ts';

export interface ResultPageMeasures {
  /** From the arrival of the output to the first picture of it. */
  readonly firstPaintMs: number;
  readonly longTasksWhileScrolling: number;
  /** Of the tasks while scrolling; 0 when none was long enough to be reported, which is 50 ms. */
  readonly longestTaskMs: number;
  /** From a change of the filter to the picture of what it leaves. */
  readonly filterMs: number;
}

const LINES = 50_000;

/** Opens a log of 1 MiB and 50,000 lines as a panel, scrolls through it and filters it, in a real browser. */
export async function measureResultPage(): Promise<ResultPageMeasures> {
  const stage = await openStage();
  try {
    const { page, send } = await stage.open('result');
    await send({
      type: 'panel',
      id: 'P8',
      uid: 'measured',
      program: 'git',
      args: ['log', '--oneline'],
      command: 'git log --oneline',
      repository: 'measured',
      root: '/measured',
      state: 'fresh',
      exitCode: 0,
      durationMs: 1,
      refreshed: Date.now(),
      failure: null,
      truncated: false,
      hasFullOutput: false,
      wrap: false,
    });
    return await page.evaluate(measure, LINES);
  } finally {
    await stage.close();
  }
}

/** Runs in the page, so it can use nothing from outside of itself. */
async function measure(lines: number): Promise<ResultPageMeasures> {
  const id = (index: number) => (0x10000000 + index * 4099).toString(16);
  const text = Array.from({ length: lines }, (_, i) => `${id(i)} Gate ${i % 1000}`.padEnd(20, '.')).join('\n');
  const tell = (data: unknown) => window.dispatchEvent(new MessageEvent('message', { data }));
  const frame = () => new Promise<number>(done => requestAnimationFrame(done));
  // The task after a frame's callbacks begins when the frame has been painted.
  const painted = () =>
    new Promise<void>(done =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done();
        port2.postMessage(null);
      }),
    );

  // The host answers what the page asks while it is being scrolled.
  let answered = 0;
  setInterval(() => {
    for (const message of window.sluiceHost.posted.slice(answered)) {
      answered++;
      if (message.type !== 'parents') continue;
      const asked = message.commits as string[];
      tell({
        type: 'parents',
        commits: asked.map(commit => ({ id: commit, parents: [(Number.parseInt(commit, 16) + 4099).toString(16)] })),
      });
    }
  }, 10);

  const start = performance.now();
  tell({ type: 'content', text });
  await painted();
  const firstPaintMs = performance.now() - start;

  await new Promise(done => setTimeout(done, 500));
  const tasks: number[] = [];
  const observer = new PerformanceObserver(list => tasks.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ type: 'longtask' });
  const scroller = document.querySelector('[role="treegrid"]');
  if (scroller === null) throw new Error('There is nothing to scroll.');
  for (let step = 0; step < 200; step++) {
    scroller.scrollTop += step < 150 ? 400 : 15_000;
    await frame();
  }
  await new Promise(done => setTimeout(done, 200));
  observer.disconnect();
  // What the scroll put off, the graph of the commits answered meanwhile, is drawn now and not within the next measure.
  await new Promise(done => setTimeout(done, 1500));

  const input = document.querySelector('vscode-text-field')?.shadowRoot?.querySelector('input');
  if (!input) throw new Error('There is no filter.');
  const typed = performance.now();
  input.value = 'gate 77';
  input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  await painted();
  await painted();
  const filterMs = performance.now() - typed;
  return { firstPaintMs, longTasksWhileScrolling: tasks.length, longestTaskMs: Math.max(0, ...tasks), filterMs };
}
