import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const text = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

it('the page on the interface tells of every function, and shows the example', () => {
  const [, body = ''] = /export interface SluiceApi \{([\s\S]*?)\n\}/.exec(text('examples/sluice.d.ts')) ?? [];
  const names = [...body.matchAll(/^ {2}(\w+)\(/gm)].map(([, name = '']) => name);
  const page = text('docs/extension-api.md');
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter(name => !page.includes(`\`${name}(`))).toEqual([]);
  expect(page).toContain(text('examples/no-push-on-fridays/extension.js'));
});
