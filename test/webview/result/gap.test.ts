import { describe, expect, it } from 'vitest';
import { fromResultPage } from '../../../src/protocol/from-result-page.ts';
import type { OpenPage } from '../../gallery/browser.ts';
import { useStage } from '../use-stage.ts';
import { content, numbered, openPanel, panel, postedOf, rowsInSight } from './open.ts';

let opened: OpenPage;
const stage = useStage(() => opened, fromResultPage);

const MARKER = '… 5000000 bytes elided …';
const cut = (head: string, tail: string) => `${head}${MARKER}\n${tail}`;
const gap = (at: number, commits: number | null = null) => ({ at, bytes: 5_000_000, lines: 35_012, commits });
const note = (words: string) => opened.page.locator('.banner', { hasText: words });
const filter = (text: string) => opened.page.locator('.tools vscode-text-field').locator('input').fill(text);

async function openCut(command: string, head: string, tail: string, commits: number | null = null) {
  const at = head.split('\n').length - 1;
  opened = await stage.open('result');
  await opened.send(panel(command, { gap: gap(at, commits), hasFullOutput: true }), content(cut(head, tail)));
}

describe('a gap in the output', () => {
  it('is a row with its size, and the banner tells it', async () => {
    await openCut('git status', numbered(3), numbered(3, 40_000));
    expect(await rowsInSight(opened)).toEqual([
      'line 0 of the output',
      'line 1 of the output',
      'line 2 of the output',
      '35,012 lines (5 MB) not shown here',
      'line 40000 of the output',
      'line 40001 of the output',
      'line 40002 of the output',
    ]);
    expect(await note('35,012 lines (5 MB) are missing in the middle').count()).toBe(1);
    expect(await opened.page.locator('.row.gap').count()).toBe(1);
  });

  it('says for a log how many commits are missing, and no lane is drawn across as if they were not', async () => {
    const log = (from: number) =>
      Array.from({ length: 3 }, (_, i) => `${(0xa1b0000 + from + i).toString(16)} Commit\n`).join('');
    await openCut('git log --oneline', log(0), log(900), 35_012);
    expect((await rowsInSight(opened))[3]).toBe('35,012 commits (35,012 lines, 5 MB) not shown here');
    expect(await opened.page.locator('.virtual-row .row.gap svg').count()).toBe(0);
  });

  it('is where the host says, whatever the output itself claims', async () => {
    await openCut('git status', `${MARKER}\none\n`, 'two\n');
    expect(await rowsInSight(opened)).toEqual([MARKER, 'one', '35,012 lines (5 MB) not shown here', 'two']);
  });

  it('is not searched by the filter, which says so and offers to search the full output', async () => {
    await openCut('git status', numbered(3), numbered(3, 40_000));
    expect(await note('did not search').count()).toBe(0);
    await filter('line 4');
    await expect.poll(() => note('did not search the 35,012 lines (5 MB)').count()).toBe(1);
    await note('did not search').locator('vscode-button').click();
    expect(await postedOf(opened, 'search')).toEqual([{ type: 'search', filter: 'line 4' }]);
    await expect.poll(() => note('Searching the full output').count()).toBe(1);
    const hits = [
      { line: 5, text: 'line 4 of the output' },
      { line: 41, text: 'line 40 <b>of</b> the output' },
    ];
    await opened.send({ type: 'found', filter: 'line', hits: [], more: false, problem: null });
    expect(await note('Searching the full output').count()).toBe(1);
    await opened.send({ type: 'found', filter: 'line 4', hits, more: true, problem: null });
    expect(await rowsInSight(opened)).toEqual(['line 4 of the output', 'line 40 <b>of</b> the output']);
    expect(await opened.page.locator('.row.hit .number').nth(1).getAttribute('data-number')).toBe('41');
    await note('The first 2 matching lines').locator('vscode-button').click();
    expect(await rowsInSight(opened)).toHaveLength(3);
  });

  it('has a search that ends with the filter it was for', async () => {
    await openCut('git status', numbered(3), numbered(3, 40_000));
    await filter('line 4');
    await note('did not search').locator('vscode-button').click();
    const hits = [{ line: 7, text: 'found' }];
    await opened.send({ type: 'found', filter: 'line 4', hits, more: false, problem: null });
    expect(await rowsInSight(opened)).toEqual(['found']);
    await filter('line 40001');
    await expect.poll(() => rowsInSight(opened)).toEqual(['line 40001 of the output']);
  });

  it('is not there without one', async () => {
    opened = await openPanel(stage, 'git status', `${MARKER}\n`);
    expect(await rowsInSight(opened)).toEqual([MARKER]);
    await filter('bytes');
    expect(await opened.page.locator('.banner').count()).toBe(0);
  });
});
