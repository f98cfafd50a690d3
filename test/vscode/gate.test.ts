import { describe, expect, it } from 'vitest';
import { impact, listed, unknownImpact } from '../../src/core/writes/impact/impact.ts';
import { impactSections, impactText, sentencesOf } from '../../src/vscode/gate/impact-sections.ts';
import { createTurns } from '../../src/vscode/gate/turns.ts';
import { textOf } from '../../src/vscode/gate/waiting-item.ts';

describe('8.1 what a command would do, as it is shown', () => {
  const grave = impact({
    sentences: ['3 files would be lost.'],
    lost: listed(['a', 'b', 'c']),
    unreachable: { items: [{ oid: '0123456789abcdef', subject: 'Only here' }], total: 9 },
    remote: [{ remote: 'origin', ref: 'refs/heads/main', from: 'a'.repeat(40), to: null, forced: false }],
  });

  it('lists the gravest first and says how many are left out', () => {
    const sections = impactSections(grave, 2);
    expect(sections.map(({ title, more }) => `${title} ${more}`)).toEqual([
      'Files whose changes would be lost (3) 1',
      'Commits that no branch or tag would reach (9) 8',
      'On the remote (1) 0',
    ]);
  });

  it('a folder stands for all files in it, which are not left out then', () => {
    const found = impact({ lost: { items: ['out/', 'thesis.md'], total: 300_001, inFolders: 299_999 } });
    expect(impactSections(found, 5).map(({ title, more }) => `${title} ${more}`)).toEqual([
      'Files whose changes would be lost (300001) 0',
    ]);
  });

  it('a rename is one line', () => {
    const files = { items: ['a.txt', 'b.txt', 'run.sh'], total: 2 };
    const [section] = impactSections(impact({ files, renames: [{ from: 'a.txt', to: 'b.txt' }] }));
    expect(section).toEqual({
      title: 'Files (2)',
      lines: [
        { name: 'a.txt → b.txt', about: '' },
        { name: 'run.sh', about: '' },
      ],
      more: 0,
    });
  });

  it('names files that are lost once', () => {
    const titles = (files: string[]) =>
      impactSections(impact({ lost: listed(['a']), files: listed(files) })).map(({ title }) => title);
    expect(titles(['a'])).toEqual(['Files whose changes would be lost (1)']);
    expect(titles(['a', 'b'])).toEqual(['Files whose changes would be lost (1)', 'Files (2)']);
  });

  it('says at which address a remote is: a name may lead anywhere', () => {
    const [section] = impactSections(impact({ addresses: ['https://evil.example/x.git'] }));
    expect(section).toEqual({
      title: 'At this address',
      lines: [{ name: 'https://evil.example/x.git', about: '' }],
      more: 0,
    });
  });

  it('has it all in the document', () => {
    const text = impactText(['git reset --hard'], grave);
    for (const words of ['git reset --hard\n', '  c\n', '01234567  Only here', '… and 8 more', 'deleted'])
      expect(text).toContain(words);
  });

  it('says once why something is not known', () => {
    expect(sentencesOf(unknownImpact('Not known.'))).toEqual(['Not known.']);
    expect(sentencesOf(impact({ sentences: ['One.'], unknown: 'Not all.' }))).toEqual(['One.', 'Not all.']);
  });
});

describe('8.1 one question at a time', () => {
  it('asks in order and tells what waits', async () => {
    const seen: string[] = [];
    const turns = createTurns(waiting => seen.push(waiting.join()));
    const answers: ((value: string) => void)[] = [];
    const ask = () => new Promise<string>(resolve => answers.push(resolve));
    const first = turns.take('first', 'no', undefined, ask);
    const second = turns.take('second', 'no', undefined, ask);
    await Promise.resolve();
    expect(answers.length).toBe(1);
    answers[0]?.('yes');
    expect(await first).toBe('yes');
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.('yes');
    expect(await second).toBe('yes');
    expect(seen).toEqual(['first', 'first,second', 'second', '']);
  });

  it('an abort is a no at once, also for one that is not asked yet, and the next has its turn', async () => {
    const turns = createTurns(() => {});
    const abort = new AbortController();
    let answer = (_: string) => {};
    const first = turns.take('first', 'no', undefined, () => new Promise<string>(resolve => (answer = resolve)));
    const second = turns.take('second', 'no', abort.signal, async () => 'yes');
    const third = turns.take('third', 'no', undefined, async () => 'yes');
    abort.abort();
    expect(await second).toBe('no');
    answer('yes');
    expect([await first, await third]).toEqual(['yes', 'yes']);
  });
});

it('the status bar says how many questions wait, and which comes next', () => {
  expect(textOf(['git branch a'])).toBe('Sluice: 1 waiting');
  expect(textOf(['git branch a', 'git push $(x)'])).toBe('Sluice: 2 waiting, next git push \\$(x)');
  expect(textOf(['git branch a', `git tag ${'x'.repeat(60)}`, 'git tag z'])).toMatch(
    /^Sluice: 3 waiting, next git tag x{31}…$/,
  );
});
