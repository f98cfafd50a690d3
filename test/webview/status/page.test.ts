import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { fromStatusPage } from '../../../src/protocol/from-status-page.ts';
import { ACTIONS } from '../../../src/protocol/status-vocabulary.ts';
import type { StatusMessage } from '../../../src/protocol/to-status-page.ts';
import type { OpenOptions, OpenPage } from '../../gallery/browser.ts';
import { file, manyFiles, status } from '../../gallery/status-states.ts';
import { useStage } from '../use-stage.ts';

let opened: OpenPage;
let page: Page;
const stage = useStage(() => opened, fromStatusPage);

const open = async (options: OpenOptions = {}) => {
  opened = await stage.open('status', { width: 300, height: 500, ...options });
  page = opened.page;
};
beforeEach(() => open(), 60_000);

const FILES = [
  file('README.md', 'Modified', [4, 1]),
  file('src/a.ts', 'Modified', [5, 2]),
  file('src/b.ts', 'Added', [9, 0]),
  file('test/a.test.ts', 'Conflicted', [1, 1]),
];
const message = (more: Partial<StatusMessage> = {}) => status({ files: FILES, ...more });
const ROOT = status().root;
const NO_NAMES = { from: null, onto: null };

const DIFF = ['diff --git a/x b/x', '--- a/x', '+++ b/x', '@@ -1,2 +1,2 @@', '-old words', '+new words', ' same'].join(
  '\n',
);
const diff = (path: string, text: string | null = DIFF, notice: string | null = null) => ({
  type: 'diff',
  root: ROOT,
  path,
  id: 7,
  parts: text === null ? [] : [{ text, side: null }],
  notice,
});

/** The names of the files in sight, in their order. */
const names = () => page.locator('.entry-file .base').allTextContents();
const row = (name: string) =>
  page.locator('.virtual-row', { has: page.locator('.entry-file .base', { hasText: name }) });
