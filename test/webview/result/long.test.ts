import { describe, expect, it } from 'vitest';
import { fromResultPage } from '../../../src/protocol/from-result-page.ts';
import type { OpenPage } from '../../gallery/browser.ts';
import { LONG_OUTPUTS } from '../../gallery/long-outputs.ts';
import { useStage } from '../use-stage.ts';
import { content, openPanel, panel, rowsInSight } from './open.ts';

let opened: OpenPage;
const stage = useStage(() => opened, fromResultPage);

const named = (wanted: string) => {
  const found = LONG_OUTPUTS.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`No output ${wanted}.`);
  return found;
};
const rowCount = () =>
  opened.page.evaluate(() => Number(document.querySelector('.rows')?.getAttribute('aria-rowcount')));
const untilWhole = () => expect.poll(rowCount, { timeout: 10_000 }).toBeGreaterThanOrEqual(50_000);

/** Shows an output, and does something as soon as its first rows are there; says how many rows there were at first. */
const showAnd = (text: string, act: 'nothing' | 'scroll' | 'select' | 'fold' | 'fold-all') =>
  opened.page.evaluate(
    async ([data, what]) => {
      const tell = (message: unknown) => window.dispatchEvent(new MessageEvent('message', { data: message }));
      tell({ type: 'content', text: data });
      const scroller = document.querySelector('.rows') as HTMLElement;
      const first = Number(scroller.getAttribute('aria-rowcount'));
      const row = (at: number) => document.querySelectorAll('.virtual-row')[at];
      while (row(9) === undefined) await new Promise(done => requestAnimationFrame(done));
      const [from, to] = [row(1), row(4)];
      if (what === 'scroll') scroller.scrollTop = 3_000;
      if (what === 'select' && from && to) document.getSelection()?.setBaseAndExtent(from, 0, to, 1);
      if (what === 'fold') from?.querySelector<HTMLElement>('.twistie')?.click();
      if (what === 'fold-all') tell({ type: 'act', action: 'fold-all' });
      return first;
    },
    [text, act] as const,
  );

describe.each(LONG_OUTPUTS)('a long output: $name', ({ command, text }) => {
  it('is shown from its beginning at once, and whole soon', async () => {
    opened = await stage.open('result');
    await opened.send(panel(command));
    const first = await showAnd(text, 'nothing');
    expect(first).toBeGreaterThan(200);
    expect(first).toBeLessThanOrEqual(2_000);
    const before = await rowsInSight(opened);
    await untilWhole();
    expect(await rowsInSight(opened)).toEqual(before);
  });

  it('draws no more rows than a screen needs', async () => {
    opened = await stage.open('result', { height: 600 });
    await opened.send(panel(command), content(text));
    await untilWhole();
    await opened.page.evaluate(() => {
      (document.querySelector('.rows') as HTMLElement).scrollTop = 50_000;
    });
    await expect.poll(() => rowsInSight(opened)).not.toEqual([]);
    const spare = (await opened.page.locator('.virtual-row').count()) - (await rowsInSight(opened)).length;
    expect(spare).toBeLessThanOrEqual(14);
  });

  it('stays where it was scrolled to, with what was selected', async () => {
    opened = await stage.open('result');
    await opened.send(panel(command));
    await showAnd(text, 'scroll');
    await untilWhole();
    expect(await opened.page.evaluate(() => document.querySelector('.rows')?.scrollTop)).toBe(3_000);
    await opened.close();
    opened = await stage.open('result');
    await opened.send(panel(command));
    await showAnd(text, 'select');
    const selected = () => opened.page.evaluate(() => document.getSelection()?.toString());
    const before = await selected();
    expect(before).not.toBe('');
    await untilWhole();
    expect(await selected()).toBe(before);
  });
});

describe('what is done to a beginning', () => {
  it('is done to the whole: a fold', async () => {
    const { command, text } = named('JSON');
    opened = await stage.open('result');
    await opened.send(panel(command));
    await showAnd(text, 'fold');
    await untilWhole();
    expect(await opened.page.locator('.virtual-row').nth(1).getAttribute('aria-expanded')).toBe('false');
    expect((await rowsInSight(opened))[2]).toMatch(/^1: /);
  });

  it('is done to the whole: all folds', async () => {
    const { command, text } = named('JSON');
    opened = await stage.open('result');
    await opened.send(panel(command));
    await showAnd(text, 'fold-all');
    await expect.poll(rowCount, { timeout: 10_000 }).toBe(1);
    await opened.page.locator('.virtual-row').first().locator('.twistie').click();
    await expect.poll(rowCount).toBe(50_001);
  });

  it('is done to the whole: a filter and a sort', async () => {
    const { command, text } = named('records');
    opened = await stage.open('result');
    await opened.send(panel(command));
    await showAnd(text, 'nothing');
    await opened.page.locator('.columns button').first().click();
    await opened.page.locator('.columns button').first().click();
    await expect.poll(async () => (await rowsInSight(opened))[0], { timeout: 10_000 }).toMatch(/^49999\b/);
    await opened.page.locator('vscode-text-field').locator('input').fill('4999');
    await expect.poll(() => opened.page.locator('.counts').textContent()).toMatch(/ of 50,000 match$/);
    expect((await rowsInSight(opened))[0]).toMatch(/^49999\b/);
  });
});

it('a short output that comes while a long one is made ready is what stays', async () => {
  const { command, text } = named('list');
  opened = await openPanel(stage, command, text);
  await opened.send(content('abc1234\trefs/heads/main\n'));
  await new Promise(done => setTimeout(done, 600));
  expect(await rowCount()).toBe(1);
});
