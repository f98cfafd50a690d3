import { describe, expect, it } from 'vitest';
import { fromResultPage } from '../../../src/protocol/from-result-page.ts';
import type { OpenPage } from '../../gallery/browser.ts';
import { pullFacts, SAMPLES } from '../../gallery/outputs.ts';
import { useStage } from '../use-stage.ts';
import { content, openPanel, panel, postedOf, rowsInSight } from './open.ts';

let opened: OpenPage;
const stage = useStage(() => opened, fromResultPage);

const logLine = (step: string, text: string) => `build\t${step}\t2024-06-03T07:14:07.1234567Z ${text}`;
const LOG = [
  logLine('Set up', 'Runner 2.300'),
  logLine('Test', '##[group]make test'),
  logLine('Test', 'inside the group'),
  logLine('Test', '##[endgroup]'),
  logLine('Test', '\u001b[31m✗ empty\u001b[0m \u001b[8mnot hidden\u001b[0m \u001b]8;;https://evil.example\u0007x'),
  logLine('Test', '##[error]Exit 1.'),
].join('\n');
const VIEW = (body: string) =>
  `title:\tFix\nstate:\tOPEN\nauthor:\tada\nnumber:\t4\nadditions:\t1\ndeletions:\t2\n--\n${body}`;
const row = (text: string) => opened.page.locator('.virtual-row', { hasText: text });
const expanded = (text: string) => row(text).first().getAttribute('aria-expanded');
const act = (action: string) => opened.send({ type: 'act', action });

describe('the log of a run', () => {
  it('has what failed open and the rest folded, and keeps what a person opened over a refresh', async () => {
    opened = await openPanel(stage, 'gh run view 7 --log', LOG);
    expect([await expanded('Set up'), await expanded('Test1 error'), await expanded('make test')]).toEqual([
      ...['false', 'true', 'false'],
    ]);
    await row('make test').click();
    await row('Set up').click();
    await expect.poll(() => rowsInSight(opened)).toContainEqual(expect.stringContaining('inside the group'));
    await opened.send(content(`${LOG}\n${logLine('Done', 'Cleaning up')}`));
    await expect.poll(() => expanded('Done')).toBe('false');
    expect([await expanded('Set up'), await expanded('make test')]).toEqual(['true', 'true']);
  });

  it('folds and unfolds all of it, and a filter looks into what is folded', async () => {
    opened = await openPanel(stage, 'gh run view 7 --log', LOG);
    await act('unfold-all');
    await expect.poll(() => rowsInSight(opened)).toHaveLength(8);
    await act('fold-all');
    await expect.poll(() => rowsInSight(opened)).toHaveLength(1);
    await opened.page.locator('.tools input').first().fill('inside');
    await expect.poll(() => rowsInSight(opened)).toContainEqual(expect.stringContaining('inside the group'));
  });

  it('shows colours as colours, never as text, and hides nothing', async () => {
    opened = await openPanel(stage, 'gh run view 7 --log', LOG);
    const line = row('✗ empty');
    expect(await line.locator('.ansi-red').textContent()).toBe('✗ empty');
    const text = await line.locator('.code').innerText();
    expect(text).toContain('not hidden');
    expect(text).not.toContain('[31m');
    // Other sequences stay, spelled out: an address in one is neither followed nor kept from sight.
    expect(text).toContain('\\x1b]8;;https://evil.example');
    expect(await line.locator('.code').evaluate(code => getComputedStyle(code).visibility)).toBe('visible');
  });

  it('of 50,000 lines draws no more than a screen needs', async () => {
    const lines = Array.from({ length: 50_000 }, (_, i) =>
      logLine('Test', i === 9 ? '##[error]No' : `gate ${i} opens`),
    );
    opened = await openPanel(stage, 'gh run view 7 --log', lines.join('\n'));
    const count = () => opened.page.locator('.rows').getAttribute('aria-rowcount');
    await expect.poll(count, { timeout: 20_000 }).toBe('50002');
    expect(await opened.page.locator('.virtual-row').count()).toBeLessThan(100);
  });
});

