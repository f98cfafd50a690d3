import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';

interface Shown {
  readonly message: string;
  readonly buttons: readonly { readonly title: string }[];
  readonly choose: (title: string | undefined) => void;
}

const shown: Shown[] = [];
const gitExtension = { isActive: true, exports: { enabled: true, getAPI: () => ({ getRepository }) } };
const looked: string[] = [];
const opened: string[] = [];
function getRepository({ path }: { readonly path: string }) {
  return path === '/r' ? { status: async () => void looked.push(path) } : null;
}

vi.mock('vscode', async original => ({
  ...(await original<object>()),
  extensions: { getExtension: () => gitExtension },
  window: {
    showWarningMessage: (message: string, ...buttons: { readonly title: string }[]) =>
      new Promise(resolve => {
        shown.push({ message, buttons, choose: title => resolve(buttons.find(each => each.title === title)) });
      }),
  },
}));
vi.mock('../../src/vscode/views/links.ts', () => ({
  openFile: async (root: string, path: string) => void opened.push(`${root}/${path}`),
}));
const open = { found: undefined as unknown };
vi.mock('../../src/core/repository/conflicts.ts', () => ({ openConflicts: async () => open.found }));

const { nudgeSourceControl } = await import('../../src/vscode/nudge-source-control.ts');
const { reportConflicts } = await import('../../src/vscode/report-conflicts.ts');

beforeEach(() => {
  for (const list of [shown, looked, opened]) list.length = 0;
  Object.assign(gitExtension, { isActive: true });
});

describe('the editor’s own Source Control', () => {
  it('looks again at a repository that it has, once it is active', async () => {
    await nudgeSourceControl('/r');
    await nudgeSourceControl('/unknown');
    expect(looked).toEqual(['/r']);
    gitExtension.isActive = false;
    await nudgeSourceControl('/r');
    expect(looked).toHaveLength(1);
  });
});

describe('a command that stops at conflicts', () => {
  const merge = { commands: { continue: 'git merge --continue', abort: 'git merge --abort' } };
  const ran: string[] = [];
  const report = () =>
    reportConflicts({ canonical: 'git merge topic' } as never, '/r', {
      core: { git: {}, repositories: { list: () => [{ root: '/r' }] }, forDisplay: (text: string) => text } as never,
      run: async text => void ran.push(text),
    });
  const choose = async (title: string | undefined) => {
    shown.at(-1)?.choose(title);
    await nextTurn();
  };

  it('says in which files, opens them, and then goes on or back through the gate', async () => {
    open.found = { files: ['a', 'b', 'c', 'd'], operation: merge };
    expect(await report()).toBe(true);
    expect(shown[0]?.message).toBe(
      'git merge topic stopped at conflicts in a, b and 2 more. Resolve them, then continue.',
    );
    expect(shown[0]?.buttons.map(({ title }) => title)).toEqual(['Open Files', 'Continue', 'Abort']);
    await choose('Open Files');
    expect(opened).toEqual(['/r/a', '/r/b', '/r/c', '/r/d']);
    expect(shown).toHaveLength(2);
    await choose('Abort');
    expect(ran).toEqual(['git merge --abort']);
  });

  it('has no operation to end after a stash', async () => {
    open.found = { files: ['a'], operation: undefined };
    await report();
    expect(shown[0]?.buttons.map(({ title }) => title)).toEqual(['Open Files']);
    await choose(undefined);
    expect(shown).toHaveLength(1);
  });

  it('is told from one that failed for another reason', async () => {
    open.found = undefined;
    expect(await report()).toBe(false);
    expect(shown).toEqual([]);
  });
});
