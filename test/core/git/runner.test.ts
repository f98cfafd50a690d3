import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { classify } from '../../../src/core/command/classify.ts';
import type { MutatingCommand, ReadOnlyCommand } from '../../../src/core/command/command.ts';
import type { Approval } from '../../../src/core/git/approval-check.ts';
import { createGitReader } from '../../../src/core/git/reader.ts';
import type { RunApproved, RunnerOptions } from '../../../src/core/git/runner.ts';
import { approved, runWrite } from '../../support/approved.ts';
import { makeRepository, makeRunner, mutating, personal, reading, TOKEN, unguarded } from './fixture.ts';
import { git, temporaryFolder } from './support.ts';

const folder = temporaryFolder();
const repository = makeRepository(folder);
const request = { repository, origin: 'cli' } as const;

const approve = (command: MutatingCommand): Promise<Approval> =>
  approved(command, repository, createGitReader({ environment: personal(folder) }));

const mergePr = classify('gh', ['pr', 'merge', '1'], { roots: [repository], cwd: repository }) as MutatingCommand;

/** A git that is a script, to see how it is run. */
function fakeGit(name: string, script: string): Partial<RunnerOptions> {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return { programs: () => ({ git: file, gh: file }), guard: unguarded };
}

const starts = (name: string) => {
  const file = join(folder, name);
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0;
};

describe('4.4 the one result', () => {
  it('4.4 of a read that went well', async () => {
    const { runner, lines } = makeRunner(folder);
    const result = await runner.read(reading(repository, 'log', '--format=%s'), request);
    expect(result).toEqual({
      ok: true,
      exitCode: 0,
      stdout: 'first\n',
      stderr: '',
      timedOut: false,
      cancelled: false,
      truncated: false,
      durationMs: expect.any(Number),
    });
    expect(lines).toEqual([expect.stringMatching(/^\S+Z cli read-only git log '?--format=%s'? \d+ ms exit 0$/)]);
  });

  it('4.8 of a command that failed has what git said', async () => {
    const { runner } = makeRunner(folder);
    const result = await runner.read(reading(repository, 'log', 'no-such-branch'), request);
    expect(result).toMatchObject({ ok: false, exitCode: 128, failure: { reason: 'exit-code' } });
    expect(result.failure?.message).toContain('no-such-branch');
    expect(result.stderr).toContain('no-such-branch');
    expect(readFileSync(join(folder, 'logs/swallowed-errors.log'), 'utf8')).toContain('no-such-branch');
  });

  it('4.4 of a timeout and of a cancel says so', async () => {
    const options = { ...fakeGit('slow', 'echo begun; exec sleep 20'), timeouts: () => ({ git: 1 }) };
    const { runner } = makeRunner(folder, options);
    const controller = new AbortController();
    const slow = runner.read(reading(repository, 'status'), request);
    const cancelled = runner.read(reading(repository, 'log'), { ...request, signal: controller.signal });
    setTimeout(() => controller.abort(), 300);
    expect(await cancelled).toMatchObject({
      ok: false,
      cancelled: true,
      timedOut: false,
      failure: { reason: 'cancelled' },
    });
    expect(await slow).toMatchObject({
      ok: false,
      timedOut: true,
      stdout: 'begun\n',
      failure: { reason: 'timed-out' },
    });
  });

  it('4.5 of binary output describes it', async () => {
    const { runner } = makeRunner(folder, fakeGit('binary', "printf '\\211PNG\\0\\0'"));
    const result = await runner.read(reading(repository, 'show', 'HEAD:x.png'), request);
    expect(result).toMatchObject({ stdout: 'Binary output, 6 bytes.', binary: true, truncated: false });
  });

  it('4.5 of long output names the file that has it all', async () => {
    const spillFolder = join(folder, 'spill');
    const { runner } = makeRunner(folder, { ...fakeGit('long', 'seq 1 9999'), capBytes: 4096, spillFolder });
    const { truncated, spill } = await runner.read(reading(repository, 'log'), request);
    expect(truncated).toBe(true);
    expect(readFileSync(spill?.stdout ?? '', 'utf8')).toMatch(/^1\n2\n[\s\S]*\n9999\n$/);
    expect(basename(spill?.stdout ?? '')).toMatch(/^git-log [0-9a-f]{8}\.txt$/);
  });

  it('4.5 of long output calls the file by the command, and leads to no other folder by its words', async () => {
    const spillFolder = join(folder, 'spill');
    const { runner } = makeRunner(folder, { ...fakeGit('long', 'seq 1 9999'), capBytes: 4096, spillFolder });
    const words = ['log', '--grep=../../../../etc/passwd', `--author=${'x'.repeat(200)}`];
    const { spill } = await runner.read(reading(repository, ...words), request);
    expect(dirname(spill?.stdout ?? '')).toBe(spillFolder);
    expect(basename(spill?.stdout ?? '').length).toBeLessThan(80);
  });
});

