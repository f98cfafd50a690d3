import { expect, it } from 'vitest';
import { classifyText } from '../../../src/core/command/tables.ts';
import { judgeLines, MOST_LINES, planLines } from '../../../src/vscode/plan-editor/plan-lines.ts';

const judged = (document: string) =>
  judgeLines(planLines(document), (program, text) => classifyText(program, text, { roots: ['/r'], cwd: '/r' }));

it('one command a line, without comments and empty lines, each with the line it stands on', () => {
  expect(planLines('# first\r\n\r\ngit status\r\n  log -3  \n#git push\ngh pr list')).toEqual([
    { line: 2, text: 'git status' },
    { line: 3, text: 'git log -3' },
    { line: 5, text: 'gh pr list' },
  ]);
});

it('each line has its verdict, or says what is wrong with it', () => {
  expect(judged('git status\ngit reset --hard\ngit log | sh\n')).toMatchObject([
    { line: 0, kind: 'command', verdict: { class: 'read-only' } },
    { line: 1, kind: 'command', verdict: { class: 'mutating', risk: 'destructive' } },
    { line: 2, kind: 'invalid', message: 'Shell operators are not allowed. Pass a single git command.' },
  ]);
});

it('the line after the last that a plan takes is named', () => {
  const kinds = judged('git status\n'.repeat(MOST_LINES + 1)).map(({ kind }) => kind);
  expect(kinds.indexOf('too-many')).toBe(MOST_LINES);
});
