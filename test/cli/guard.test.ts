import { spawn } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildDoors } from '../../esbuild.mjs';
import { git, temporaryFolder } from '../core/git/support.ts';
import { openWindow, person, repository, type TestWindow } from '../core/windows/support.ts';

const folder = temporaryFolder();
beforeAll(async () => {
  await buildDoors(folder);
});

let window: TestWindow;
let root: string;
let environment: NodeJS.ProcessEnv;
beforeEach(async () => {
  root = repository();
  git(root, 'commit', '-q', '--allow-empty', '-m', 'First');
  const state = person().environment;
  const identity = {
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@x',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@x',
  };
  environment = { ...process.env, ...state, ...identity };
  window = await openWindow(state, root);
});
afterEach(() => window.server.dispose());

function guard(...words: readonly string[]) {
  const child = spawn(process.execPath, [join(folder, 'cli.cjs'), 'guard', ...words], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', chunk => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', chunk => {
    stderr += chunk;
  });
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>(resolve =>
    child.on('close', code => resolve({ code, stdout, stderr })),
  );
  return { child, ended };
}
const agent = (script: string) => guard('sh', '-c', script);

async function asked(at = 0) {
  await vi.waitUntil(() => window.questions.length > at, 60_000);
  const found = window.questions[at];
  if (found === undefined) throw new Error('Nothing was asked.');
  return found;
}

describe('13.6 sluice guard', () => {
  it('reads pass, a write waits and runs after a yes, and the exit code is the agent’s', async () => {
    const { ended } = agent('git log --format=%s && git branch topic && command -v git && exit 7');
    const { question, answer } = await asked();
    expect(question).toMatchObject({ text: 'git branch topic', repository: root });
    answer({ kind: 'run' });
    const { code, stdout, stderr } = await ended;
    expect([code, stdout.split('\n')[0]]).toEqual([7, 'First']);
    expect(stderr).toContain('a rail, not a jail');
    expect(git(root, 'branch', '--list', 'topic')).toContain('topic');
    // What it put on the PATH is gone with the agent.
    const [, standIn = ''] = stdout.trim().split('\n');
    expect(standIn).toMatch(/sluice-guard-\w+\/git$/);
    expect(existsSync(standIn)).toBe(false);
  });

  it('a no is an error of the command, with its reason', async () => {
    const { ended } = agent('git branch topic; echo "ended with $?"');
    (await asked()).answer({ kind: 'declined', reason: 'not now' });
    const { stdout, stderr } = await ended;
    expect(stdout).toContain('ended with 10');
    expect(stderr).toContain('not now');
    expect(git(root, 'branch', '--list', 'topic')).toBe('');
  });

  it('git that a hook of git starts asks nobody again', async () => {
    const hook = join(root, '.git', 'hooks', 'post-commit');
    writeFileSync(hook, '#!/bin/sh\ngit branch of-the-hook\n');
    chmodSync(hook, 0o755);
    const { ended } = agent('git commit --allow-empty -m Second');
    (await asked()).answer({ kind: 'run' });
    expect((await ended).code).toBe(0);
    expect(git(root, 'branch', '--list', 'of-the-hook')).toContain('of-the-hook');
    expect(window.questions).toHaveLength(1);
  });

  it('an agent that starts another guard asks once', async () => {
    const { ended } = agent(`"${process.execPath}" "${join(folder, 'cli.cjs')}" guard sh -c 'git branch topic'`);
    (await asked()).answer({ kind: 'run' });
    expect((await ended).code).toBe(0);
    expect(window.questions).toHaveLength(1);
  });

  it('with no window a write is denied', async () => {
    window.server.dispose();
    const { stderr } = await agent('git branch topic').ended;
    expect(stderr).toContain('nobody is here to approve it');
    expect(git(root, 'branch', '--list', 'topic')).toBe('');
  });

  it('an absolute path goes round it, as it says', async () => {
    await agent('/usr/bin/git branch topic').ended;
    expect(git(root, 'branch', '--list', 'topic')).toContain('topic');
  });

  it('words reach git as they were given', async () => {
    const { ended } = agent('git branch --list "a b" "" "it\'s" "\\$HOME" "x;y"; git log --format="%s | %h" -1');
    const { stdout } = await ended;
    expect(stdout).toMatch(/^First \| [\da-f]{7,}\n$/);
    expect(window.questions).toEqual([]);
  });

  it('a program that is not there is said to be', async () => {
    const { code, stderr } = await guard('no-such-agent').ended;
    expect(code).toBe(126);
    expect(stderr).toContain('no-such-agent could not be started');
  });

  it('a kill ends the agent too', async () => {
    const { child, ended } = agent('echo begun; exec sleep 60');
    await vi.waitUntil(() => child.stdout.readableFlowing, 5000);
    await new Promise(resolve => child.stdout.once('data', resolve));
    child.kill('SIGTERM');
    expect((await ended).code).toBe(143);
  });
});
