import { spawn } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildDoors, buildHook } from '../../esbuild.mjs';
import { git, temporaryFolder } from '../core/git/support.ts';
import { repository } from '../core/windows/support.ts';

const doors = temporaryFolder();
beforeAll(async () => {
  await Promise.all([buildDoors(doors), buildHook(doors)]);
});

let root: string;
let state: string;
beforeEach(() => {
  root = repository();
  state = temporaryFolder();
  writeFileSync(join(root, 'a.txt'), 'committed\n');
  git(root, 'add', '.');
  git(root, 'commit', '-q', '-m', 'First');
});

const unhurried = join(import.meta.dirname, 'unhurried.cjs');
function start(door: string, words: readonly string[], input = '') {
  const env = { ...process.env, XDG_STATE_HOME: state, HOME: state };
  const child = spawn(process.execPath, ['--require', unhurried, join(doors, door), ...words], {
    cwd: root,
    env,
    stdio: 'pipe',
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', chunk => {
    stdout += chunk;
  });
  child.stderr.on('data', chunk => {
    stderr += chunk;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise<{ code: number | null; stdout: string; stderr: string }>(resolve =>
    child.on('close', code => resolve({ code, stdout, stderr })),
  );
}

const tell = (event: string, more: object = {}, client = 'claude') =>
  start('hook.cjs', [client], JSON.stringify({ hook_event_name: event, session_id: 's', cwd: root, ...more }));
const call = (command: string, id?: string) => ({
  ...{ tool_name: 'Bash', tool_input: { command, description: 'd' } },
  ...(id && { tool_use_id: id }),
});
const quiet = { code: 0, stdout: '', stderr: '' };
const journal = async (): Promise<readonly Record<string, unknown>[]> =>
  (await start('cli.cjs', ['journal', '--json'])).stdout
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line));

describe('13.4 when a session begins', () => {
  it('what is not committed is saved under a label, and returned to after the worst', async () => {
    writeFileSync(join(root, 'a.txt'), 'not committed\n');
    expect(await tell('SessionStart', { source: 'startup' })).toEqual(quiet);
    const [entry] = await journal();
    expect(entry).toMatchObject({ checkpoint: true, origin: 'agent', actor: 'claude' });
    expect(entry?.label).toMatch(/^before claude, \d\d:\d\d$/);
  });

  it('nothing is saved of a clean tree, and nothing outside of a repository', async () => {
    expect(await tell('SessionStart')).toEqual(quiet);
    expect(await journal()).toEqual([]);
    expect(await tell('SessionStart', { cwd: state })).toEqual(quiet);
  });
});

describe('13.4 a line of which the hook has no opinion', () => {
  const LINE = 'sh -c "git reset --hard; rm a.txt"';

  it('is saved before, noted after, and taken back by undo', async () => {
    writeFileSync(join(root, 'a.txt'), 'not committed\n');
    expect(await tell('PreToolUse', call(LINE, 'call'))).toEqual(quiet);
    git(root, 'reset', '-q', '--hard');
    rmSync(join(root, 'a.txt'));
    expect(await tell('PostToolUse', { ...call(LINE, 'call'), tool_response: {} })).toEqual(quiet);
    const [entry] = await journal();
    expect(entry).toMatchObject({ command: LINE, origin: 'agent', actor: 'claude', checkpoint: false, outcome: 'ok' });
    expect(entry?.changes).toEqual(['deleted 1 file']);
  });

  it('is known again without an id, by its session and its words, and leaves nothing when it changed nothing', async () => {
    await tell('PreToolUse', call(LINE));
    expect(await journal()).toHaveLength(1);
    await tell('PostToolUse', { ...call('another git line') });
    expect(await journal()).toHaveLength(1);
    await tell('PostToolUse', { ...call(LINE) });
    expect(await journal()).toEqual([]);
  });

  it('with no word of git is let pass without a look', async () => {
    expect(await tell('PreToolUse', call('sh -c "make digits"'))).toEqual(quiet);
    expect(await journal()).toEqual([]);
  });

  it('that cannot be saved is not allowed by that, not stopped, and the person is told', async () => {
    // The place for the journal's key is taken by a file.
    writeFileSync(join(state, 'sluice'), '');
    const { code, stdout } = await tell('PreToolUse', call(LINE));
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      systemMessage: expect.stringMatching(/^Sluice could not save what is there before this, so Undo will not/),
    });
    expect(await tell('PreToolUse', call(LINE), 'codex')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^Sluice could not save/),
    });
  });

  it('with a command line that is gone is said too', async () => {
    const cli = join(doors, 'cli.cjs');
    renameSync(cli, `${cli}.gone`);
    try {
      expect(JSON.parse((await tell('PreToolUse', call(LINE))).stdout)).toHaveProperty('systemMessage');
      expect(await tell('SessionStart')).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^Sluice/),
      });
    } finally {
      renameSync(`${cli}.gone`, cli);
    }
  });
});

describe('13.4 a line that the person is asked about and that runs as it is', () => {
  const vscode = (command: string) => ({ tool_name: 'run_in_terminal', tool_input: { command } });

  it('is saved before the question', async () => {
    const { stdout } = await tell('PreToolUse', vscode('git push --force'), 'vscode');
    expect(JSON.parse(stdout).hookSpecificOutput.permissionDecision).toBe('ask');
    expect(await journal()).toMatchObject([{ command: 'git push --force', actor: 'vscode', checkpoint: true }]);
  });

  it('is asked about all the same when it cannot be saved, and the question says so', async () => {
    writeFileSync(join(state, 'sluice'), '');
    const { stdout } = await tell('PreToolUse', vscode('git push --force'), 'vscode');
    const { permissionDecision, permissionDecisionReason } = JSON.parse(stdout).hookSpecificOutput;
    expect(permissionDecision).toBe('ask');
    expect(permissionDecisionReason).toContain('Sluice could not save what is there');
  });
});

it('what is put to the person by sluice run, only reads or is denied takes no snapshot of the hook', async () => {
  for (const line of ['git push', 'git status', 'git rebase -i HEAD~2']) await tell('PreToolUse', call(line));
  expect(await journal()).toEqual([]);
  expect(existsSync(join(state, 'sluice', 'agent-calls'))).toBe(false);
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('committed\n');
});
