import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { TokenFacts } from '../../src/core/github/tokens/token.ts';

const TOKEN = 'ghp_pastedPastedPastedPastedPastedPas9876';

/** What the person answers, and what they were shown. */
const person = { typed: undefined as string | undefined, picks: [] as (string | undefined)[] };
const shown: { kind: string; text: string }[] = [];
const lists: { label: string; description?: string; detail?: string }[][] = [];
const inputs: { password?: boolean; validateInput?: (text: string) => unknown }[] = [];
const ran: unknown[] = [];
const settings: Record<string, unknown> = {};
const item = { text: '', tooltip: '', command: '', visible: false, backgroundColor: undefined as unknown };

const message =
  (kind: string) =>
  async (text: string, ...buttons: { title: string }[]) => {
    shown.push({ kind, text });
    const pick = person.picks.shift();
    return buttons.find(({ title }) => title === pick);
  };

vi.mock('vscode', async original => ({
  ...(await original<object>()),
  ProgressLocation: { Notification: 15 },
  authentication: { getSession: async (...words: unknown[]) => void ran.push(words) },
  commands: { executeCommand: async (...words: unknown[]) => void ran.push(words) },
  workspace: {
    getConfiguration: () => ({
      get: (name: string) => settings[name],
      inspect: (name: string) => ({ defaultValue: settings[name] }),
    }),
    onDidChangeConfiguration: () => ({ dispose() {} }),
  },
  window: {
    showInputBox: async (options: (typeof inputs)[number]) => {
      inputs.push(options);
      return person.typed;
    },
    showQuickPick: async (rows: (string | { label: string })[]) => {
      lists.push(rows.map(row => (typeof row === 'string' ? { label: row } : row)));
      const pick = person.picks.shift();
      return rows.find(row => (typeof row === 'string' ? row : row.label).endsWith(pick ?? '\0'));
    },
    showInformationMessage: message('info'),
    showErrorMessage: message('error'),
    withProgress: async (_: unknown, work: (...words: unknown[]) => unknown) =>
      work({}, { onCancellationRequested: () => {} }),
    createStatusBarItem: () =>
      Object.assign(item, {
        show: () => Object.assign(item, { visible: true }),
        hide: () => Object.assign(item, { visible: false }),
        dispose() {},
      }),
  },
}));

const { setGitHubToken, clearGitHubToken, showGitHubTokens } = await import(
  '../../src/vscode/github/token-commands.ts'
);
const { createTokenStatus } = await import('../../src/vscode/github/token-status.ts');
const { report } = await import('../../src/vscode/report.ts');

const facts = (given: Partial<TokenFacts>): TokenFacts => ({
  ...{ host: 'github.com', source: 'secret-storage', kind: 'classic', last4: '9876', state: 'accepted' },
  ...given,
});