describe('4.8 what is missing', () => {
  const environment = { ...personal(folder), PATH: folder };

  it('4.8 git', async () => {
    const result = await makeRunner(folder, { environment }).runner.read(reading(repository, 'status'), request);
    expect(result.failure).toEqual({ reason: 'not-found', message: 'git not found' });
  });

  it('4.8 git that goes away and comes back elsewhere is found again', async () => {
    const [here, there] = [join(folder, 'here'), join(folder, 'there')];
    for (const place of [here, there]) mkdirSync(place);
    const place = (at: string) => {
      writeFileSync(join(at, 'git'), `#!/bin/sh\necho ${at}\n`);
      chmodSync(join(at, 'git'), 0o755);
    };
    const moving = makeRunner(folder, { environment: { ...environment, PATH: `${here}:${there}` } }).runner;
    const where = async () => (await moving.read(reading(repository, 'status'), request)).stdout.trim();
    place(here);
    expect(await where()).toBe(here);
    rmSync(join(here, 'git'));
    place(there);
    expect(await where()).toBe(there);
  });

  it('4.8 gh', async () => {
    const { runner } = makeRunner(folder, { programs: () => ({ git: 'git', gh: join(folder, 'no-gh') }) });
    const result = await runWrite(runner, mergePr, await approve(mergePr), request);
    expect(result.failure).toEqual({
      reason: 'not-found',
      message: 'gh CLI not found. Install: https://cli.github.com',
    });
  });

  it('4.8 the repository', async () => {
    const result = await makeRunner(folder).runner.read(reading(repository, 'status'), {
      ...request,
      repository: `${repository}-gone`,
    });
    expect(result.failure?.reason).toBe('missing-folder');
  });

  it('4.8 a way to sign in: the three ways to fix it are named', async () => {
    const script = "echo 'fatal: Authentication failed for https://h/' >&2; exit 128";
    const result = await makeRunner(folder, fakeGit('auth', script)).runner.read(
      reading(repository, 'status'),
      request,
    );
    expect(result.failure?.reason).toBe('authentication');
    expect(result.failure?.message).toMatch(
      /Authentication failed[\s\S]*credential helper[\s\S]*SSH agent[\s\S]*`gh auth setup-git`/,
    );
  });
});

describe('4.3, 4.6 tokens', () => {
  it('4.6 are redacted in output, spill and log', async () => {
    const script = `echo ${TOKEN}; seq 1 999; echo ${TOKEN} >&2; exit 1`;
    const options = { ...fakeGit('leaky', script), capBytes: 2048, spillFolder: join(folder, 'leaky-spill') };
    const { runner, lines } = makeRunner(folder, options);
    const result = await runner.read(reading(repository, 'log'), request);
    const saved = readFileSync(result.spill?.stdout ?? '', 'utf8');
    expect(result.stdout.startsWith('***\n') && saved.startsWith('***\n')).toBe(true);
    const everything = [
      JSON.stringify(result),
      saved,
      ...lines,
      readFileSync(join(folder, 'logs/swallowed-errors.log'), 'utf8'),
    ];
    expect(everything.filter(text => text.includes(TOKEN))).toEqual([]);
  });

  it('4.3 are refused as arguments, for reads and writes', async () => {
    const { runner } = makeRunner(folder);
    const read = await runner.read(reading(repository, 'log', `--grep=x${TOKEN}`), request);
    const write = mutating(repository, 'commit', '-m', Buffer.from(TOKEN).toString('base64'));
    const written = await runWrite(runner, write, await approve(write), request);
    expect([read.failure?.reason, written.failure?.reason]).toEqual(['token-in-arguments', 'token-in-arguments']);
  });

  it('4.3 reach gh but not git', async () => {
    const { runner } = makeRunner(folder, fakeGit('env', 'echo $GH_TOKEN $GITHUB_TOKEN'));
    expect((await runWrite(runner, mergePr, await approve(mergePr), request)).stdout).toBe('*** ***\n');
    expect((await runner.read(reading(repository, 'status'), request)).stdout).toBe('\n');
  });
});

