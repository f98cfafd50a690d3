import { describe, expect, it } from 'vitest';
import { fromResultPage } from '../../../src/protocol/from-result-page.ts';
import type { OpenPage } from '../../gallery/browser.ts';
import { useStage } from '../use-stage.ts';
import { openPanel, panel, postedOf } from './open.ts';

let opened: OpenPage;
const stage = useStage(() => opened, fromResultPage);

const id = (i: number) => (0xa1b0000 + i).toString(16);
const full = (i: number) => id(i).padEnd(40, '0');
const HOUR = 3_600_000;
const commits = (count: number, parents = (i: number): string[] => [full(i + 1)]) => ({
  type: 'commits',
  commits: Array.from({ length: count }, (_, i) => ({
    id: id(i),
    parents: parents(i),
    author: `Ada ${i}`,
    time: Date.now() - 3 * HOUR,
  })),
});
const LONG = 'a subject that goes on '.repeat(40).trim();
const LOG = [`${id(0)} ${LONG}`, `${id(1)} Second`, `${id(2)} First`].join('\n');
const row = (i: number) => opened.page.locator('.row.commit').nth(i);

describe('a log', () => {
  it('has labels of branches and tags though none were printed', async () => {
    opened = await openPanel(stage, 'git log --oneline', LOG);
    const refs = [
      { id: full(0), kind: 'head', name: 'main' },
      { id: full(0), kind: 'remote', name: 'origin/main' },
      { id: full(1), kind: 'tag', name: 'v1' },
      { id: full(1), kind: 'branch', name: '<b>bold</b>' },
    ];
    await opened.send({ type: 'refs', refs });
    await expect.poll(() => row(0).locator('.ref').allTextContents()).toEqual(['HEAD -> main', 'origin/main']);
    expect(await row(1).locator('.ref').allTextContents()).toEqual(['tag: v1', '<b>bold</b>']);
    await opened.send({ type: 'refs', refs: refs.slice(2) });
    await expect.poll(() => row(0).locator('.ref').count()).toBe(0);
  });

  it('leaves printed labels alone, and adds none where they were asked away', async () => {
    opened = await openPanel(stage, 'git log --oneline --decorate', `${id(0)} (HEAD -> main) First`);
    const refs = { type: 'refs', refs: [{ id: full(0), kind: 'tag', name: 'v1' }] };
    await opened.send(refs);
    expect(await row(0).locator('.ref').allTextContents()).toEqual(['HEAD -> main']);
    await opened.close();
    opened = await openPanel(stage, 'git log --oneline --no-decorate', `${id(0)} First`);
    await opened.send(refs, commits(1));
    await expect.poll(() => row(0).locator('.who').count()).toBe(1);
    expect(await row(0).locator('.ref').count()).toBe(0);
  });

  it('has author and date in columns that a long subject cannot push away', async () => {
    opened = await openPanel(stage, 'git log --oneline', LOG);
    await opened.send(commits(3));
    await expect.poll(() => row(0).locator('.when').textContent()).toBe('3 h ago');
    expect(await row(0).locator('.who').textContent()).toBe('Ada 0');
    const lefts = await opened.page
      .locator('.row.commit .when')
      .evaluateAll(all => all.map(each => [each.getBoundingClientRect().left, each.getBoundingClientRect().right]));
    expect(new Set(lefts.map(String)).size).toBe(1);
    expect(lefts[0]?.[1]).toBeLessThanOrEqual(await opened.page.evaluate(() => window.innerWidth));
    expect(await row(0).locator('.subject').getAttribute('title')).toBe(LONG);
  });

  it('keeps a format of one’s own as it is', async () => {
    opened = await openPanel(stage, "git log --format='%h %an: %s'", `${id(0)} Ada: First`);
    await opened.send(commits(1), { type: 'refs', refs: [{ id: full(0), kind: 'tag', name: 'v1' }] });
    await expect.poll(() => postedOf(opened, 'commits')).toHaveLength(1);
    expect(await row(0).locator('.ref, .who, .when').count()).toBe(0);
  });

  it('draws the lanes of --graph from parents once it knows them', async () => {
    const graph = [`*   ${id(0)} Merge`, '|\\  ', `| * ${id(1)} Side`, '|/  ', `* ${id(2)} Begin`].join('\n');
    opened = await openPanel(stage, 'git log --graph --oneline', graph);
    const dots = () =>
      opened.page.locator('.graph .dot').evaluateAll(all => all.map(dot => dot.getAttribute('d')?.split(' ')[0]));
    expect(await dots()).toEqual(['M7', 'M21', 'M7']);
    await expect.poll(() => postedOf(opened, 'commits')).toHaveLength(1);
    await opened.send(commits(3, i => [[full(2), full(1)], [full(2)], []][i] ?? []));
    await expect.poll(() => opened.page.locator('.row.commit .who').count()).toBe(3);
    expect(await dots()).toEqual(['M7', 'M21', 'M7']);
    expect(await opened.page.locator('.graph').first().locator('.line').count()).toBe(2);
  });

  it('keeps git’s own graph where commits between were left out', async () => {
    opened = await openPanel(stage, 'git log --graph --oneline -- a', `* ${id(0)} Newest\n* ${id(5)} Oldest`);
    await expect.poll(() => postedOf(opened, 'commits')).toHaveLength(1);
    await opened.send({
      type: 'commits',
      commits: [0, 5].map(i => ({ id: id(i), parents: [full(i + 1)], author: 'Ada', time: 1 })),
    });
    await expect.poll(() => opened.page.locator('.row.commit .who').count()).toBe(2);
    expect(await opened.page.locator('.graph .dashed').count()).toBe(0);
    expect(await opened.page.locator('.graph .line').count()).toBe(2);
  });
});

describe('the menu of a commit', () => {
  it('is the editor’s, told which commit of which panel it is for', async () => {
    opened = await openPanel(stage, 'git log --oneline', LOG);
    expect(
      JSON.parse((await opened.page.locator('.virtual-row').nth(1).getAttribute('data-vscode-context')) ?? ''),
    ).toEqual({
      webviewSection: 'commit',
      commit: id(1),
      preventDefaultContextMenuItems: true,
    });
    await opened.send(panel('git log --oneline', { id: 'P9' }));
    const body = await opened.page.evaluate(() => document.body.dataset.vscodeContext ?? '');
    expect(JSON.parse(body)).toEqual({ panel: 'P9' });
  });

  it('opens by its button and by the keyboard', async () => {
    opened = await openPanel(stage, 'git log --oneline', LOG);
    await opened.page.evaluate(() => {
      document.addEventListener('contextmenu', event => {
        const target = event.target as HTMLElement;
        document.title +=
          target.closest<HTMLElement>('[data-vscode-context]')?.dataset.vscodeContext?.slice(0, 60) ?? '';
      });
    });
    await row(1).hover();
    await row(1).locator('button.more').click();
    expect(await opened.page.title()).toContain(id(1));
    await opened.page.locator('.virtual-row').nth(2).focus();
    await opened.page.keyboard.press('ArrowRight');
    await opened.page.keyboard.press('ArrowRight');
    await opened.page.keyboard.press('Enter');
    expect(await opened.page.title()).toContain(id(2));
    await opened.page.locator('.virtual-row').first().focus();
    await opened.page.keyboard.press('Shift+F10');
    expect(await opened.page.title()).toContain(id(0));
  });
});