const focusedRow = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
const posts = async () => (await opened.posted()).filter(({ type }) => type !== 'ready');
const press = async (...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
/** Puts the keyboard on the first row, as Tab does. */
const enterList = () => page.locator('.virtual-row[tabindex="0"]').focus();

describe('a low view', () => {
  it('has the branch and three files in sight, and a way to more room', async () => {
    const room = page.locator('vscode-button[aria-label="Give This View More Room…"]');
    await opened.send(message());
    expect(await room.isVisible()).toBe(false);
    await opened.resize(270, 130);
    expect(await page.locator('.branch-name').isVisible()).toBe(true);
    const bottoms = await page
      .locator('.entry-file')
      .evaluateAll(rows => rows.map(row => row.getBoundingClientRect().bottom));
    expect(bottoms.filter(bottom => bottom <= 130).length).toBeGreaterThanOrEqual(3);
    await room.click();
    expect(await posts()).toEqual([{ type: 'more-room' }]);
    await opened.send(message({ diffBase: 'HEAD~2' }));
    await page.locator('[aria-label="Compare with HEAD"]').click();
    expect(await posts()).toContainEqual({ type: 'clear-base' });
  });
});

describe('a file', () => {
  it('is opened by click and Enter as a diff, with Ctrl as a file', async () => {
    await opened.send(message());
    await row('README.md').click();
    await row('README.md').click({ modifiers: ['Control'] });
    await press('Enter', 'Control+Enter');
    await row('b.ts').hover();
    await row('b.ts').locator('[data-act="open-file"]').click();
    expect(await posts()).toEqual([
      { type: 'open-diff', path: 'README.md' },
      { type: 'open-file', path: 'README.md' },
      { type: 'open-diff', path: 'README.md' },
      { type: 'open-file', path: 'README.md' },
      { type: 'open-file', path: 'src/b.ts' },
    ]);
  });

  it('tells a screen reader its type, stage and lines', async () => {
    await opened.send(message());
    expect(await row('README.md').getAttribute('aria-label')).toBe(
      'README.md, Modified, not staged, 4 lines added, 1 removed',
    );
    expect(await page.locator('.list').getAttribute('role')).toBe('treegrid');
    expect(await page.locator('.list').getAttribute('aria-rowcount')).toBe('4');
  });

  it('has a letter and an icon, and numbers of the same width before and after counting', async () => {
    const uncounted = FILES.map(({ path, type }) => file(path, type));
    await opened.send(message({ files: uncounted, counted: false }));
    const before = await row('README.md').locator('.count-added').boundingBox();
    expect(await row('README.md').locator('.count-added').textContent()).toBe('·');
    await opened.send(message());
    expect(await row('README.md').locator('.count-added').textContent()).toBe('+4');
    expect(await row('README.md').locator('.count-added').boundingBox()).toEqual(before);
    expect(await row('a.test.ts').locator('.letter').textContent()).toBe('C');
    expect(await row('a.test.ts').locator('.codicon-warning').count()).toBe(1);
  });
});

describe('the keyboard', () => {
  it('walks the rows with one stop of the Tab key', async () => {
    await opened.send(message());
    await enterList();
    await press('ArrowDown', 'ArrowDown', 'ArrowUp');
    expect(await focusedRow()).toMatch(/^README\.md/);
    await press('End');
    expect(await focusedRow()).toMatch(/^src\/b\.ts/);
    expect(await page.locator('.list [tabindex="0"]').count()).toBe(1);
  });

  it('opens and closes a diff with the arrows and goes in and out of it', async () => {
    await opened.send(message({ showDiffs: true }));
    await enterList();
    await press('ArrowDown', 'ArrowRight');
    expect(await posts()).toEqual([{ type: 'expand', path: 'README.md' }]);
    expect(await page.locator('.entry-note').textContent()).toContain('Loading diff');
    await opened.send(diff('README.md'));
    expect(await row('README.md').getAttribute('aria-expanded')).toBe('true');
    expect(await page.locator('.entry-diff').allInnerTexts()).toHaveLength(4);
    await press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-level'))).toBe('2');
    await press('ArrowDown', 'ArrowLeft');
    expect(await focusedRow()).toMatch(/^README\.md/);
    await press('ArrowLeft');
    expect(await page.locator('.entry-diff').count()).toBe(0);
    expect(await focusedRow()).toMatch(/^README\.md/);
  });

  it('pushes long lines into sight and back, and no further', async () => {
    await opened.send(message({ showDiffs: true }));
    await row('README.md').locator('.twistie').click();
    await opened.send(diff('README.md', `${DIFF}\n+${'long '.repeat(60)}end`));
    await page.locator('.virtual-row:has(.entry-diff)').last().focus();
    const edges = () =>
      page.evaluate(() => {
        const box = [...document.querySelectorAll('.entry-diff > .row')].at(-1)?.getBoundingClientRect();
        return {
          left: box?.left,
          beyond: Math.round((box?.right ?? 0) - (document.querySelector('.list')?.clientWidth ?? 0)),
        };
      });
    const { left, beyond } = await edges();
    expect(beyond).toBeGreaterThan(1000);
    await press(...Array<string>(80).fill('Shift+ArrowRight'));
    expect((await edges()).beyond).toBe(0);
    await press('Shift+ArrowLeft');
    expect((await edges()).beyond).toBe(40);
    // With the long line gone there is nothing to push.
    await opened.send(diff('README.md'), message({ showDiffs: true }), diff('README.md'));
    expect((await edges()).left).toBe(left);
  });

  it('finds the filter by Ctrl+F and leaves it by Escape', async () => {
    await opened.send(message());
    await enterList();
    await press('Control+f');
    await page.keyboard.type('src/');
    expect(await names()).toEqual(['a.ts', 'b.ts']);
    expect(await page.locator('.totals strong').textContent()).toBe('2 of 4 files');
    await press('Escape');
    expect(await names()).toHaveLength(4);
    expect(await page.locator('.filter-box').isVisible()).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.classList.contains('virtual-row'))).toBe(true);
  });

  it('reaches every control of the head', async () => {
    await opened.send(message({ diffBase: 'HEAD~5' }));
    const reached: string[] = [];
    for (let i = 0; i < 14; i += 1) {
      await press('Tab');
      reached.push(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''));
    }
    for (const label of ['Compare with HEAD', 'Filter Files', 'Show Diffs', 'Group by Folder', 'Sort by type'])
      expect(reached).toContain(label);
  });
});