/** A GitHub with these tokens, that takes or refuses a new one. */
function newCore(known: TokenFacts[], { hosts = ['github.com'], takes = true } = {}) {
  const given: string[][] = [];
  const listeners = new Set<() => void>();
  const tokens = {
    async byAccount(host: string) {
      const accounts = new Set([undefined, ...known.flatMap(each => each.account ?? [])]);
      return [...accounts].map(account => ({
        ...{ host, account },
        facts: known.filter(each => each.host === host && each.account === account),
      }));
    },
    tryAgain: () => void ran.push('try again'),
  };
  const github = async () => ({
    tokens,
    hosts: { all: () => hosts },
    async setToken(host: string, token: string) {
      given.push([host, token]);
      return takes
        ? { ok: true, login: 'monalisa', facts: facts({ host }) }
        : { ok: false, failure: { code: 'bad-token', message: 'GitHub does not accept it.' } };
    },
    async clearToken(host: string, account?: string) {
      given.push([host, ...(account ? [account] : [])]);
      known.splice(
        known.findIndex(each => each.host === host && each.account === account && each.source === 'secret-storage'),
        1,
      );
    },
  });
  const core = {
    github,
    forDisplay: (text: string) => text,
    gitHubTokens: {
      listen(listener: () => void) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    reportErrorIn: () => (error: unknown) => {
      throw error;
    },
  };
  return { core: core as never, given, emit: () => listeners.forEach(listener => void listener()) };
}

beforeEach(() => {
  Object.assign(person, { typed: undefined, picks: [] });
  for (const list of [shown, lists, inputs, ran]) list.length = 0;
  Object.assign(settings, { 'github.useEditorSession': false, 'github.statusBar': 'attention' });
  Object.assign(item, { text: '', visible: false });
});

describe('Set GitHub Token…', () => {
  it('takes it hidden, and says what it is and whose', async () => {
    const { core, given } = newCore([]);
    person.typed = ` ${TOKEN} `;
    await setGitHubToken(core);
    expect(inputs[0]?.password).toBe(true);
    expect(['', TOKEN].map(text => inputs[0]?.validateInput?.(text))).toEqual([undefined, undefined]);
    expect(inputs[0]?.validateInput?.('two words')).toMatch(/one word/);
    expect(given).toEqual([['github.com', TOKEN]]);
    expect(shown).toEqual([{ kind: 'info', text: 'Set the classic token …9876 of monalisa for github.com.' }]);
  });

  it('asks for which host where there are several, and again when GitHub does not take it', async () => {
    const { core, given } = newCore([], { hosts: ['github.com', 'ghe.example'], takes: false });
    person.typed = TOKEN;
    person.picks = ['ghe.example', 'Try Another Token', undefined];
    await setGitHubToken(core);
    expect(given).toEqual([['ghe.example', TOKEN]]);
    expect(shown).toEqual([{ kind: 'error', text: 'GitHub does not accept it.' }]);
  });

  it('is offered by a gh command that has none', async () => {
    person.picks = ['Set GitHub Token…'];
    const refused = {
      kind: 'refused',
      message: 'GitHub token not configured.\n\nSet it…',
      github: 'no-token',
    } as const;
    report(refused, { outputs: {} as never, forDisplay: text => text, undo: async () => {} });
    await vi.waitFor(() => expect(ran).toEqual([['sluice.setGitHubToken']]));
    expect(shown[0]?.text).toMatch(/^GitHub token not configured\. .*\.env.*environment/);
  });
});

it('Clear GitHub Token clears what was set here and says what is used in its place', async () => {
  const { core, given } = newCore([facts({}), facts({ source: 'environment' })]);
  await clearGitHubToken(core);
  expect(given).toEqual([['github.com']]);
  await clearGitHubToken(core);
  expect(shown.map(({ text }) => text)).toEqual([
    'Cleared the token for github.com. Sluice now uses another: Environment of the editor.',
    'No token is set in the editor, so there is nothing to clear.',
  ]);
});

describe('Show GitHub Tokens', () => {
  it('shows every source with its state and what to do', async () => {
    settings['github.useEditorSession'] = true;
    const { core } = newCore([
      facts({ state: 'rejected' }),
      facts({ source: 'dotenv', kind: 'fine-grained', last4: '1111', state: 'pending' }),
      facts({ source: 'environment', state: 'untried' }),
    ]);
    person.picks = ['Try Rejected Tokens Again'];
    await showGitHubTokens(core);
    expect(lists[0]?.map(({ label, description, detail }) => [label, description, detail].filter(Boolean))).toEqual([
      ['github.com'],
      [
        '$(error) Set in the editor',
        'classic token …9876',
        expect.stringMatching(/^Rejected by GitHub.*Replace it\.$/),
      ],
      ['$(watch) .env file of the workspace', 'fine-grained token …1111', expect.stringMatching(/has to approve/)],
      ['$(circle-outline) Environment of the editor', 'classic token …9876', 'Not used: one above it works.'],
      [],
      ['$(key) Set GitHub Token…'],
      ['$(trash) Clear GitHub Token'],
      ['$(refresh) Try Rejected Tokens Again'],
      ['$(sign-in) Sign In to GitHub in the Editor…'],
    ]);
    expect(ran).toEqual(['try again']);
  });
});

it('tokens of several accounts are shown and cleared one by one', async () => {
  const { core, given } = newCore([facts({}), facts({ account: 'mona-work', last4: '1111' })]);
  await showGitHubTokens(core);
  expect(lists[0]?.slice(0, 4).map(({ label, description }) => [label, description].filter(Boolean))).toEqual([
    ['github.com'],
    ['$(pass) Set in the editor', 'classic token …9876'],
    ['github.com as mona-work'],
    ['$(pass) Set in the editor', 'classic token …1111'],
  ]);
  person.picks = ['github.com as mona-work'];
  await clearGitHubToken(core);
  expect(given).toEqual([['github.com', 'mona-work']]);
  expect(shown.map(({ text }) => text)).toEqual(['Cleared the token for github.com as mona-work.']);
});

describe('1.5 the status bar', () => {
  it('says nothing until a token needs attention', async () => {
    const known = [facts({})];
    const { core, emit } = newCore(known);
    createTokenStatus(core);
    item.visible = true;
    emit();
    await vi.waitFor(() => expect(item.visible).toBe(false));
    known[0] = facts({ state: 'rejected' });
    emit();
    await vi.waitFor(() =>
      expect(item).toMatchObject({
        visible: true,
        text: '$(warning) GitHub token',
        command: 'sluice.showGitHubTokens',
      }),
    );
    expect(item.tooltip).toMatch(/^github\.com rejected a token: Set in the editor\./);
    known[0] = facts({});
    emit();
    await vi.waitFor(() => expect(item.visible).toBe(false));
  });

  it('is always there for who wants it', async () => {
    settings['github.statusBar'] = 'always';
    createTokenStatus(newCore([]).core);
    await vi.waitFor(() =>
      expect(item).toMatchObject({ visible: true, text: '$(github) GitHub token', command: 'sluice.setGitHubToken' }),
    );
    expect(item.tooltip).toBe('No GitHub token. Click to set one.');
  });
});
