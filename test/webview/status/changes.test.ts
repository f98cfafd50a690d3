import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { fromStatusPage } from '../../../src/protocol/from-status-page.ts';
import type { StatusMessage } from '../../../src/protocol/to-status-page.ts';
import type { OpenPage } from '../../gallery/browser.ts';
import { file, status } from '../../gallery/status-states.ts';
import { useStage } from '../use-stage.ts';

let opened: OpenPage;
let page: Page;
const stage = useStage(() => opened, fromStatusPage);
beforeEach(async () => {
  opened = await stage.open('status', { width: 340, height: 500 });
  page = opened.page;
}, 60_000);

const FILES = [
  file('README.md', 'Modified', [4, 1], { staged: 'M' }),
  file('src/a.ts', 'Modified', [5, 2]),
  file('src/new.ts', 'Untracked'),
  file('src/staged.ts', 'Added', [9, 0]),
  file('src/torn.ts', 'Conflicted', [1, 1]),
];
const message = (more: Partial<StatusMessage> = {}) => status({ files: FILES, ...more });
const row = (name: string) =>
  page.locator('.virtual-row', { has: page.locator(':is(.entry-file, .entry-folder) .base', { hasText: name }) });
const posts = async () => (await opened.posted()).filter(({ type }) => type !== 'ready');
const offered = async (name: string) =>
  row(name)
    .locator('[class*="action-"]')
    .evaluateAll(all => all.map(each => (each as HTMLElement).dataset.act));

describe('the rows', () => {
  it('offer what would change something', async () => {
    await opened.send(message());
    expect(await offered('README.md')).toEqual(['discard', 'unstage', 'stage']);
    expect(await offered('a.ts')).toEqual(['discard', 'stage']);
    expect(await offered('new.ts')).toEqual(['discard', 'stage']);
    expect(await offered('staged.ts')).toEqual(['unstage']);
    expect(await offered('torn.ts')).toEqual(['ours', 'theirs', 'stage']);
  });

  it('10.9 of a file in conflict either side can be taken, by mouse and by keyboard, and says whose it is', async () => {
    const merge = { kind: 'merge', progress: null, names: { from: 'topic', onto: null }, actions: [] } as const;
    const module = { commitChanged: true, modified: false, untracked: false };
    await opened.send(
      message({ operations: [merge], files: [...FILES, file('vendor', 'Conflicted', [0, 0], { submodule: module })] }),
    );
    expect(await row('torn.ts').locator('.action-ours').getAttribute('title')).toBe('Take Ours: yours (main) (o)');
    expect(await row('torn.ts').locator('.action-theirs').getAttribute('title')).toBe(
      'Take Theirs: theirs (topic) (t)',
    );
    expect(await offered('vendor')).toEqual(['stage']);
    await row('torn.ts').hover();
    await row('torn.ts').locator('.action-theirs').click();
    await row('torn.ts').focus();
    await page.keyboard.press('o');
    await page.keyboard.press('T');
    // Only what is in conflict has sides.
    for (const name of ['a.ts', 'vendor']) {
      await row(name).focus();
      await page.keyboard.press('o');
      await page.keyboard.press('t');
    }
    expect(await posts()).toEqual(
      ['theirs', 'ours', 'theirs'].map(take => ({ type: 'resolve', path: 'src/torn.ts', take })),
    );
    expect(await row('torn.ts').getAttribute('aria-keyshortcuts')).toBe('o t +');
    expect(await row('vendor').getAttribute('aria-keyshortcuts')).toBe('+');
  });

  it('in a rebase ours is the branch that it goes onto', async () => {
    const rebase = { kind: 'rebase', progress: null, names: { from: 'topic', onto: 'main' }, actions: [] } as const;
    await opened.send(message({ branch: null, operations: [rebase] }));
    expect(await row('torn.ts').locator('.action-ours').getAttribute('title')).toBe(
      'Take Ours: theirs, which you rebase onto (main) (o)',
    );
  });

  it('ask the host by the path, by mouse and by keyboard', async () => {
    await opened.send(message());
    await row('a.ts').hover();
    await row('a.ts').locator('.action-stage').click();
    await row('README.md').focus();
    await page.keyboard.press('-');
    await page.keyboard.press('Shift++');
    await page.keyboard.press('Delete');
    await row('staged.ts').focus();
    // Nothing of it is unstaged.
    await page.keyboard.press('+');
    const change = (action: string, path: string) => ({ type: 'change', action, paths: [path], folder: null });
    expect(await posts()).toEqual([
      change('stage', 'src/a.ts'),
      change('unstage', 'README.md'),
      change('stage', 'README.md'),
      change('discard', 'README.md'),
    ]);
    expect(await row('README.md').getAttribute('aria-keyshortcuts')).toBe('Delete - +');
  });

  it('a folder stands for its files, and for itself when none is left out', async () => {
    await opened.send(message());
    await page.getByTitle('Group by Folder').click();
    await row('src').focus();
    await page.keyboard.press('+');
    await opened.send(message({ untrackedOmitted: 3 }));
    await page.keyboard.press('-');
    expect(await posts()).toEqual([
      { type: 'change', action: 'stage', paths: ['src/torn.ts', 'src/a.ts', 'src/new.ts'], folder: 'src' },
      { type: 'change', action: 'unstage', paths: ['src/staged.ts'], folder: null },
    ]);
  });

  it('above the list are buttons for all that match the filter', async () => {
    await opened.send(message());
    await page.getByRole('button', { name: 'Stage All', exact: true }).click();
    await page.getByTitle('Filter Files').click();
    await page.locator('.filter-box vscode-text-field input').fill('new');
    await page.getByRole('button', { name: 'Stage All', exact: true }).click();
    const [all, some] = await posts();
    expect(all).toMatchObject({ type: 'change', action: 'stage', folder: '' });
    expect(some).toEqual({ type: 'change', action: 'stage', paths: ['src/new.ts'], folder: null });
    expect(await page.getByRole('button', { name: 'Unstage All' }).count()).toBe(0);
  });
});