describe('3.2 what is run', () => {
  it('3.2 a command that classify did not make is not run', async () => {
    const forged = { ...reading(repository, 'status') };
    const write = mutating(repository, 'tag', 'forged');
    const { runner } = makeRunner(folder);
    const results = [
      await runner.read(forged, request),
      await runner.read(write as unknown as ReadOnlyCommand, request),
      await runWrite(runner, { ...write }, await approve(write), request),
      await runWrite(
        runner,
        reading(repository, 'status') as unknown as MutatingCommand,
        await approve(write),
        request,
      ),
    ];
    expect(results.map(({ failure }) => failure?.reason)).toEqual(Array(4).fill('not-genuine'));
    expect(git(repository, 'tag')).toBe('');
  });

  it('3.2 a write runs once for an approval, of that command only', async () => {
    const { runner, lines } = makeRunner(folder);
    const command = mutating(repository, 'tag', 'approved');
    const approval = await approve(command);
    expect((await runWrite(runner, mutating(repository, 'tag', 'other'), approval, request)).failure?.reason).toBe(
      'not-approved',
    );
    expect((await runWrite(runner, command, { ...approval }, request)).failure?.reason).toBe('not-approved');
    expect(await runWrite(runner, command, approval, request)).toMatchObject({ ok: true, exitCode: 0 });
    expect((await runWrite(runner, command, approval, request)).failure?.reason).toBe('not-approved');
    expect(git(repository, 'tag')).toBe('approved\n');
    expect(lines).toHaveLength(4);
  });

  it('3.2 a write runs in the turn it was given, and not after it', async () => {
    const { runner } = makeRunner(folder);
    const command = mutating(repository, 'tag', 'late');
    const approval = await approve(command);
    const kept: RunApproved[] = [];
    await runner.exclusive(repository, undefined, async run => void kept.push(run));
    expect(await kept[0]?.(command, approval, request)).toMatchObject({ ok: false, exitCode: null });
    expect(git(repository, 'tag')).not.toContain('late');
  });

  it('3.2 a read that leads outside through a link is not run', async () => {
    writeFileSync(join(folder, 'secret.txt'), 'secret\n');
    symlinkSync('../secret.txt', join(repository, 'innocent'));
    const { runner } = makeRunner(folder);
    const result = await runner.read(reading(repository, 'blame', '--contents', 'innocent', 'file.txt'), request);
    expect(result.failure).toMatchObject({
      reason: 'outside-workspace',
      message: expect.stringContaining("'innocent'"),
    });
  });

  it('4.2a the words that run are the hardened ones, those of a write are its own', async () => {
    const { runner } = makeRunner(folder, fakeGit('words', 'echo "$@"'));
    expect((await runner.read(reading(repository, 'diff'), request)).stdout).toContain('--no-ext-diff');
    const write = mutating(repository, 'tag', 'x');
    expect((await runWrite(runner, write, await approve(write), request)).stdout).toBe('tag x\n');
  });

  it('4.2a the copy of the index is private, of the repository -C leads to, and removed', async () => {
    git(repository, 'clone', '-q', '.', 'nested');
    git(join(repository, 'nested'), 'rm', '-q', 'file.txt');
    const show = 'wc -c < "$GIT_INDEX_FILE"; echo "$GIT_INDEX_FILE"';
    const { runner } = makeRunner(
      folder,
      fakeGit('copy', `case "$*" in *rev-parse*) echo .git/index;; *) ${show};; esac`),
    );
    for (const [place, ...flags] of [['.'], ['nested', '-C', 'nested']]) {
      const { stdout } = await runner.read(reading(repository, ...flags, 'describe', '--dirty'), request);
      const [size, path = ''] = stdout.trim().split('\n');
      expect(Number(size)).toBe(statSync(join(repository, place ?? '', '.git/index')).size);
      expect(path.startsWith(tmpdir())).toBe(true);
      expect(existsSync(dirname(path))).toBe(false);
    }
  });
});

