import { beforeEach, expect, it, vi } from 'vitest';

const ran: unknown[][] = [];
const given = { folders: ['/r'], open: true };
vi.mock('vscode', async original => ({
  ...(await original<object>()),
  Uri: { parse: (text: string) => text },
  commands: { executeCommand: async (...words: unknown[]) => void ran.push(words) },
  workspace: {
    get workspaceFolders() {
      return given.folders;
    },
    getConfiguration: () => ({ get: () => given.open, inspect: () => ({ defaultValue: true }) }),
  },
}));

const { welcomeOnce } = await import('../../src/vscode/first-run.ts');

/** What a person's profile remembers. */
function memory() {
  const kept = new Map<string, unknown>();
  return {
    get: (key: string) => kept.get(key),
    update: async (key: string, value: unknown) => void kept.set(key, value),
    keys: () => [...kept.keys()],
  };
}

beforeEach(() => {
  ran.length = 0;
  Object.assign(given, { folders: ['/r'], open: true });
});

it('opens the status view and the walkthrough once, whatever window it is', async () => {
  const person = memory();
  await welcomeOnce(person as never);
  expect(ran).toEqual([
    ['sluice.status.focus', { preserveFocus: true }],
    ['workbench.action.openWalkthrough', 'sluice.sluice#start', false],
  ]);
  await welcomeOnce(person as never);
  expect(ran).toHaveLength(2);
});

it('waits for a window with a folder', async () => {
  const person = memory();
  given.folders = [];
  await welcomeOnce(person as never);
  expect(ran).toEqual([]);
  given.folders = ['/r'];
  await welcomeOnce(person as never);
  expect(ran).toHaveLength(2);
});

it('opens nothing for who switched it off', async () => {
  given.open = false;
  await welcomeOnce(memory() as never);
  expect(ran).toEqual([]);
});
