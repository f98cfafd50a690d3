import { describe, expect, it } from 'vitest';
import { fromResultPage } from '../../../src/protocol/from-result-page.ts';
import type { OpenPage } from '../../gallery/browser.ts';
import { SAMPLES } from '../../gallery/outputs.ts';
import { useStage } from '../use-stage.ts';
import { numbered, openPanel, panel, postedOf } from './open.ts';

let opened: OpenPage;
const stage = useStage(() => opened, fromResultPage);
const button = (label: string) => opened.page.locator(`vscode-button[aria-label="${label}"]`);
const input = () => opened.page.locator('.command-input');
const focusedLabel = () => opened.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

describe('the command in the header', () => {
  it('is edited in place, judged while it is typed, and run by Enter', async () => {
    opened = await openPanel(stage, 'git log -3', numbered(3));
    await button('Edit Command').click();
    expect(await input().inputValue()).toBe('git log -3');
    await input().fill('git reset --hard');
    expect(await postedOf(opened, 'classify')).toEqual([{ type: 'classify', text: 'git reset --hard' }]);
    const verdict = { type: 'verdict', reason: 'Because.', verdict: 'mutating' };
    await opened.send({ ...verdict, text: 'git reset', verdict: 'read-only' });
    expect(await opened.page.locator('.command-verdict').isVisible()).toBe(false);
    await opened.send({ ...verdict, text: 'git reset --hard' });
    expect(await opened.page.locator('.command-verdict').textContent()).toBe('Asks first');
    await input().press('Enter');
    expect(await postedOf(opened, 'run')).toEqual([{ type: 'run', text: 'git reset --hard' }]);
    expect(await opened.page.locator('.command').textContent()).toBe('git log -3');
  });

  it('stays as it was by Escape, and nothing runs', async () => {
    opened = await openPanel(stage, 'git log -3', numbered(3));
    await opened.page.locator('.command').dblclick();
    await input().fill('git clean -fdx');
    await input().press('Escape');
    expect(await input().isVisible()).toBe(false);
    expect(await postedOf(opened, 'run')).toEqual([]);
    expect(await focusedLabel()).toBe('Edit Command');
  });

  it('is edited the same way when it is a gh command', async () => {
    opened = await openPanel(stage, 'gh pr list', SAMPLES.table.text);
    await button('Edit Command').click();
    await input().fill('gh pr list --draft');
    await input().press('Enter');
    expect(await postedOf(opened, 'run')).toEqual([{ type: 'run', text: 'gh pr list --draft' }]);
  });
});

describe('a double click on the header', () => {
  it('keeps a panel whose tab would be used again, and no other', async () => {
    opened = await openPanel(stage, 'git log -3', numbered(3));
    await opened.page.locator('.facts').dblclick();
    await opened.send(panel('git log -3', { preview: true }));
    await opened.page.locator('.command').dblclick();
    await input().press('Escape');
    await button('Copy Command').dblclick();
    expect(await postedOf(opened, 'keep')).toEqual([]);
    await opened.page.locator('.facts').dblclick();
    expect(await postedOf(opened, 'keep')).toEqual([{ type: 'keep' }]);
  });
});

describe('the state', () => {
  it('has id, exit code and duration in its tooltip', async () => {
    opened = await openPanel(stage, 'git status', numbered(3));
    expect(await opened.page.locator('.state').getAttribute('title')).toContain('P8 · exit 0 · 12 ms');
    expect(await opened.page.locator('.facts').textContent()).not.toContain('exit');
    await opened.send(panel('git status', { exitCode: 128 }));
    expect(await opened.page.locator('.facts').textContent()).toContain('exit 128');
  });

  it('of a paused panel says when something changed since', async () => {
    opened = await openPanel(stage, 'git status', numbered(3));
    await opened.send(panel('git status', { state: 'paused' }));
    expect(await opened.page.locator('.state').textContent()).toBe('Paused');
    await opened.send(panel('git status', { state: 'paused', outOfDate: true }));
    expect(await opened.page.locator('.state').textContent()).toBe('Paused, out of date');
  });
});

describe('the toolbar', () => {
  it('is one stop of the Tab key, and arrows go from button to button', async () => {
    opened = await openPanel(stage, 'git status', numbered(3));
    await button('Refresh').focus();
    await opened.page.keyboard.press('ArrowRight');
    expect(await focusedLabel()).toBe('Pause');
    await opened.page.keyboard.press('End');
    expect(await focusedLabel()).toBe('Close Panel');
    await opened.page.keyboard.press('ArrowRight');
    expect(await focusedLabel()).toBe('Refresh');
    await opened.page.keyboard.press('Tab');
    expect(await focusedLabel()).toBe('Filter lines');
    await opened.page.keyboard.press('Tab');
    expect(await opened.page.evaluate(() => document.activeElement?.className)).toBe('virtual-row');
  });

  it('tells screen readers which toggles are pressed', async () => {
    opened = await openPanel(stage, 'git diff', SAMPLES.diff.text);
    for (const label of ['Wrap Lines', 'Side by Side', 'Show as Plain Text']) {
      const inner = button(label).locator('button');
      expect(await inner.getAttribute('aria-pressed'), label).toBe('false');
    }
    await button('Wrap Lines').click();
    await expect.poll(() => button('Wrap Lines').locator('button').getAttribute('aria-pressed')).toBe('true');
  });

  it('says that something was copied', async () => {
    opened = await openPanel(stage, 'git status', numbered(3));
    await button('Copy Output').click();
    await opened.send({ type: 'copied' });
    expect(await opened.page.locator('.copied').isVisible()).toBe(true);
    expect(await opened.page.locator('.said').textContent()).toBe('Copied');
    await expect.poll(() => opened.page.locator('.copied').isVisible(), { timeout: 5000 }).toBe(false);
  });
});