describe('a refresh', () => {
  it('keeps scroll, focus, folds, order, filter and open diffs', async () => {
    const files = manyFiles(400);
    const huge = (more: Partial<StatusMessage> = {}) => status({ files: [...files], showDiffs: true, ...more });
    await opened.send(huge());
    await page.getByTitle('Group by Folder').click();
    await page.locator('.entry-folder').nth(1).click();
    const closed = await page
      .locator('.virtual-row[aria-expanded="false"]:has(.entry-folder)')
      .getAttribute('aria-label');
    await page.locator('.list').evaluate(list => {
      list.scrollTop = 2000;
    });
    await page.waitForTimeout(50);
    const target = page.locator('.entry-file').nth(15);
    await target.locator('.twistie').click();
    const [{ path = '' } = {}] = (await posts()) as { path?: string }[];
    await opened.send(diff(path));
    await page
      .locator('.virtual-row', { has: page.locator('.entry-diff') })
      .first()
      .focus();
    const focused = await focusedRow();
    const seen = () =>
      page.evaluate(() => {
        const list = document.querySelector('.list');
        const top = list?.getBoundingClientRect().top ?? 0;
        const rows = [...document.querySelectorAll('.virtual-row')];
        const first = rows.find(element => element.getBoundingClientRect().bottom > top);
        return [first?.getAttribute('aria-label'), Math.round((first?.getBoundingClientRect().top ?? 0) - top)];
      });
    const before = await seen();

    // A new file far above what is in sight, and another count.
    await opened.send(huge({ files: [file('aaa/new.ts', 'Added', [1, 0]), ...files] }));
    expect(await seen()).toEqual(before);
    expect(await focusedRow()).toBe(focused);
    expect(await page.locator('.entry-diff').count()).toBe(4);
    expect(await page.getByTitle('Group by Folder').getAttribute('class')).toContain('pressed');
    await page.locator('.list').evaluate(list => {
      list.scrollTop = 0;
    });
    await page.waitForTimeout(50);
    expect(
      await page.locator('.virtual-row[aria-expanded="false"]:has(.entry-folder)').getAttribute('aria-label'),
    ).toBe(closed);
  });

  it('asks again for an open diff that changed, and shows the old one until then', async () => {
    const versioned = (version: number) => FILES.map(one => ({ ...one, version }));
    await opened.send(message({ showDiffs: true, files: versioned(1) }));
    await row('README.md').locator('.twistie').click();
    await opened.send(diff('README.md'), message({ showDiffs: true, files: versioned(1) }));
    expect(await posts()).toHaveLength(1);
    await opened.send(message({ showDiffs: true, files: versioned(2) }));
    expect(await posts()).toEqual(Array(2).fill({ type: 'expand', path: 'README.md' }));
    expect(await page.locator('.entry-diff').allInnerTexts()).toHaveLength(4);
    await opened.send(diff('README.md', `${DIFF}\n+one more`));
    expect(await page.locator('.entry-diff').count()).toBe(5);
  });

  it('does not take the keyboard off a banner whose numbers change', async () => {
    const rebase = (step: number) =>
      message({
        operations: [{ kind: 'rebase', progress: { step, of: 9 }, names: NO_NAMES, actions: ['continue', 'abort'] }],
      });
    await opened.send(rebase(1));
    await page.getByRole('button', { name: 'Continue' }).focus();
    await opened.send(rebase(2));
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Continue');
  });

  it('keeps how it is looked at over a reload', async () => {
    await opened.send(message({ showDiffs: true }));
    await page.getByTitle('Group by Folder').click();
    await row('b.ts').locator('.twistie').click();
    const kept = await opened.state();
    await opened.close();
    await open({ state: kept });
    await opened.send(message({ showDiffs: true }));
    expect(await posts()).toEqual([{ type: 'expand', path: 'src/b.ts' }]);
    expect(await page.locator('.entry-folder').count()).toBe(2);
  });

  it('drops the answer for another repository', async () => {
    await opened.send(message({ showDiffs: true }));
    await row('README.md').locator('.twistie').click();
    await opened.send({ ...diff('README.md'), root: '/elsewhere' });
    expect(await page.locator('.entry-diff').count()).toBe(0);
  });
});

