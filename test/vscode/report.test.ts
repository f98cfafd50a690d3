import { beforeEach, expect, it, vi } from 'vitest';

const shown: { readonly message: string; readonly buttons: readonly string[] }[] = [];
const show = async (message: string, ...buttons: { readonly title: string }[]) =>
  void shown.push({ message, buttons: buttons.map(({ title }) => title) });
vi.mock('vscode', async original => ({
  ...(await original<object>()),
  window: { showInformationMessage: show, showErrorMessage: show },
}));
const { report } = await import('../../src/vscode/report.ts');

beforeEach(() => {
  shown.length = 0;
});
const say = (result: object) =>
  report(
    {
      kind: 'ran',
      command: { canonical: 'git commit -m x', subcommand: 'commit' },
      entry: { id: '1' },
      result,
    } as never,
    {
      outputs: {} as never,
      forDisplay: text => text,
      undo: async () => {},
    },
  );

it('a command that went well says the first line it printed, and has the rest behind a button', () => {
  say({ ok: true, stdout: '[main 629c0b9] Describe the engine\n 4 files changed, 6 insertions(+)\n', stderr: '' });
  expect(shown).toEqual([
    { message: 'Ran git commit -m x. [main 629c0b9] Describe the engine', buttons: ['Undo', 'Show Output'] },
  ]);
});

it('one that printed a line or none has no such button', () => {
  say({ ok: true, stdout: 'Saved.\n', stderr: '' });
  say({ ok: true, stdout: '', stderr: '' });
  expect(shown).toEqual([
    { message: 'Ran git commit -m x. Saved.', buttons: ['Undo'] },
    { message: 'Ran git commit -m x.', buttons: ['Undo'] },
  ]);
});

it('one that failed says more of why', () => {
  say({ ok: false, stdout: '', stderr: '', failure: { message: 'fatal: one\nhint: two' } });
  expect(shown).toEqual([
    { message: 'git commit -m x failed. fatal: one\nhint: two', buttons: ['Undo', 'Show Output'] },
  ]);
});