describe('the hunks of a diff', () => {
  const hunk = (at: number) => `@@ -${at},2 +${at},2 @@ mill\n-old ${at}\n+new ${at}\n same`;
  const text = ['diff --git a/x b/x', '--- a/x', '+++ b/x', hunk(1), hunk(9)].join('\n');
  const answer = (path: string, ...sides: readonly ('staged' | 'unstaged' | null)[]) => ({
    type: 'diff',
    root: status().root,
    path,
    id: 7,
    parts: sides.map(side => ({ text, side })),
    notice: null,
  });
  const heads = () => page.locator('.virtual-row', { has: page.locator('.hunk-head') });

  it('are named by the diff, the half and their place', async () => {
    await opened.send(message({ showDiffs: true }));
    await row('README.md').locator('.twistie').click();
    await opened.send(answer('README.md', 'staged', 'unstaged'));
    expect(await page.locator('.entry-note').allTextContents()).toEqual(['Staged', 'Not staged']);
    expect(await heads().count()).toBe(4);
    await heads().nth(1).locator('.action-unstage').click();
    await heads().nth(3).focus();
    await page.keyboard.press('+');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Delete');
    // Nothing that is staged already can be staged.
    await heads().nth(0).focus();
    await page.keyboard.press('+');
    const asked = (action: string, side: string, at: number) => ({
      ...{ type: 'hunk', action, path: 'README.md', diff: 7, side, hunk: at },
    });
    expect((await posts()).filter(({ type }) => type === 'hunk')).toEqual([
      asked('unstage', 'staged', 1),
      asked('stage', 'unstaged', 1),
      asked('discard', 'unstaged', 1),
    ]);
  });

  it('offer nothing where the host says that nothing can be done by the hunk', async () => {
    await opened.send(message({ showDiffs: true }));
    await row('new.ts').locator('.twistie').click();
    await opened.send(answer('src/new.ts', null));
    expect(await page.locator('.entry-diff').count()).toBeGreaterThan(0);
    expect(await heads().count()).toBe(0);
  });
});

describe('in a bar of 200 px', () => {
  beforeEach(() => opened.resize(200, 500));

  it('a name of usual length is whole, and of a long one both ends are to be read', async () => {
    const long = 'a-component-with-a-very-long-name.test.tsx';
    await opened.send(message({ files: [file('src/core/repository/store.test.ts', 'Modified', [3, 1]), file(long)] }));
    const cut = (name: string, part: string) =>
      row(name)
        .locator(part)
        .evaluate(element => element.scrollWidth > element.clientWidth);
    expect(await cut('store.test.ts', '.names .start')).toBe(false);
    expect(await cut(long, '.names .start')).toBe(true);
    expect(await cut(long, '.names .end')).toBe(false);
    expect(await row(long).locator('.names .end').textContent()).toBe('.test.tsx');
  });
});