describe('4.7 runs side by side', () => {
  it('4.7 identical reads are one process, and a cancel of one leaves the other', async () => {
    const { runner, lines } = makeRunner(folder, fakeGit('counted', `echo x >> ${folder}/count; sleep 0.4; echo done`));
    const controller = new AbortController();
    const command = () => reading(repository, 'status');
    const leaving = runner.read(command(), { ...request, signal: controller.signal });
    const staying = runner.read(command(), request);
    controller.abort();
    expect(await leaving).toMatchObject({ cancelled: true, ok: false });
    expect(await staying).toMatchObject({ ok: true, stdout: 'done\n' });
    expect(starts('count')).toBe(1);
    expect(lines).toHaveLength(2);
  });

  it('4.7 a read asked for after a mutation is not given what was read before it', async () => {
    const tagging = `while [ ! -e ${folder}/was-read ]; do sleep 0.02; done; echo x >> ${folder}/state`;
    const looking = `wc -l < ${folder}/state; touch ${folder}/was-read; sleep 0.1`;
    const script = `case "$1" in tag) ${tagging};; *) ${looking};; esac`;
    writeFileSync(join(folder, 'state'), '');
    const { runner } = makeRunner(folder, fakeGit('stateful', script));
    const write = mutating(repository, 'tag', 'y');
    const approval = await approve(write);
    const before = runner.read(reading(repository, 'status'), request);
    const mutation = runWrite(runner, write, approval, request);
    const after = runner.read(reading(repository, 'status'), request);
    expect((await before).stdout.trim()).toBe('0');
    expect((await after).stdout.trim()).toBe('1');
    expect((await mutation).ok).toBe(true);
  });

  it('4.7 what is cancelled while it waits for its turn runs nothing', async () => {
    const { runner } = makeRunner(folder);
    const command = mutating(repository, 'tag', 'too-late');
    const approval = await approve(command);
    const controller = new AbortController();
    let free = () => {};
    const first = runner.exclusive(repository, undefined, () => new Promise<void>(resolve => (free = resolve)));
    const second = runner.exclusive(repository, controller.signal, run => run(command, approval, request));
    controller.abort();
    expect(await second).toBeUndefined();
    free();
    await first;
    expect(git(repository, 'tag')).not.toContain('too-late');
  });
});

describe('what a workspace can hold against a read', () => {
  const read = (...args: string[]) => makeRunner(folder).runner.read(reading(repository, ...args), request);

  it('a link to the folder itself does not move the way out', async () => {
    symlinkSync('.', join(repository, 'self'));
    writeFileSync(join(repository, 'own.txt'), 'own\n');
    writeFileSync(join(dirname(repository), 'secret.txt'), 'hidden\n');
    const { failure, stdout } = await read('-C', 'self', 'diff', '--no-index', 'own.txt', '../secret.txt');
    expect(stdout).not.toContain('hidden');
    expect(failure?.reason).toBe('outside-workspace');
  });

  it.skipIf(process.platform === 'win32')('a pipe in place of the index holds nothing up', async () => {
    mkdirSync(join(folder, 'pipes'));
    const place = makeRepository(join(folder, 'pipes'));
    rmSync(join(place, '.git', 'index'));
    execFileSync('mkfifo', [join(place, '.git', 'index')]);
    const { runner } = makeRunner(join(folder, 'pipes'));
    const result = await runner.read(reading(place, 'describe', '--always', '--dirty'), {
      ...request,
      repository: place,
    });
    expect(result.timedOut).toBe(false);
  });
});
