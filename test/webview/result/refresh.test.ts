import { describe, expect, it } from 'vitest';
import { fromResultPage } from '../../../src/protocol/from-result-page.ts';
import type { OpenPage } from '../../gallery/browser.ts';
import { SAMPLES } from '../../gallery/outputs.ts';
import { useStage } from '../use-stage.ts';
import { content, numbered, openPanel, panel, rowsInSight } from './open.ts';

let opened: OpenPage;
const stage = useStage(() => opened, fromResultPage);

const scrollTo = (top: number) =>
  opened.page.evaluate(async y => {
    (document.querySelector('.rows') as HTMLElement).scrollTop = y;
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  }, top);

describe('a refresh', () => {
  it('keeps the row at the top where lines came in above it', async () => {
    // Rows of a log keep their keys, since a commit keeps its id.
    const log = (from: number) =>
      Array.from({ length: 3000 }, (_, i) => `${(0xabc0000 + i + from).toString(16)} Commit ${i + from}\n`).join('');
    opened = await openPanel(stage, 'git log --oneline', log(100));
    await scrollTo(20_000);
    const before = await rowsInSight(opened);
    await opened.send(content(log(60)));
    expect(await rowsInSight(opened)).toEqual(before);
  });

  it('shows what is new when the top was in sight', async () => {
    opened = await openPanel(stage, 'git log --oneline', 'abc1234 Second\n');
    await opened.send(content('def5678 Third\nabc1234 Second\n'));
    expect((await rowsInSight(opened))[0]).toContain('Third');
  });

  it('keeps the filter', async () => {
    opened = await openPanel(stage, 'git status', numbered(500));
    await opened.page.locator('vscode-text-field').locator('input').fill('line 49');
    await expect.poll(() => opened.page.locator('.counts').textContent()).toBe('11 of 500 match');
    await opened.send(content(numbered(600)));
    expect(await opened.page.locator('.counts').textContent()).toBe('11 of 600 match');
  });

  it('keeps what is folded', async () => {
    opened = await openPanel(stage, 'git diff', SAMPLES.diff.text);
    const head = opened.page.locator('.virtual-row[aria-expanded]').first();
    await head.locator('.twistie').first().click();
    expect(await head.getAttribute('aria-expanded')).toBe('false');
    const rows = await opened.page.locator('.virtual-row').count();
    await opened.send(content(SAMPLES.diff.text.replace('Ask Ada, then Charles', 'Ask Grace')));
    expect(await opened.page.locator('.virtual-row').first().getAttribute('aria-expanded')).toBe('false');
    expect(await opened.page.locator('.virtual-row').count()).toBe(rows);
  });

  it('keeps selected text where its row remains', async () => {
    opened = await openPanel(stage, 'git status', numbered(50));
    await opened.page.evaluate(() => {
      const rows = document.querySelectorAll('.virtual-row');
      const [from, to] = [rows[2], rows[4]];
      if (from && to) document.getSelection()?.setBaseAndExtent(from, 0, to, to.childNodes.length);
    });
    const selected = () => opened.page.evaluate(() => document.getSelection()?.toString());
    const before = await selected();
    expect(before).toContain('line 3');
    await opened.send(panel('git status', { state: 'refreshing' }), content(numbered(60)), panel());
    expect(await selected()).toBe(before);
  });

  it('keeps the keyboard on its row', async () => {
    opened = await openPanel(stage, 'git status', numbered(200));
    await opened.page.locator('.virtual-row').nth(3).click();
    await opened.send(content(numbered(300)));
    expect(await opened.page.evaluate(() => document.activeElement?.textContent)).toContain('line 3 ');
  });

  it('keeps the last good output under what failed', async () => {
    opened = await openPanel(stage, 'git status', numbered(5));
    await opened.send(panel('git status', { state: 'failed', exitCode: 128, failure: 'fatal: not a git repository' }));
    expect(await opened.page.locator('.banner').textContent()).toContain('not a git repository');
    expect(await rowsInSight(opened)).toHaveLength(5);
  });

  it('comes back after a reload with the look it had', async () => {
    opened = await openPanel(stage, 'git status', numbered(2000));
    await scrollTo(9000);
    await opened.send({ type: 'act', action: 'toggle-wrap' });
    const before = await rowsInSight(opened);
    await expect.poll(async () => JSON.stringify(await opened.state())).toContain('"wrap":true');
    await new Promise(done => setTimeout(done, 300));
    const state = await opened.state();
    await opened.close();
    opened = await openPanel(stage, 'git status', numbered(2000), { state });
    expect(await rowsInSight(opened)).toEqual(before);
    expect(await opened.page.locator('.content.wrap').count()).toBe(1);
  });

  it('is known by its state before anything is printed, and keeps its look', async () => {
    opened = await stage.open('result');
    await opened.send(panel('git log', { state: 'refreshing' }));
    const first = await opened.state();
    expect(first).toMatchObject({ uid: 'u-1', look: { wrap: null } });
    await opened.close();
    const anchor = { key: 'k', offset: 3 };
    const look = {
      plain: true,
      wrap: true,
      filter: 'x',
      folded: ['f'],
      opened: ['o'],
      sort: null,
      sideBySide: true,
      anchor,
    };
    const state = { ...(first as object), look };
    opened = await stage.open('result', { state });
    await opened.send(panel('git log', { state: 'refreshing' }));
    expect(await opened.state()).toEqual(state);
  });

  it('takes nothing from the state of another panel', async () => {
    const state = {
      ...panel(),
      uid: 'another',
      look: {
        plain: true,
        wrap: true,
        filter: 'x',
        folded: [],
        opened: [],
        sort: null,
        sideBySide: false,
        anchor: null,
      },
    };
    opened = await openPanel(stage, 'git status', numbered(5), { state });
    expect(await rowsInSight(opened)).toHaveLength(5);
    expect(await opened.page.locator('.content.wrap').count()).toBe(0);
  });
});
