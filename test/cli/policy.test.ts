import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildDoors, buildHook } from '../../esbuild.mjs';
import { git, temporaryFolder } from '../core/git/support.ts';
import { openWindow, person, repository, type TestWindow } from '../core/windows/support.ts';

const folder = temporaryFolder();
beforeAll(async () => {
  await buildDoors(folder);
  await buildHook(folder);
}, 90_000);

let window: TestWindow;
let root: string;
let environment: NodeJS.ProcessEnv;
beforeEach(async () => {
  root = repository();
  git(root, 'commit', '-q', '--allow-empty', '-m', 'First');
  const state = person().environment;
  environment = { ...process.env, ...state, HOME: state.XDG_STATE_HOME };
  window = await openWindow(state, root);
});
afterEach(() => window.server.dispose());

const RULES = {
  policy: [
    { match: { program: 'git', subcommand: 'push', options: ['--force'] }, answer: 'deny', reason: 'We never do.' },
    { match: { subcommand: ['tag', 'log'] }, answer: 'ask-always', reason: 'Look at it.' },
  ],
};
const write = (text: string) => writeFileSync(join(root, '.sluice.json'), text);

/** Starts a built door; `input` is what it reads. */
function start(door: 'cli' | 'hook', words: readonly string[], input = '') {
  const child = spawn(process.execPath, [join(folder, `${door}.cjs`), ...words], { cwd: root, env: environment });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', chunk => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', chunk => {
    stderr += chunk;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise<{ code: number | null; stdout: string; stderr: string }>(resolve =>
    child.on('close', code => resolve({ code, stdout, stderr })),
  );
}

describe('8.9 sluice policy check', () => {
  it('lists the rules and where they stand, and says what a command would get', async () => {
    expect(await start('cli', ['policy', 'check'])).toEqual({ code: 0, stdout: 'No rules.\n', stderr: '' });
    write(JSON.stringify(RULES));
    const { code, stdout } = await start('cli', ['policy', 'check']);
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        'deny        git push --force',
        '            We never do. (.sluice.json)',
        'ask-always  git and gh tag or log',
        '            Look at it. (.sluice.json)',
        '',
      ].join('\n'),
    );
    const asked = async (...words: readonly string[]) => start('cli', ['policy', 'check', '--json', ...words]);
    const answers = [
      ['git push -f', 11, 'deny', true],
      ['git push', 10, 'ask', false],
      ['git log', 10, 'ask', true],
      ['git status', 0, 'run', false],
      ['git add -p', 11, 'deny', false],
    ] as const;
    for (const [command, exit, answer, byPolicy] of answers) {
      const { code, stdout } = await asked(command);
      expect([command, code, JSON.parse(stdout)]).toMatchObject([command, exit, { answer, byPolicy }]);
    }
  });

  it('says what is wrong with a file, and which option git does not have', async () => {
    write('{ "policy": [{ "match": {}, "answer": "allow", "reason": "x" }] }');
    const wrong = await start('cli', ['policy', 'check']);
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toMatch(/^\.sluice\.json: policy\[0\]\.answer is not as it should be/);
    write(
      JSON.stringify({ policy: [{ match: { subcommand: 'push', options: '--forse' }, answer: 'deny', reason: 'x' }] }),
    );
    expect((await start('cli', ['policy', 'check'])).stdout).toContain('Sluice knows no option --forse of git push');
  });
});

describe('8.9 the same file at every door', () => {
  it('sluice run denies with the reason, and asks about a read in the window with it', async () => {
    write(JSON.stringify(RULES));
    const denied = await start('cli', ['run', 'git push -f origin main']);
    expect(denied).toMatchObject({ code: 11, stdout: '' });
    expect(denied.stderr).toContain('A rule of .sluice.json does not allow it: We never do.');
    const reading = start('cli', ['run', 'git log --oneline']);
    await vi.waitFor(() => expect(window.questions).toHaveLength(1), { timeout: 10_000, interval: 20 });
    expect(window.questions[0]?.question.note).toContain('A rule of .sluice.json wants you to decide: Look at it.');
    window.questions[0]?.answer({ kind: 'run' });
    expect(await reading).toMatchObject({ code: 0, stdout: expect.stringContaining('First') });
  });

  const hook = async (command: string) => {
    const input = { cwd: root, hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command } };
    const { code, stdout, stderr } = await start('hook', ['claude'], JSON.stringify(input));
    expect([code, stderr]).toEqual([0, '']);
    return stdout === '' ? undefined : JSON.parse(stdout).hookSpecificOutput;
  };

  it('the hook denies at once, and puts a read that is asked about to the person', async () => {
    write(JSON.stringify(RULES));
    expect(await hook('cd . && git push origin +main')).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining('We never do.'),
    });
    expect(await hook('git log --oneline')).toMatchObject({
      updatedInput: { command: expect.stringMatching(/run -- git log --oneline$/) },
    });
    expect(await hook('git status')).toMatchObject({ permissionDecision: 'allow' });
  });

  it('the hook goes by what is committed when the file is gone, and lets no write pass when it cannot be read', async () => {
    write(JSON.stringify(RULES));
    git(root, 'add', '.');
    git(root, 'commit', '-qm', 'Policy');
    rmSync(join(root, '.sluice.json'));
    expect(await hook('git push -f')).toMatchObject({ permissionDecision: 'deny' });
    write('{');
    expect(await hook('git tag v1')).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining('cannot be read'),
    });
    expect(await hook('git status')).toMatchObject({ permissionDecision: 'allow' });
  });
});