describe('an operation', () => {
  it('is answered by its names only, continue first and abort last', async () => {
    await opened.send(
      message({
        operations: [
          { kind: 'merge', progress: null, names: { from: 'topic', onto: null }, actions: ['abort', 'continue'] },
        ],
      }),
    );
    const buttons = page.locator('.banner-actions vscode-button');
    expect(await buttons.allTextContents()).toEqual(['Continue', 'Abort']);
    await buttons.nth(0).click();
    await buttons.nth(1).click();
    expect(await posts()).toEqual([
      { type: 'operate', kind: 'merge', action: 'continue' },
      { type: 'operate', kind: 'merge', action: 'abort' },
    ]);
    expect(await page.locator('.banner').first().textContent()).toContain('1 conflicted file');
    expect(await page.locator('[role="status"].said').textContent()).toContain('Merging topic into main');
  });

  it('offers Continue first of all only when no conflict is open', async () => {
    const merge = { kind: 'merge', progress: null, names: NO_NAMES, actions: ['continue', 'abort'] } as const;
    const looks = () => page.locator('.banner-actions vscode-button').first().getAttribute('appearance');
    await opened.send(message({ operations: [merge] }));
    expect(await looks()).toBe('secondary');
    await opened.send(message({ operations: [merge], files: FILES.filter(({ type }) => type !== 'Conflicted') }));
    expect(await looks()).toBe('primary');
  });

  it('names of any sort are only text', async () => {
    const from = '<img src=x onerror=alert(1)>\u202e';
    await opened.send(
      message({ operations: [{ kind: 'merge', progress: null, names: { from, onto: null }, actions: ['abort'] }] }),
    );
    expect(await page.locator('.banner img').count()).toBe(0);
    expect(await page.locator('.banner strong').textContent()).toContain(
      'Merging <img src=x onerror=alert(1)>\\u202e into main',
    );
  });

  it('a bisection has good, bad, skip and end', async () => {
    const bisect = { kind: 'bisect', progress: null, names: { from: 'main', onto: null }, actions: ACTIONS } as const;
    await opened.send(message({ operations: [bisect] }));
    const buttons = page.locator('.banner-actions vscode-button');
    expect(await buttons.allTextContents()).toEqual(['Continue', 'Good', 'Bad', 'Skip', 'End']);
    expect(await page.locator('.banner strong').textContent()).toBe('Bisecting from main');
  });
});

describe('the head', () => {
  it('asks its host for everything else', async () => {
    await opened.send(
      message({ diffBase: 'v1', repositories: [...status().repositories, { root: '/other', name: 'other' }] }),
    );
    await page.getByRole('button', { name: 'Compared with v1' }).click();
    await page.getByRole('button', { name: 'Compare with HEAD', exact: true }).click();
    for (const label of ['Show Diffs', 'Show Log']) await page.getByTitle(label, { exact: true }).click();
    await page.getByLabel('Repository', { exact: true }).selectOption('/other');
    expect(await posts()).toEqual([
      { type: 'pick-base' },
      { type: 'clear-base' },
      { type: 'toggle', setting: 'showDiffs', on: true },
      { type: 'toggle', setting: 'showLogs', on: true },
      { type: 'select', root: '/other' },
    ]);
  });

  it('says ahead and behind in words', async () => {
    await opened.send(message({ ahead: 2, behind: 1 }));
    expect(await page.locator('.arrows').textContent()).toBe('↑2 ↓1');
    expect(await page.locator('.upstream .said').textContent()).toBe(
      '2 commits ahead of and 1 commit behind origin/main',
    );
  });

  it('shows that it is busy without moving anything', async () => {
    await opened.send(message());
    const place = () => page.locator('.columns').boundingBox();
    const before = await place();
    await opened.send({ type: 'busy', busy: true });
    expect(await page.locator('.busy').isVisible()).toBe(true);
    expect(await place()).toEqual(before);
  });
});

describe('the log', () => {
  const log = '4f2a91c (HEAD -> main) Fix #12, see https://example.com\n9d03b7e Start\n';

  it('opens commits and itself, and nothing else looks like a link', async () => {
    await opened.send(message({ files: [], showLogs: true, log }));
    await page.locator('a.link', { hasText: '4f2a91c' }).click();
    await page.getByText('Open in Panel').click();
    expect(await page.locator('a.link').allTextContents()).toEqual(['4f2a91c', '9d03b7e']);
    await page.locator('.virtual-row', { hasText: '9d03b7e' }).focus();
    await press('Enter');
    expect(await posts()).toEqual([
      { type: 'commit', id: '4f2a91c' },
      { type: 'open-log' },
      { type: 'commit', id: '9d03b7e' },
    ]);
  });
});

describe('with nothing to show', () => {
  it.each([
    ['no-folder', 'Open Folder'],
    ['no-repository', 'Initialize Repository'],
    ['no-git', 'Install git'],
    ['untrusted', 'Manage Workspace Trust'],
    ['bare', 'Open a Work Tree'],
    ['failed', 'Try Again'],
  ])('%s has one thing to do', async (reason, label) => {
    await opened.send({ type: 'empty', reason, detail: 'fatal: <b>no</b>' });
    const buttons = page.locator('.instead vscode-button');
    expect(await buttons.allTextContents()).toEqual([label]);
    await buttons.click();
    expect(await posts()).toEqual([{ type: 'help', reason }]);
    expect(await page.locator('.detail').textContent()).toBe('fatal: <b>no</b>');
  });

  it('shows a message of git in its own lines, and hides nothing in them', async () => {
    await opened.send({ type: 'empty', reason: 'failed', detail: 'fatal: no\n\n\tgit config \u202ex' });
    expect(await page.locator('.detail').textContent()).toBe('fatal: no\n\n\tgit config \\u202ex');
  });

  it('says that nothing changed, and goes on when something did', async () => {
    await opened.send(message({ files: [] }));
    expect(await page.locator('.clean').textContent()).toContain('No changes');
    await opened.send(message());
    expect(await page.locator('.clean').isVisible()).toBe(false);
    expect(await names()).toHaveLength(4);
  });
});

