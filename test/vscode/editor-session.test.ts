import { beforeEach, expect, it, vi } from 'vitest';

const accounts = [
  { id: '1', label: 'Mona' },
  { id: '2', label: 'mona-work' },
];
/** What the editor answers with, and what it was asked. */
const editor = { gives: undefined as (typeof accounts)[number] | undefined };
const asked: unknown[] = [];

vi.mock('vscode', async original => ({
  ...(await original<object>()),
  authentication: {
    getAccounts: async () => accounts,
    async getSession(_provider: string, _scopes: unknown, options: { account?: (typeof accounts)[number] }) {
      asked.push(options);
      const account = editor.gives ?? options.account ?? accounts[0];
      return { accessToken: `token of ${account?.label}`, account };
    },
  },
}));

const { tokenOfSession } = await import('../../src/vscode/github/editor-session.ts');

beforeEach(() => {
  asked.length = 0;
  editor.gives = undefined;
});

it('without an account is the one that the editor prefers, without a question', async () => {
  expect(await tokenOfSession(undefined)).toBe('token of Mona');
  expect(asked).toEqual([{ silent: true }]);
});

it('is asked for an account by its name, whatever the case', async () => {
  expect(await tokenOfSession('Mona-Work')).toBe('token of mona-work');
  expect(asked).toEqual([{ silent: true, account: accounts[1] }]);
});

it('of an account that is not signed in is none, and the session of another is not taken', async () => {
  expect(await tokenOfSession('hubot')).toBeUndefined();
  expect(asked).toEqual([]);
  editor.gives = accounts[0];
  expect(await tokenOfSession('mona-work')).toBeUndefined();
});