describe('a pull request', () => {
  it('has its checks and conflicts once the host told them, and does without when it cannot', async () => {
    opened = await openPanel(stage, 'gh pr view 4', VIEW('text'));
    const glance = opened.page.locator('.glance');
    expect(await glance.innerText()).toBe('');
    await opened.send(pullFacts({ mergeable: 'conflicts', byOutsider: true }));
    await expect.poll(() => glance.innerText()).toContain('Conflicts with the base branch');
    expect(await glance.innerText()).toContain('2 failed: build (ubuntu-latest, 20), deploy/preview');
    expect(await glance.innerText()).toContain('may not push');
    await opened.send({ type: 'pull', facts: null });
    await expect.poll(() => glance.innerText()).toBe('');
  });

  it('that is merged waits for no review and has no conflicts', async () => {
    opened = await openPanel(stage, 'gh pr view 4', VIEW('text').replace('OPEN', 'MERGED'));
    await opened.send(pullFacts({ mergeable: 'unknown' }));
    const glance = opened.page.locator('.glance');
    await expect.poll(() => glance.innerText()).toContain('12 passed');
    expect(await glance.innerText()).not.toMatch(/conflicts|Changes requested/);
  });

  it('loses what was told of it when its tab is used for another', async () => {
    opened = await openPanel(stage, 'gh pr view 4', VIEW('text'));
    await opened.send(pullFacts());
    await expect.poll(() => opened.page.locator('.glance').innerText()).toContain('failed');
    await opened.send(panel('gh pr view 5', { id: 'P9', uid: 'u-2' }), content(VIEW('other')));
    await expect.poll(() => opened.page.locator('.glance').innerText()).toBe('');
  });

  it('is data: no markup, no picture from anywhere, no link but to the web, and each says where it leads', async () => {
    const body = [
      '<img src=https://evil.example/x.png onerror=alert(1)> <b>bold</b>',
      '![seen](https://evil.example/pixel.png)',
      '[github.com](https://evil.example/login) [x](javascript:alert(1)) [y](command:workbench.action.quit) [z](file:///etc/passwd)',
      'https://github.com@evil.example/ and mail [me](mailto:a@b.example)',
      'turned \u202egnp.exe',
    ].join('\n\n');
    opened = await openPanel(stage, 'gh pr view 4', VIEW(body));
    await expect.poll(() => row('turned').count()).toBe(1);
    expect(await opened.page.locator('.rows img, .rows b, .rows iframe, .rows script').count()).toBe(0);
    const links = await opened.page
      .locator('.markdown a')
      .evaluateAll(all => all.map(a => [a.getAttribute('data-kind'), a.getAttribute('data-value')]));
    expect(links.filter(([kind]) => kind === 'url').map(([, value]) => value)).toEqual([
      'https://evil.example/pixel.png',
      'https://evil.example/login',
      'https://github.com@evil.example/',
    ]);
    const text = (await opened.page.locator('.markdown').allInnerTexts()).join('\n');
    expect(text).toContain('github.com (evil.example)');
    expect(text).toContain('https://github.com@evil.example/ (evil.example)');
    expect(text).toContain('turned \\u202egnp.exe');
  });

  it('has links to people, issues, repositories and commits, which say what they want', async () => {
    opened = await openPanel(stage, 'gh pr view 4', VIEW('@ada see #12, octo/demo#3 and abc1234. Not ada@b.example.'));
    for (const name of ['@ada', '#12', 'octo/demo#3', 'abc1234'])
      await opened.page.locator('.markdown a', { hasText: name }).first().click();
    expect(await postedOf(opened, 'link')).toEqual([
      { type: 'link', kind: 'user', value: 'ada' },
      { type: 'link', kind: 'issue', value: '12' },
      { type: 'link', kind: 'issue', value: 'octo/demo#3' },
      { type: 'link', kind: 'commit', value: 'abc1234' },
    ]);
  });
});

describe('lists and checks', () => {
  it('have states as icon and word, times as how long ago, and numbers as links', async () => {
    opened = await openPanel(stage, 'gh pr list', '4\tFix\tfix\tDRAFT\t2024-01-01T00:00:00Z\n');
    expect(await opened.page.locator('.state-mark').innerText()).toBe('Draft');
    expect(await opened.page.locator('.state-mark .codicon').count()).toBe(1);
    expect(await opened.page.locator('time').getAttribute('title')).toBe('2024-01-01T00:00:00Z');
    expect(await opened.page.locator('time').innerText()).toMatch(/ ago$/);
    await opened.page.locator('a', { hasText: '#4' }).click();
    expect(await postedOf(opened, 'link')).toEqual([{ type: 'link', kind: 'issue', value: '4' }]);
  });

  it('of checks fold by outcome and lead to what ran', async () => {
    opened = await openPanel(stage, SAMPLES.checks.command, SAMPLES.checks.text);
    await opened.page.locator('.row.head', { hasText: 'Passed' }).click();
    await expect.poll(() => row('coverage').count()).toBe(0);
    await opened.page.locator('a', { hasText: 'build' }).click();
    expect(await postedOf(opened, 'link')).toEqual([
      { type: 'link', kind: 'url', value: 'https://example.org/ada/sluice/actions/runs/1027/job/1029' },
    ]);
  });

  it('with a colour that is no colour show it as text', async () => {
    opened = await openPanel(stage, 'gh label list', 'a\tb\t#d73a4a\nc\td\turl(https://evil.example)\n');
    await expect.poll(() => opened.page.locator('.swatch').count()).toBe(1);
  });
});
