import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { makeRepository } from '../git/fixture.ts';
import { bundleScript, startScript } from '../git/scripts.ts';
import { git, goneSoon, temporaryFolder } from '../git/support.ts';
import { makeTools } from './fixture.ts';

const script = join(temporaryFolder(), 'caller.mjs');
beforeAll(() => bundleScript(new URL('caller.ts', import.meta.url), script));

interface Killed {
  readonly folder: string;
  readonly repository: string;
  readonly handle: string;
  readonly status: string;
}

interface Given {
  readonly hook?: string;
  /** A file in the folder, and what it holds when it is time. */
  readonly until?: (handle: string) => readonly [file: string, holds: string];
}

/** Lets a process make a call, and kills it when it has said its handle, or some time after that. */
async function killed(mode: string, command: string, { hook, until }: Given = {}): Promise<Killed> {
  const folder = temporaryFolder();
  const repository = makeRepository(folder);
  if (hook !== undefined) {
    const file = join(repository, '.git', 'hooks', 'pre-commit');
    writeFileSync(file, `#!/bin/sh\n${hook}\n`);
    chmodSync(file, 0o755);
  }
  const made = startScript(script, [folder, mode, command]);
  try {
    const [status = '', handle = ''] = (await made.begun).trim().split(/\s/);
    const [file, holds] = until?.(handle) ?? [];
    const text = () => (file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : '');
    if (holds !== undefined) await expect.poll(text, { timeout: 60_000 }).toContain(holds);
    return { folder, repository, handle, status };
  } finally {
    made.child.kill('SIGKILL');
    await made.ended;
  }
}

/** What another process is told of the call. */
async function askedLater({ folder }: Killed, handle: string) {
  const { core, call } = await makeTools({ folder });
  const answer = await call('sluice_wait', { handle, timeoutMs: 0 }, { origin: 'mcp' });
  core.dispose();
  return answer;
}

it('8.8 killed while the person was asked: it is lost, and nothing was run', async () => {
  const made = await killed('waiting', 'git branch made');
  expect(made.status).toBe('waiting');
  const { code, text } = await askedLater(made, made.handle);
  expect(code).toBe('lost');
  expect(text).toContain('closed before the person had decided, and nothing was changed: Run git branch made');
  expect(git(made.repository, 'branch', '--list', 'made')).toBe('');
});

it('8.8 killed while what was approved ran: it is lost, and the journal is where to look', async () => {
  const made = await killed('approved', 'git commit --allow-empty -m made', {
    hook: 'echo $$ > ../pid; exec sleep 60',
    until: () => ['pid', '\n'],
  });
  const hook = Number(readFileSync(join(made.folder, 'pid'), 'utf8'));
  process.kill(hook, 'SIGKILL');
  // On a busy machine the caller's patience may end while the yes is being written down.
  expect(['running', 'waiting']).toContain(made.status);
  const { code, text } = await askedLater(made, made.handle);
  expect(code).toBe('lost');
  expect(text).toContain('The person approved it, then Sluice was closed before it was over');
  expect(text).toContain('journal');
  expect(await goneSoon(hook)).toBe(true);
});

it('8.8 killed after it was over: its result is there', async () => {
  const made = await killed('late', 'git branch made', {
    until: handle => [`state/calls/${handle}.json`, '"ended"'],
  });
  const { status, text } = await askedLater(made, made.handle);
  expect(status).toBe('done');
  expect(text).toContain('Ran: git branch made\n');
  expect(git(made.repository, 'branch', '--list', 'made').trim()).toBe('made');
});

it('8.8 killed after a no in time: there is nothing to ask for, and nothing was run', async () => {
  const made = await killed('declined', 'git branch made');
  expect(made).toMatchObject({ status: 'declined', handle: '' });
  const calls = join(made.folder, 'state', 'calls');
  for (const name of readdirSync(calls)) {
    expect((await askedLater(made, name.replace('.json', ''))).code).toBe('declined');
    rmSync(join(calls, name), { force: true });
  }
  expect(git(made.repository, 'branch', '--list', 'made')).toBe('');
});
