import { expect, it } from 'vitest';
import { fromResultPage } from '../../../src/protocol/from-result-page.ts';
import type { OpenPage } from '../../gallery/browser.ts';
import { useStage } from '../use-stage.ts';
import { content, openPanel, postedOf } from './open.ts';

let opened: OpenPage;
const stage = useStage(() => opened, fromResultPage);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const svg = (inside: string) =>
  base64(
    `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">${inside}<rect width="40" height="20"/></svg>`,
  );
const width = () => opened.page.locator('.picture img').evaluate(image => (image as HTMLImageElement).naturalWidth);

it('a picture is shown, and goes with the output it belongs to', async () => {
  opened = await openPanel(stage, 'git show HEAD:a.svg', 'Binary output, 20 bytes.');
  await opened.send({ type: 'image', mime: 'image/svg+xml', data: svg('') });
  await expect.poll(width).toBe(40);
  await opened.send(content('Binary output, 21 bytes.'));
  expect(await opened.page.locator('.picture img').count()).toBe(0);
});

it('a drawing that holds a script is a picture and nothing else', async () => {
  opened = await openPanel(stage, 'git show HEAD:a.svg', 'Binary output, 20 bytes.');
  const script = '<script>parent.document.title = "ran"; document.title = "ran"</script>';
  await opened.send({ type: 'image', mime: 'image/svg+xml', data: svg(script) });
  await expect.poll(width).toBe(40);
  expect(await opened.page.title()).toBe('result');
});

it('what is no picture is no message', async () => {
  opened = await openPanel(stage, 'git show HEAD:a.svg', 'x');
  await opened.send(
    { type: 'image', mime: 'text/html', data: base64('<b>') },
    { type: 'image', mime: 'image/png', data: 'AA" onerror="x' },
  );
  expect(await postedOf(opened, 'failed')).toHaveLength(2);
  expect(await opened.page.locator('.picture img').count()).toBe(0);
});
