import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { programsOnReads } from './programs-on-reads.ts';

const project = new URL('../../', import.meta.url);
const text = (path: string) => readFileSync(new URL(path, project), 'utf8');

it('docs/programs-on-reads.md says what the runner does', async () => {
  // `npx vitest run test/project -u` writes it anew.
  await expect(programsOnReads()).toMatchFileSnapshot(new URL('docs/programs-on-reads.md', project).pathname);
});

it('the README shows the hook that is tested', () => {
  expect(text('README.md')).toContain(text('examples/pre-tool-use-hook.mjs'));
});
