import { describe, expect, it } from 'vitest';
import { fromResultPage } from '../../../src/protocol/from-result-page.ts';
import type { OpenPage } from '../../gallery/browser.ts';
import { SAMPLES } from '../../gallery/outputs.ts';
import { useStage } from '../use-stage.ts';
import { numbered, openPanel, postedOf } from './open.ts';

let opened: OpenPage;
const stage = useStage(() => opened, fromResultPage);

const press = async (...keys: string[]) => {
  for (const key of keys) await opened.page.keyboard.press(key);
};
const focused = () => opened.page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');

describe('the keyboard', () => {
  it('moves over rows that are not drawn yet', async () => {
    opened = await openPanel(stage, 'git status', numbered(5000));
    await opened.page.locator('.virtual-row').first().focus();
    await press('ArrowDown', 'ArrowDown');
    expect(await focused()).toBe('line 2 of the output');
    await press('End');
    expect(await focused()).toBe('line 4999 of the output');
    await press('ArrowUp');
    expect(await focused()).toBe('line 4998 of the output');
    await press('Home');
    expect(await focused()).toBe('line 0 of the output');
    await press('PageDown');
    expect(Number(/\d+/.exec(await focused())?.[0])).toBeGreaterThan(5);
  });

  it('goes on from its row when that was scrolled out of sight', async () => {
    opened = await openPanel(stage, 'git status', numbered(5000));
    await opened.page.locator('.virtual-row').nth(1).focus();
    await opened.page.evaluate(async () => {
      (document.querySelector('.rows') as HTMLElement).scrollTop = 50_000;
      await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    });
    await press('ArrowDown');
    expect(await focused()).toBe('line 2 of the output');
  });

  it('folds and unfolds heads, and finds the head above', async () => {
    opened = await openPanel(stage, 'git diff', SAMPLES.diff.text);
    const head = opened.page.locator('.virtual-row').first();
    await head.focus();
    await press('ArrowLeft');
    expect(await head.getAttribute('aria-expanded')).toBe('false');
    await press('ArrowRight');
    expect(await head.getAttribute('aria-expanded')).toBe('true');
    await press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowLeft');
    expect(await opened.page.evaluate(() => document.activeElement?.hasAttribute('aria-expanded'))).toBe(true);
  });

  it('finds the filter, and Escape clears it', async () => {
    opened = await openPanel(stage, 'git status', numbered(100));
    await opened.page.locator('.virtual-row').first().focus();
    await press('Control+f');
    await opened.page.keyboard.type('line 7');
    await expect.poll(() => opened.page.locator('.counts').textContent()).toBe('11 of 100 match');
    await press('Escape');
    expect(await opened.page.locator('.counts').textContent()).toBe('100 lines');
    await press('ArrowDown');
    expect(await focused()).toMatch(/^line \d+ of the output$/);
  });

  it('reaches the rows by five Tabs, and every button of the toolbar by arrows', async () => {
    opened = await openPanel(stage, 'git diff', SAMPLES.diff.text);
    const here = () =>
      opened.page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.className ?? '',
      );
    const seen: string[] = [];
    for (let step = 0; step < 5; step++) {
      await press('Tab');
      seen.push(await here());
    }
    expect(seen).toEqual(['Edit Command', 'Copy Command', 'Refresh', 'Filter lines', 'virtual-row']);
    await opened.page.locator('vscode-button[aria-label="Refresh"]').focus();
    const buttons: string[] = [];
    for (let step = 0; step < 12; step++) {
      buttons.push(await here());
      await press('ArrowRight');
    }
    const wanted = ['Pause', 'Copy Output', 'Wrap Lines', 'Side by Side', 'Fold All', 'Export…', 'Close Panel'];
    expect(wanted.filter(name => !buttons.includes(name))).toEqual([]);
  });

  it('follows the first link of a row by Enter', async () => {
    opened = await openPanel(stage, 'git log --oneline', '9be04d1 Close the gate\n');
    await opened.page.locator('.virtual-row').first().focus();
    await press('Enter');
    expect(await postedOf(opened, 'link')).toEqual([{ type: 'link', kind: 'commit', value: '9be04d1' }]);
  });

  it('goes through the links of a row by Right and Left', async () => {
    opened = await openPanel(stage, 'git status', 'see #41, #42 and #43\n');
    await opened.page.locator('.virtual-row').first().focus();
    await press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Enter');
    expect(await postedOf(opened, 'link')).toEqual([{ type: 'link', kind: 'issue', value: '42' }]);
    await press('ArrowLeft', 'ArrowLeft');
    expect(await opened.page.evaluate(() => document.activeElement?.className)).toBe('virtual-row');
  });

  it('opens the file of a head by Control and Enter, since Enter folds it', async () => {
    opened = await openPanel(stage, 'git diff', SAMPLES.diff.text);
    await opened.page.locator('.virtual-row').first().focus();
    await press('Enter');
    expect(await postedOf(opened, 'link')).toEqual([]);
    await press('Control+Enter');
    expect(await postedOf(opened, 'link')).toMatchObject([{ kind: 'path', value: 'src/pump.ts' }]);
  });
});
