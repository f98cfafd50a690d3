import { describe, expect, test } from 'vitest';
import { barOf } from '../../../webview/render/bars/parse.ts';

describe('a line with numbers', () => {
  test.each([
    [' src/a.ts | 4 +++-', { path: 'src/a.ts', added: 3, removed: 1, numbers: '4 (+3 −1)' }],
    // The signs are scaled here, so what they say is not exact and is not printed.
    [' src/a.ts | 400 +++-', { added: 300, removed: 100, numbers: '400' }],
    [' x.bin | Bin 0 -> 4 bytes', { path: 'x.bin', total: 0, numbers: 'Bin 0 -> 4 bytes' }],
    [' src/{old => new}/a.ts | 0', { path: 'src/new/a.ts' }],
    [' src/{ => new}/a.ts | 0', { path: 'src/new/a.ts' }],
    [' a => b c | 2 +-', { path: 'b c' }],
    [' .../deep/a.ts | 2 +-', { path: null }],
    [' "t\\303\\251.txt" | 1 +', { path: 'té.txt' }],
    [' a | b | 1 +', { label: 'a | b', total: 1 }],
    ['3\t1\tsrc/a.ts', { path: 'src/a.ts', added: 3, removed: 1, numbers: '+3 −1' }],
    ['-\t-\tx.bin', { numbers: 'binary' }],
    [' 2 files changed, 5 insertions(+), 1 deletion(-)', { added: 5, removed: 1, total: 0 }],
    [' 1 file changed, 1 deletion(-)', { added: 0, removed: 1 }],
    ['    12\tAda <ada@example.com>', { label: 'Ada <ada@example.com>', total: 12, added: null }],
  ])('%s', (line, expected) => {
    expect(barOf(line)).toMatchObject(expected);
  });

  test.each(['', 'plain', '    message | with a bar', 'commit abc1234', ' | 3 +'])('%j is none', line => {
    expect(barOf(line)).toBeNull();
  });
});
