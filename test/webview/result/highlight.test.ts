import { expect, it } from 'vitest';
import { fromResultPage } from '../../../src/protocol/from-result-page.ts';
import type { OpenPage } from '../../gallery/browser.ts';
import { SAMPLES } from '../../gallery/outputs.ts';
import { useStage } from '../use-stage.ts';
import { numbered, openPanel } from './open.ts';

let opened: OpenPage;
const stage = useStage(() => opened, fromResultPage);
const filter = (text: string) => opened.page.locator('.tools vscode-text-field').locator('input').fill(text);
const marked = () =>
  opened.page.evaluate(() => [...(CSS.highlights.get('sluice-filter') ?? [])].map(range => String(range)));

it('what the filter finds is marked, across links and other pieces of a row', async () => {
  opened = await openPanel(stage, 'git log --oneline', 'a1b2c3d Fix the gate\nb1b2c3d Open the GATE gate\n');
  await filter('gate');
  await expect.poll(marked).toEqual(['gate', 'GATE', 'gate']);
  await filter('/3d (O|F)/');
  await expect.poll(marked).toEqual(['3dF', '3dO']);
  await filter('');
  await expect.poll(marked).toEqual([]);
});

it('rows that come in sight are marked too', async () => {
  opened = await openPanel(stage, 'git status', numbered(3000));
  await filter('output');
  await expect.poll(async () => (await marked()).length).toBeGreaterThan(10);
  await opened.page.locator('.rows').evaluate(rows => rows.scrollTo(0, 20_000));
  await expect
    .poll(() =>
      opened.page.evaluate(() => {
        const [first] = CSS.highlights.get('sluice-filter') ?? [];
        return Number(/\d+/.exec(first?.startContainer.nodeValue ?? '')?.[0]);
      }),
    )
    .toBeGreaterThan(500);
});

it('code in a patch has colours, and its signs', async () => {
  opened = await openPanel(stage, 'git diff', SAMPLES.diff.text);
  expect(await opened.page.locator('.token-keyword').first().textContent()).toBe('const');
  expect(await opened.page.locator('.diff.added .sign').first().textContent()).toBe('+');
  expect(await opened.page.locator('.diff.added .code').nth(1).textContent()).toBe(
    '  log("Gate", gate.name, "opens.");',
  );
});
