import { spawn } from 'node:child_process';
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
  environment = { ...process.env, ...state };
  window = await openWindow(state, root);
});
afterEach(() => window.server.dispose());

/** Starts the built command line as a script or an agent does: with no terminal. */
function start(...words: readonly string[]) {
  const child = spawn(process.execPath, [join(folder, 'cli.cjs'), ...words], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', chunk => {
    stderr += chunk;
  });
  const ended = new Promise<{ code: number | null; signal: string | null; stderr: string }>(resolve =>
    child.on('close', (code, signal) => resolve({ code, signal, stderr })),
  );
  return { child, ended };
}

async function asked(at = 0) {
  await vi.waitUntil(() => window.questions.length > at, 30_000);
  const found = window.questions[at];
  if (found === undefined) throw new Error('Nothing was asked.');
  return found;
}

const branches = () => git(root, 'branch', '--format=%(refname:short)').trim().split('\n');

describe('13.3 a command line without a terminal asks in a window', () => {
  it('what it would do is there, and it runs what the person approves', async () => {
    const { ended } = start('run', 'git branch topic');
    const { question, answer } = await asked();
    expect(question).toMatchObject({ text: 'git branch topic', repository: root, origin: 'cli', risk: 'local' });
    expect((await question.impact).sentences.join()).toContain('topic');
    expect(branches()).not.toContain('topic');
    answer({ kind: 'run' });
    const { code, stderr } = await ended;
    expect([code, stderr]).toEqual([0, `Waiting for your answer in the VS Code window that has ${root} open.\n`]);
    expect(branches()).toContain('topic');
  });

  it('tells the reason of a no', async () => {
    const { ended } = start('run', 'git branch topic');
    (await asked()).answer({ kind: 'declined', reason: 'main is frozen' });
    const { code, stderr } = await ended;
    expect(code).toBe(10);
    expect(stderr).toContain('The person declined this command. It was not run. Their reason: main is frozen');
    expect(branches()).not.toContain('topic');
  });

  it('asks again about an edited command, and refuses an edit that is refused', async () => {
    const { ended } = start('run', 'git branch topic');
    (await asked()).answer({ kind: 'edit', text: 'git branch other' });
    const { question, answer } = await asked(1);
    expect(question.text).toBe('git branch other');
    answer({ kind: 'edit', text: 'git add -p' });
    expect((await ended).code).toBe(11);
    expect(branches()).toEqual(['main']);
  });

  it('asks again when the repository moved on while the person read', async () => {
    const { ended } = start('run', 'git reset --hard');
    const { answer, question } = await asked();
    await question.impact;
    git(root, 'commit', '-q', '--allow-empty', '-m', 'Second');
    answer({ kind: 'run' });
    const again = await asked(1);
    expect(again.question.note).toContain('The repository changed while this waited');
    again.answer({ kind: 'declined' });
    expect((await ended).code).toBe(10);
  });

  it('runs nothing when the window goes without an answer, and says so', async () => {
    const { ended } = start('run', 'git branch topic');
    await asked();
    window.server.dispose();
    const { code, stderr } = await ended;
    expect(code).toBe(10);
    expect(stderr).toContain('declined');
    expect(branches()).not.toContain('topic');
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)('%s takes the question back', async name => {
    const { child, ended } = start('run', 'git branch topic');
    const { signal } = await asked();
    child.kill(name);
    expect((await ended).signal).toBe(name);
    await vi.waitUntil(() => signal.aborted, 5000);
    expect(branches()).not.toContain('topic');
  });

  it('undo too', async () => {
    const made = start('run', 'git branch topic');
    (await asked()).answer({ kind: 'run' });
    await made.ended;
    const { ended } = start('undo');
    const { question, answer } = await asked(1);
    expect(question).toMatchObject({ kind: 'undo', editable: false, repository: root });
    answer({ kind: 'run' });
    expect((await ended).code).toBe(0);
    expect(branches()).not.toContain('topic');
  });

  it('not about what is refused, and not about a read', async () => {
    expect((await start('run', 'git add -p').ended).code).toBe(11);
    expect((await start('run', 'git status').ended).code).toBe(0);
    expect(window.questions).toEqual([]);
  });
});
