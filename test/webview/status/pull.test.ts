import { describe, expect, it } from 'vitest';
import { fromStatusPage } from '../../../src/protocol/from-status-page.ts';
import type { OpenPage } from '../../gallery/browser.ts';
import { pullOf, status } from '../../gallery/status-states.ts';
import { useStage } from '../use-stage.ts';

let opened: OpenPage;
const stage = useStage(() => opened, fromStatusPage);
const open = async () => {
  opened = await stage.open('status', { width: 300, height: 500 });
};
const button = () => opened.page.locator('.pull-button');

describe('the pull request of the branch', () => {
  it('is a button that says all of it and asks for no command of its own', async () => {
    await open();
    await opened.send(status(), pullOf({ title: 'Fix <b>it</b>\u202e' }));
    await expect.poll(() => button().innerText()).toContain('#128 Fix <b>it</b>\\u202e');
    expect(await button().getAttribute('aria-label')).toBe(
      'Pull request #128: Fix <b>it</b>\\u202e. Checks: 1 failed (build (ubuntu-latest, 20)), 2 running, 12 passed, 1 skipped. Opens in a panel.',
    );
    await button().click();
    expect((await opened.posted()).at(-1)).toEqual({ type: 'open-pull' });
  });

  it('is not shown for another branch or repository, and goes when there is none', async () => {
    await open();
    await opened.send(status(), pullOf({}));
    await expect.poll(() => button().count()).toBe(1);
    await opened.send(status({ branch: 'other' }));
    await expect.poll(() => button().count()).toBe(0);
    await opened.send(status());
    await expect.poll(() => button().count()).toBe(1);
    await opened.send(status({ root: '/elsewhere' }));
    await expect.poll(() => button().count()).toBe(0);
    await opened.send(status(), { ...pullOf({}), pull: null });
    expect(await opened.page.locator('.pull').isVisible()).toBe(false);
  });
});
