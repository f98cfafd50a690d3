import { describe, expect, it } from 'vitest';
import type { CountedFile } from '../../../../src/core/repository/status/numstat.ts';
import { statusText } from '../../../../src/core/repository/status/status-text.ts';
import { statusDescription, statusTitle } from '../../../../src/core/repository/status/status-title.ts';

const main = {
  branch: 'main',
  oid: 'abcdef0123456789',
  diffBase: null,
  files: [],
  untrackedOmitted: 0,
  notices: [],
};
const detached = { ...main, branch: null };
const diff = (text: string) => ({ text, notice: null });
const file = (path: string, type: CountedFile['type'], added: number | null, removed: number | null): CountedFile => ({
  path,
  type,
  added,
  removed,
  net: added === null || removed === null ? null : added - removed,
  originalPath: null,
  staged: '.',
  unstaged: '.',
  submodule: null,
});

describe('statusDescription', () => {
  it('names the branch and the base', () => {
    expect(statusDescription(main)).toBe('main');
    expect(statusDescription({ ...main, diffBase: 'HEAD~5' })).toBe('main [vs HEAD~5]');
    expect(statusDescription(detached)).toBe('detached at abcdef0');
  });
});

describe('statusTitle', () => {
  it('is that of the specification, and the first line of the text for a model', () => {
    expect(statusTitle(main)).toBe('Git (main)');
    expect(statusTitle({ ...main, diffBase: 'HEAD~5' })).toBe('Git (main) [vs HEAD~5]');
    expect(statusTitle(detached)).toBe('Git (detached at abcdef0)');
    expect(statusText({ ...main, diffBase: 'HEAD~5' })).toMatch(/^# Git \(main\) \[vs HEAD~5\]\n\nBranch: main /);
  });
});

describe('statusText', () => {
  it('has branch, table, diffs and log, in this order', () => {
    const files = [
      file('a.txt', 'Modified', 5, 2),
      file('b.txt', 'Added', 1, 0),
      file('c.txt', 'Untracked', null, null),
      file('d.txt', 'Deleted', 0, 4),
      { ...file('e.txt', 'Renamed', 0, 0), originalPath: 'old.txt' },
      file('f.txt', 'Conflicted', 2, 2),
    ];
    const text = statusText({ ...main, files, diffBase: 'HEAD~3' }, { diffs: diff('-a\n+b\n'), log: 'abc first\n' });
    expect(text).toBe(`# Git (main) [vs HEAD~3]

Branch: main (comparing against HEAD~3)

| File | Type | + | - | Net |
|---|---|---|---|---|
| a.txt | Modified | 5 | 2 | +3 |
| b.txt | Added | 1 | 0 | +1 |
| c.txt | Untracked | - | - | - |
| d.txt | Deleted | 0 | 4 | -4 |
| old.txt -> e.txt | Renamed | 0 | 0 | 0 |
| f.txt | Conflicted | 2 | 2 | 0 |

Diffs:

\`\`\`diff
-a
+b
\`\`\`

Log:

\`\`\`
abc first
\`\`\``);
  });

  it('is short when there is nothing to say', () => {
    expect(statusText(main, { diffs: diff(''), log: '' })).toBe('# Git (main)\n\nBranch: main\n\nNo changes.');
    expect(statusText(detached)).toMatch(/^Branch: detached at abcdef0\n/m);
  });

  it('passes a notice on', () => {
    const status = { ...main, notices: ['1 record could not be read.'] };
    expect(statusText(status)).toBe('# Git (main)\n\nBranch: main\n\nNo changes.\n\n1 record could not be read.');
  });

  it('keeps every name in its cell', () => {
    const name = 'a|b\nc\\d\r\t\u001b\u2028';
    expect(statusText({ ...main, files: [file(name, 'Added', 1, 0)] })).toContain(
      '\n| a\\|b\\nc\\\\d\\r\\t\\u001b\\u2028 | Added | 1 | 0 | +1 |',
    );
  });

  it('lets no diff end its own fence', () => {
    const text = statusText(main, { diffs: diff('+````\n+out\n') });
    expect(text).toContain('`````diff\n+````\n+out\n`````');
  });
});
