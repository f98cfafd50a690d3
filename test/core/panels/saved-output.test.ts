import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCap } from '../../../src/core/git/cap.ts';
import { commitsInGap, searchOutput } from '../../../src/core/panels/saved-output.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-saved-output-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const save = (text: string) => {
  const path = join(folder, 'output.txt');
  writeFileSync(path, text);
  return path;
};
const numbered = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}\n`).join('');

describe('a search of the whole output', () => {
  it('finds lines by text in any case and by pattern, with their numbers', async () => {
    const file = save(`${numbered(300_000)}The LAST one`);
    expect((await searchOutput(file, 'line 299999')).hits).toEqual([{ line: 299_999, text: 'line 299999' }]);
    expect((await searchOutput(file, '/^line 1500(0|1)$/')).hits.map(({ line }) => line)).toEqual([15_000, 15_001]);
    expect((await searchOutput(file, 'the last')).hits).toEqual([{ line: 300_001, text: 'The LAST one' }]);
  });

  it('counts lines as an editor does: a lone carriage return or a line separator ends none', async () => {
    expect((await searchOutput(save('a\rb\u2028c\nd\n'), 'd')).hits).toEqual([{ line: 2, text: 'd' }]);
  });

  it('stops after 1,000 hits and says so', async () => {
    const { hits, more } = await searchOutput(save(numbered(5000)), 'line');
    expect([hits.length, more]).toEqual([1000, true]);
    expect(await searchOutput(save(numbered(1000)), 'line')).toMatchObject({ more: false });
  });

  it('gives up on a pattern that would take for ever or is none', async () => {
    const file = save(`${'a'.repeat(40)}!\n`);
    expect((await searchOutput(file, '/(a+)+$/')).problem).toMatch(/too long/);
    expect((await searchOutput(file, '/(/')).problem).toMatch(/Use plain text/);
  });

  it('cuts what it gives back of a line of megabytes', async () => {
    const { hits } = await searchOutput(save(`find me ${'x'.repeat(3_000_000)}\nfind me too\n`), 'find me');
    expect(hits.map(({ line, text }) => [line, text.length])).toEqual([
      [1, 2000],
      [2, 11],
    ]);
  });
});

describe('the commits in a gap', () => {
  const id = (i: number) => (0xabc0000 + i).toString(16);
  const cut = (text: string) => {
    const cap = createCap(4096);
    cap.push(Buffer.from(text));
    return cap.end('');
  };
  const shown = (text: string) => text.match(/abc[0-9a-f]{4}/g)?.length ?? 0;

  it.each([
    ['one-line logs', (i: number) => `${id(i)} Open the gate\n`],
    ['graphs', (i: number) => `${i % 3 ? '* ' : '| * '}${id(i)} Open the gate\n${i % 5 ? '' : '|\\ \n'}`],
    ['the default format', (i: number) => `commit ${id(i).padEnd(40, '0')}\nAuthor: Ada\n\n    feed the level\n\n`],
  ])('are counted in %s', async (_, commit) => {
    const whole = Array.from({ length: 1000 }, (_, i) => commit(i)).join('');
    const { text, gap } = cut(whole);
    if (gap === undefined) throw new Error('nothing was cut');
    expect(await commitsInGap(save(whole), gap)).toBe(1000 - shown(text));
    const lines = text.split('\n');
    expect(lines[gap.at]).toMatch(/bytes elided/);
    expect(gap.lines + lines.length - 2).toBe(whole.split('\n').length - 1);
  });
});
