import { expect, it } from 'vitest';
import { impact } from '../../src/core/writes/impact/impact.ts';
import type { Question } from '../../src/core/writes/question.ts';
import { rowsOf } from '../../src/vscode/gate/question-rows.ts';
import { questionAbout } from '../support/question.ts';

const LONG = `git apply --cached -- /tmp/${'folder/'.repeat(12)}engine.ts.hunk-1.patch`;
const labelsOf = (question: Question) => {
  const progress = { impact: undefined, shape: null, step: 'choices', behind: false, copied: false } as const;
  return rowsOf(question, progress, text => text).rows.map(({ label }) => label);
};
const said = (given: Partial<Question>) =>
  labelsOf(questionAbout(LONG, { reason: 'applies a patch', ...given })).slice(0, 2);

it('of a long command the part that decides stands first where it says more than the command', () => {
  expect(said({ risk: 'destructive' })).toContain('$(warning) Applies a patch.');
  expect(said({ risk: 'remote' })).toContain('$(warning) Applies a patch.');
  expect(said({ programs: [{ starts: 'now', text: 'make' }] })).not.toContain('$(play) Run');
  expect(said({ risk: 'local' })).toContain('$(play) Run');
});

it.each(['palette', 'view'] as const)('who asked from the %s is not asked for a reason', origin => {
  const reason = '$(comment) Cancel with a reason…';
  expect(labelsOf(questionAbout('git branch one', { origin }))).not.toContain(reason);
  expect(labelsOf(questionAbout('git branch one', { origin: 'chat' }))).toContain(reason);
});

it.each([
  ['command', '$(play) Run', 'The command does not run.'],
  ['undo', '$(discard) Undo', 'Nothing is undone.'],
  ['write-files', '$(save) Write', 'Nothing is written.'],
] as const)('a question of the kind %s says what yes does and what no does', (kind, yes, no) => {
  const progress = { impact: undefined, shape: null, step: 'choices', behind: false, copied: false } as const;
  const { rows } = rowsOf(questionAbout('x', { kind }), progress, text => text);
  expect(rows.find(({ act }) => act === 'run')?.label).toBe(yes);
  expect(rows.find(({ act }) => act === 'cancel')?.description).toBe(no);
});

it('Enter shows what an agent wants to write before it can say yes to it', () => {
  const found = impact({ sentences: ['Writes 1 file.'] });
  const progress = { impact: found, shape: null, step: 'choices', behind: false, copied: false } as const;
  const focusOf = (given: Partial<Question>) => rowsOf(questionAbout('x', given), progress, text => text).focus;
  expect(focusOf({ kind: 'write-files', origin: 'mcp' })).toBe('preview');
  expect(focusOf({ kind: 'write-files', origin: 'view' })).toBe('run');
  expect(focusOf({ kind: 'command', origin: 'mcp' })).toBe('run');
  expect(focusOf({ kind: 'write-files', origin: 'mcp', note: 'Again.' })).toBe('cancel');
});