describe('hostile names', () => {
  const EVIL = '<img src=x onerror="window.evil=1">';

  it('stay text, and hide nothing', async () => {
    await opened.send(
      message({
        branch: `${EVIL}\u202e`,
        upstream: EVIL,
        ahead: 1,
        behind: 0,
        diffBase: EVIL,
        repositories: [
          { root: ROOT, name: EVIL },
          { root: '/b', name: EVIL },
        ],
        files: [
          file(`${EVIL}/${EVIL}`, 'Renamed', [1, 1], { originalPath: `old${EVIL}` }),
          file('photo\u202egpj.exe', 'Untracked'),
          file('two\nlines', 'Modified', [1, 1]),
        ],
        notices: [EVIL],
        showDiffs: true,
        showLogs: true,
        logArgs: EVIL,
        log: `4f2a91c ${EVIL}\n`,
      }),
    );
    await row('photo').locator('.twistie').click();
    await opened.send(diff('photo\u202egpj.exe', `${DIFF}\n+${EVIL}`, EVIL));
    expect(await page.locator('img, script:not([nonce])').count()).toBe(0);
    expect(await page.evaluate(() => 'evil' in window)).toBe(false);
    expect(await names()).toContain('photo\\u202egpj.exe');
    expect(await names()).toContain('two\\nlines');
    expect(await page.evaluate(() => document.body.innerText.includes('\u202e'))).toBe(false);
    const unseen = await page.evaluate(() =>
      [...document.querySelectorAll('[title], [aria-label]')].some(element =>
        /[\u202e\t]/.test(`${element.getAttribute('title')}${element.getAttribute('aria-label')}`),
      ),
    );
    expect(unseen).toBe(false);
  });

  it('go back to the host as they came', async () => {
    const path = 'photo\u202egpj\n\t.exe';
    await opened.send(message({ files: [file(path)] }));
    await page.locator('.entry-file').click();
    expect(await posts()).toEqual([{ type: 'open-diff', path }]);
  });

  it('cannot make a link of the log say more than a commit', async () => {
    await opened.send(message({ files: [], showLogs: true, log: '4f2a91c x\n' }));
    await page
      .locator('a.link')
      .first()
      .evaluate(link => {
        link.setAttribute('data-value', '--output=/etc/passwd');
      });
    await page.locator('a.link').first().click();
    expect(await posts()).toEqual([]);
  });
});

describe('five thousand files', () => {
  it('scroll as fast as a hundred and fifty, and draw only what is in sight', async () => {
    const client = await page.context().newCDPSession(page);
    // The time the page's own thread worked: what else runs on the machine does not count.
    await client.send('Performance.enable', { timeDomain: 'threadTicks' });
    const worked = async () => {
      const { metrics } = await client.send('Performance.getMetrics');
      return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
    };
    /** What the middle one of thirty steps takes: one may have met the garbage collector. */
    const stepOf = async (count: number, topOf: (step: number) => number): Promise<number> => {
      await opened.send(status({ files: [...manyFiles(count)] }));
      const steps: number[] = [];
      for (let step = 0; step < 30; step += 1) {
        const before = await worked();
        await page.locator('.list').evaluate(async (list, top) => {
          list.scrollTop = top;
          await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
        }, topOf(step));
        steps.push((await worked()) - before);
      }
      return steps.toSorted((a, b) => a - b)[15] ?? Number.NaN;
    };
    // Either way all rows of a step are new.
    const few = await stepOf(150, step => (step % 2 === 0 ? 2000 : 0));
    const many = await stepOf(5000, step => 3300 * (step + 1));
    expect(await page.locator('.list').evaluate(list => list.scrollTop)).toBeGreaterThan(90_000);
    expect(await page.locator('.virtual-row').count()).toBeLessThan(80);
    expect(many).toBeLessThan(3 * few);
  });
});

it('reports a message that is none, and goes on', async () => {
  await opened.send({ type: 'status', files: 'many' }, message());
  expect(await posts()).toMatchObject([{ type: 'failed' }]);
  expect(await names()).toHaveLength(4);
});
