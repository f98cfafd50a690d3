import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/core/change.ts';
import type { MutatingCommand, ReadOnlyCommand } from '../../src/core/command/command.ts';
import { createExecute, type ExecuteOptions } from '../../src/core/execute.ts';
import type { HeldBack, RunResult } from '../../src/core/git/result.ts';

const root = '/repository';
const result: RunResult = {
  ok: true,
  exitCode: 0,
  stdout: '',
  stderr: '',
  timedOut: false,
  cancelled: false,
  truncated: false,
  durationMs: 1,
};

/** The ends of the line are recorded; everything between them is real. */
function record(given: { readonly yes?: boolean; readonly trusted?: boolean; readonly heldBack?: HeldBack } = {}) {
  const opened: string[] = [];
  const asked: string[] = [];
  const ran: string[] = [];
  const changes: Change[] = [];
  const options = {
    panels: {
      open(command: ReadOnlyCommand) {
        opened.push(command.canonical);
        return { opened: {}, done: Promise.resolve({}) };
      },
    },
    async gate({ canonical }: MutatingCommand) {
      asked.push(canonical);
      if (!given.yes) return { kind: 'declined' };
      ran.push(canonical);
      return { kind: 'ran', result, entry: undefined };
    },
    contextOf: (repository: string) => (repository === root ? { roots: [root], cwd: root } : undefined),
    heldBack: async () => given.heldBack,
    tokens: async () => ['a-token-of-the-person'],
    findGhRun: async () => ({ denied: { reason: 'github', github: 'no-token', message: 'There is none.' } }),
    editFirst: async () => undefined,
    findRestriction: async () => undefined,
    trusted: () => given.trusted ?? true,
    changed: (change: Change) => changes.push(change),
  } as unknown as ExecuteOptions;
  const execute = createExecute(options);
  const run = (text: string, repository = root) =>
    execute(text.startsWith('gh') ? 'gh' : 'git', text, { repository, origin: 'palette' });
  return { run, opened, asked, ran, changes };
}

describe('the way a command goes', () => {
  it('a read opens its panel and asks nobody', async () => {
    const { run, opened, asked, ran } = record();
    expect((await run('git log --oneline')).kind).toBe('panel');
    expect({ opened, asked, ran }).toEqual({ opened: ['git log --oneline'], asked: [], ran: [] });
  });

  it('4.3 a command that holds a token is in no panel and no question, however it is spelled there', async () => {
    const { run, opened, asked } = record({ yes: true });
    const spelled = Buffer.from('a-token-of-the-person').toString('base64');
    for (const text of ['git log --grep=a-token-of-the-person', `git tag ${spelled}`])
      expect(await run(text)).toEqual({
        kind: 'refused',
        message: expect.stringContaining('an argument holds the GitHub token'),
      });
    expect({ opened, asked }).toEqual({ opened: [], asked: [] });
  });

  it('11.2 gh without a token is an error with its code, no panel and no question', async () => {
    const { run, opened, asked } = record({ yes: true });
    for (const text of ['gh pr list', 'gh pr close 3'])
      expect(await run(text)).toEqual({ kind: 'refused', message: 'There is none.', github: 'no-token' });
    expect({ opened, asked }).toEqual({ opened: [], asked: [] });
  });

  it('3.3 a read that the disk speaks against waits for the person', async () => {
    const heldBack: HeldBack = { effects: ['reads-outside'], reason: "'/victim' leads outside the workspace folders." };
    const { run, opened, asked } = record({ heldBack });
    expect((await run('git log --oneline')).kind).toBe('declined');
    expect({ opened, asked }).toEqual({ opened: [], asked: ['git log --oneline'] });
  });

  it('8.1 a write runs only after a yes, and tells what it made out of date', async () => {
    const { run, asked, ran, changes } = record({ yes: true });
    expect((await run('git commit -m x')).kind).toBe('ran');
    expect({ asked, ran }).toEqual({ asked: ['git commit -m x'], ran: ['git commit -m x'] });
    expect(changes.map(({ repository, p6 }) => ({ repository, p6 }))).toEqual([{ repository: root, p6: true }]);
  });

  it('8.1 a declined write does not run and says so plainly', async () => {
    const { run, ran, changes } = record({ yes: false });
    expect(await run('git push')).toEqual({
      kind: 'declined',
      message: 'The person declined this command. It was not run.',
    });
    expect({ ran, changes }).toEqual({ ran: [], changes: [] });
  });

  it('3.9 what is refused is not even asked about', async () => {
    const { run, asked, ran } = record({ yes: true });
    expect((await run("git -c alias.z='!id' z")).kind).toBe('refused');
    expect({ asked, ran }).toEqual({ asked: [], ran: [] });
  });

  it.each([
    ['git log | sh', 'invalid'],
    ['rm -rf /', 'invalid'],
    ['git ', 'invalid'],
  ])('2.2 %s is %s', async (text, kind) => {
    const { run, opened, asked } = record({ yes: true });
    expect((await run(text)).kind).toBe(kind);
    expect({ opened, asked }).toEqual({ opened: [], asked: [] });
  });

  it('12 nothing happens in an untrusted workspace, not even a read', async () => {
    const { run, opened, asked } = record({ yes: true, trusted: false });
    expect((await run('git log')).kind).toBe('untrusted');
    expect((await run('git push')).kind).toBe('untrusted');
    expect({ opened, asked }).toEqual({ opened: [], asked: [] });
  });

  it('nothing happens in a folder that is no repository of the window', async () => {
    const { run, opened } = record();
    expect((await run('git log', '/etc')).kind).toBe('invalid');
    expect(opened).toEqual([]);
  });
});
