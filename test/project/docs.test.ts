import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { programsOnReads } from './programs-on-reads.ts';

const project = new URL('../../', import.meta.url);
const text = (path: string) => readFileSync(new URL(path, project), 'utf8');

it('docs/programs-on-reads.md says what the runner does', async () => {
  // `npx vitest run test/project -u` writes it anew.
  await expect(programsOnReads()).toMatchFileSnapshot(new URL('docs/programs-on-reads.md', project).pathname);
});

it('the page on the command line shows the hook that is tested', () => {
  expect(text('docs/command-line.md')).toContain(text('examples/pre-tool-use-hook.mjs'));
});

describe('CONTRIBUTING', () => {
  const contributing = text('CONTRIBUTING.md');

  it('names paths that are there, or says that they are to come', () => {
    const cells = contributing.split(/\s\|\s|\n|;\s/);
    const paths = cells
      .filter(cell => !cell.includes('to come') && !cell.includes('<'))
      .flatMap(cell =>
        [...cell.matchAll(/`((?:src|webview|test|scripts|bench|docs)\/[\w./-]+)`/g)].map(([, path = '']) => path),
      );
    expect(paths.length).toBeGreaterThan(15);
    expect(paths.filter(path => !existsSync(new URL(path, project)))).toEqual([]);
  });

  it('draws the tree of src as it is', () => {
    const drawn = [...contributing.matchAll(/^ {2,6}([\w-]+)\/ {2,}/gm)].map(([, name]) => name);
    const folders = (path: string) =>
      readdirSync(new URL(path, project), { withFileTypes: true })
        .filter(entry => entry.isDirectory())
        .map(({ name }) => name);
    const there = [...folders('src'), ...folders('src/core'), 'commands', 'impact', 'journal'];
    expect([...drawn].sort()).toEqual([...there].sort());
  });
});
