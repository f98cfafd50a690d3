import { describe, expect, it } from 'vitest';
import { fromResultPage } from '../../../src/protocol/from-result-page.ts';
import type { OpenPage } from '../../gallery/browser.ts';
import { SAMPLES } from '../../gallery/outputs.ts';
import { useStage } from '../use-stage.ts';
import { content, numbered, openPanel, panel, postedOf, rowsInSight } from './open.ts';

let opened: OpenPage;
const stage = useStage(() => opened, fromResultPage);

const button = (label: string) => opened.page.locator(`vscode-button[aria-label="${label}"]`);

describe('buttons and palette', () => {
  it('says it is ready before anything else', async () => {
    opened = await stage.open('result');
    expect(await opened.posted()).toEqual([{ type: 'ready' }]);
  });

  it('says so again when nothing was sent to it', async () => {
    opened = await stage.open('result');
    await expect.poll(() => opened.posted(), { timeout: 30_000 }).toEqual([{ type: 'ready' }, { type: 'ready' }]);
  });

  it('asks the host for what only the host can do', async () => {
    opened = await openPanel(stage, 'git status', numbered(3));
    await opened.send(panel('git status', { hasFullOutput: true }));
    for (const label of ['Refresh', 'Pause', 'Open in Text Editor', 'Open Full Output', 'Export…', 'Close Panel']) {
      await button(label).click();
    }
    await opened.send(panel('git status', { state: 'paused' }));
    await button('Resume').click();
    const types = (await opened.posted()).map(({ type }) => type);
    expect(types).toEqual(['ready', 'refresh', 'pause', 'open-text', 'open-full', 'export', 'close', 'resume']);
  });

  it('copies the selection, else what a filter leaves, else all of it', async () => {
    opened = await openPanel(stage, 'git status', numbered(30));
    await button('Copy Output').click();
    await opened.page.locator('vscode-text-field').locator('input').fill('line 12');
    await expect.poll(() => opened.page.locator('.counts').textContent()).toBe('1 of 30 match');
    await opened.send({ type: 'act', action: 'copy' });
    const copied = (await postedOf(opened, 'copy')).map(({ text }) => text);
    expect(copied).toEqual([numbered(30), 'line 12 of the output']);
  });

  it('shows a button only where it does something', async () => {
    opened = await openPanel(stage, 'git status', numbered(3));
    for (const label of ['Side by Side', 'Fold All', 'Show as Plain Text', 'Open Full Output']) {
      expect(await button(label).isVisible(), label).toBe(false);
    }
    await opened.send(panel('git diff'), content(SAMPLES.diff.text));
    for (const label of ['Side by Side', 'Fold All', 'Show as Plain Text']) {
      expect(await button(label).isVisible(), label).toBe(true);
    }
  });

  it('shows the output as it was printed, and back', async () => {
    opened = await openPanel(stage, 'git diff', SAMPLES.diff.text);
    await opened.send({ type: 'act', action: 'toggle-text' });
    expect((await rowsInSight(opened))[1]).toBe('index 3f1c2aa..9be04d1 100644');
    expect(await opened.page.locator('div.content').getAttribute('data-kind')).toBe('text');
    await opened.send({ type: 'act', action: 'toggle-text' });
    expect(await opened.page.locator('div.content').getAttribute('data-kind')).toBe('diff');
  });

  it('sorts a table by a column, then the other way, then as printed', async () => {
    opened = await openPanel(stage, 'gh pr list', SAMPLES.table.text);
    const column = opened.page.locator('.columns button').first();
    const firstRow = async () => (await rowsInSight(opened))[0];
    const printed = await firstRow();
    await column.click();
    expect(await firstRow()).toMatch(/^#9\b/);
    await column.click();
    expect(await firstRow()).toMatch(/^#128\b/);
    await column.click();
    expect(await firstRow()).toBe(printed);
  });

  it('asks for parents a chunk at a time and draws their lanes', async () => {
    const id = (i: number) => (0xa1b0000 + i).toString(16);
    const log = Array.from({ length: 1200 }, (_, i) => `${id(i)} Commit ${i}\n`).join('');
    opened = await openPanel(stage, 'git log --oneline', log);
    await expect.poll(async () => (await postedOf(opened, 'commits'))[0]?.commits).toHaveLength(500);
    const answer = (from: number, count: number) => ({
      type: 'commits',
      commits: Array.from({ length: count }, (_, i) => ({
        id: id(from + i),
        parents: [id(from + i + 1)],
        author: 'Ada',
        time: 0,
      })),
    });
    await opened.send(answer(0, 500), answer(500, 500), answer(1000, 200));
    expect((await postedOf(opened, 'commits')).map(({ commits }) => (commits as string[]).length)).toEqual([
      500, 500, 200,
    ]);
    await expect.poll(() => opened.page.locator('.virtual-row svg').count()).toBeGreaterThan(5);
  });
});

describe('what comes from outside', () => {
  it('stays text, whatever it looks like', async () => {
    const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>\n';
    for (const [command, text] of [
      ['git status', hostile],
      ['git log --oneline', `9be04d1 ${hostile}`],
      ['git diff', `diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+${hostile}`],
      ['gh pr list', `1\t${hostile.trim()}\tb\tOPEN\t2024-06-03T07:14:07Z\n`],
      ['gh api x', JSON.stringify({ [hostile]: hostile })],
      ['gh pr view 1', `title:\t${hostile}--\n${hostile}`],
    ] as const) {
      opened = await openPanel(stage, command, text);
      const { html, title } = await opened.page.evaluate(() => ({
        html: document.querySelectorAll('#app img, #app script, #app [onerror]').length,
        title: document.title,
      }));
      expect({ command, html, title }).toEqual({ command, html: 0, title: 'result' });
      expect(await opened.page.locator('.rows').textContent()).toContain('<img src=x onerror=');
      if (command !== 'gh pr view 1') await opened.close();
    }
  });

  it('is reported when it is no message, and the page goes on', async () => {
    opened = await stage.open('result');
    await opened.send({ type: 'panel', id: 8 }, 'nonsense', null, { type: 'run', command: 'rm -rf /' });
    expect(await postedOf(opened, 'failed')).toHaveLength(4);
    await opened.send(panel(), content(numbered(3)));
    expect(await rowsInSight(opened)).toHaveLength(3);
  });

  it('is forgotten when what was kept has another shape', async () => {
    opened = await openPanel(stage, 'git status', numbered(3), { state: { uid: 'u-1', look: { filter: 7 } } });
    expect(await rowsInSight(opened)).toHaveLength(3);
  });

  it('gives links as the host knows them, with their line', async () => {
    opened = await openPanel(
      stage,
      'git grep -n gate',
      'src/pump.ts:12:  gate.open();\nsee #41 and https://example.org/a.\n',
    );
    for (const link of await opened.page.locator('a.link').all()) await link.click();
    expect(await postedOf(opened, 'link')).toEqual([
      { type: 'link', kind: 'path', value: 'src/pump.ts', line: 12 },
      { type: 'link', kind: 'issue', value: '41' },
      { type: 'link', kind: 'url', value: 'https://example.org/a' },
    ]);
  });

  it('does not freeze the page as a filter', async () => {
    opened = await openPanel(stage, 'git status', `${'a'.repeat(40)}!\n`.repeat(200));
    await opened.page.locator('vscode-text-field').locator('input').fill('/(a+)+$/');
    await expect.poll(() => opened.page.locator('.problem').textContent()).toContain('too long');
  });
});
