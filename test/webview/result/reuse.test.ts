import { expect, it } from 'vitest';
import { fromResultPage } from '../../../src/protocol/from-result-page.ts';
import type { OpenPage } from '../../gallery/browser.ts';
import { useStage } from '../use-stage.ts';
import { content, numbered, openPanel, panel, postedOf, rowsInSight } from './open.ts';

let opened: OpenPage;
const stage = useStage(() => opened, fromResultPage);
const filter = () => opened.page.locator('.tools vscode-text-field').locator('input');

it('a page that is given to another panel keeps nothing of the last', async () => {
  opened = await openPanel(stage, 'git log --oneline', `a1b2c3d ${'x'.repeat(20)}\n`.repeat(500));
  await filter().fill('x');
  await opened.page.locator('.rows').evaluate(rows => rows.scrollTo(0, 4000));
  await opened.send(panel('git status', { id: 'P9', uid: 'u-2', state: 'refreshing', exitCode: null }));
  expect(await opened.page.locator('.command').textContent()).toBe('git status');
  expect(await opened.page.locator('.skeleton').count()).toBe(1);
  expect(await filter().inputValue()).toBe('');
  await opened.send(panel('git status', { id: 'P9', uid: 'u-2' }), content(numbered(500)));
  expect((await rowsInSight(opened))[0]).toBe('line 0 of the output');
  await expect.poll(opened.state).toMatchObject({ uid: 'u-2', look: { filter: '' } });
});

it('a commit of the last panel is no commit of this one', async () => {
  opened = await openPanel(stage, 'git log --oneline', 'a1b2c3d One\n');
  await expect.poll(() => postedOf(opened, 'commits')).toHaveLength(1);
  await opened.send(panel('git log --oneline -1', { uid: 'u-2' }), content('b1b2c3d Two\n'));
  await expect.poll(() => postedOf(opened, 'commits')).toHaveLength(2);
  const of = (id: string, author: string) => ({ type: 'commits', commits: [{ id, parents: [], author, time: 1 }] });
  await opened.send(of('a1b2c3d', 'Ada'), of('b1b2c3d', 'Grace'));
  await expect.poll(() => opened.page.locator('.who').allTextContents()).toEqual(['Grace']);
});

it('a page whose tab the next command may take offers to keep it', async () => {
  opened = await openPanel(stage, 'git status', numbered(3));
  const keep = opened.page.locator('vscode-button[aria-label="Keep Panel Open"]');
  expect(await keep.isVisible()).toBe(false);
  await opened.send(panel('git status', { preview: true }));
  await keep.click();
  expect(await postedOf(opened, 'keep')).toHaveLength(1);
});
