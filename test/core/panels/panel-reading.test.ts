import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCap } from '../../../src/core/git/cap.ts';
import { readPanel } from '../../../src/core/panels/panel-reading.ts';
import type { TextRequest } from '../../../src/core/panels/panel-text.ts';
import { temporaryFolder } from '../git/support.ts';
import { panelShowing, printed } from './fixture.ts';

const folder = temporaryFolder();
let files = 0;

/** A panel whose output is kept in memory only at both ends. */
function spilled(whole: string, limit = 4096) {
  const cap = createCap(limit);
  cap.push(Buffer.from(whole));
  const { text, gap } = cap.end('');
  const file = join(folder, `${++files}.txt`);
  writeFileSync(file, whole);
  const panel = panelShowing('git log', {
    ...printed(text),
    truncated: true,
    spill: { stdout: file },
    ...(gap && { gap }),
  });
  return { panel, file };
}

const lines = Array.from({ length: 20_000 }, (_, n) => `line ${n + 1}`);
const whole = `${lines.join('\n')}\n`;

const read = async (
  panel: ReturnType<typeof spilled>['panel'],
  asked: Omit<TextRequest, 'budget' | 'more'>,
  budget = 1500,
) => {
  const reading = await readPanel(panel, asked);
  const all = reading.text(budget).split('\n');
  const [from, to] = [
    all.findIndex(line => /^<\w{6} untrusted from /.test(line)),
    all.findIndex(line => /^<\/\w{6}>$/.test(line)),
  ];
  return {
    shown: all.slice(from + 1, to),
    notes: [...all.slice(1, Math.max(1, from)), ...all.slice(to + 1)],
    facts: reading.facts(budget),
  };
};

describe('an output of which the middle is in a file only', () => {
  it('has the size and the line numbers of the whole', async () => {
    const { panel } = spilled(whole);
    const { facts } = await read(panel, {});
    expect(facts).toMatchObject({ lines: 20_000, bytes: whole.length, cut: ['bytes', 'tokens'] });
    expect((await read(panel, { tail: 2 })).notes).toEqual(['[lines 19999-20000 of 20000]']);
    expect((await read(panel, { fromLine: 19_999 })).shown).toEqual(lines.slice(19_998));
  });

  it('is read on from the file, line after line', async () => {
    const { panel } = spilled(whole, 60_000);
    expect(await read(panel, { fromLine: 9000, count: 3 })).toMatchObject({
      shown: ['line 9000', 'line 9001', 'line 9002'],
      notes: ['[lines 9000-9002 of 20000]'],
    });
    const seen: string[] = [];
    let asked: Omit<TextRequest, 'budget'> = {};
    for (let calls = 0; calls < 100; calls++) {
      const { shown, facts } = await read(panel, asked, 20_000);
      seen.push(...shown);
      if (facts.next === undefined) break;
      asked = facts.next;
    }
    expect(seen).toEqual(lines);
  });

  it('shows both ends where they fit, and how to read what is between them', async () => {
    const { shown, facts } = await read(spilled(whole).panel, {}, 20_000);
    expect([shown[0], shown.at(-1)]).toEqual(['line 1', 'line 20000']);
    const [head, tail] = facts.shown;
    const [from, to] = [(head?.to ?? 0) + 1, (tail?.from ?? 0) - 1];
    expect(shown).toContain(`… lines ${from}-${to} left out …`);
    expect(facts.next).toEqual({ id: 'P8', fromLine: from, count: to - from + 1 });
  });

  it('has its true numbers where the cut went through a line', async () => {
    const long = [`begin ${'x'.repeat(3000)}`, ...lines.slice(0, 300), `end ${'y'.repeat(3000)}`, 'last'];
    const { panel } = spilled(long.join('\n'));
    const { facts, shown } = await read(panel, { fromLine: 2, count: 2 }, 20_000);
    expect([facts.lines, shown]).toEqual([303, ['line 1', 'line 2']]);
    expect((await read(panel, { fromLine: 302 }, 20_000)).shown).toEqual(long.slice(301));
    expect((await read(panel, { tail: 1 })).shown).toEqual(['last']);
  });

  it('is filtered as a whole', async () => {
    const { panel } = spilled(whole);
    expect(await read(panel, { filter: '/^line 1234.$/' }, 4000)).toMatchObject({
      shown: lines.slice(12_339, 12_349),
      notes: ['[10 of 20000 lines match; lines 12340-12349]'],
    });
    const { notes } = await read(panel, { filter: 'line' });
    expect(notes[0]).toMatch(/^\[at least \d+ of 20000 lines match; .*"fromLine":\d+,"filter":"line"\}\]$/);
    expect((await read(panel, { filter: 'line', fromLine: 15_000 })).shown.slice(0, 2)).toEqual([
      'line 15000',
      'line 15001',
    ]);
  });

  it('says so when the file is gone, and what to do', async () => {
    const { panel, file } = spilled(whole);
    rmSync(file);
    const { notes } = await read(panel, { fromLine: 9000, count: 3 });
    expect(notes).toContain('[the lines in the middle are not kept any more: run the command again]');
  });
});

describe('an output that is in memory', () => {
  it('is read without a file', async () => {
    const { shown } = await read(panelShowing('git log', printed('one\ntwo\n')), { fromLine: 2 });
    expect(shown).toEqual(['two']);
  });
});
