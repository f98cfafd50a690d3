import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PushOutcome } from '../../../src/core/sandbox/targets/push.ts';
import type { Decision, Question } from '../../../src/core/writes/question.ts';
import type { Fault } from '../../github/faults.ts';
import { addSample, hubotToken, type Sample, token } from '../../github/sample.ts';
import { type LocalGitHub, startGitHub } from '../../github/server.ts';
import { type Delivery, deliver } from './delivery.ts';
import { put, text } from './rig.ts';

let github: LocalGitHub;
let sample: Sample;
let delivery: Delivery;
beforeEach(async () => {
  github = await startGitHub();
  sample = addSample(github);
});
afterEach(async () => {
  delivery.core.dispose();
  await github.stop();
});

const open = async (
  decide?: (question: Question) => Decision | Promise<Decision>,
  environment: Readonly<Record<string, string>> = { GITHUB_TOKEN: token },
) => {
  delivery = await deliver(decide, { github, environment });
  return delivery;
};

const target = (branch?: string) => ({ type: 'github' as const, repo: 'octo/demo', ...(branch && { branch }) });
const refs = () => [...sample.demo.git.refs()].map(([name, oid]) => `${oid} ${name}`).sort();
const tip = (branch: string) => sample.demo.git.branch(branch) ?? '';
const show = (object: string) => execFileSync('git', ['show', object], { cwd: sample.demo.git.path, encoding: 'utf8' });
const modes = (branch: string) =>
  execFileSync('git', ['ls-tree', '-r', '--format=%(objectmode) %(path)', branch], {
    cwd: sample.demo.git.path,
    encoding: 'utf8',
  })
    .trim()
    .split('\n');
/** Somebody else pushes. */
const elsewhere = (branch: string, files: Readonly<Record<string, string>>) =>
  sample.demo.git.commitFiles(branch, files, {
    message: 'From elsewhere',
    author: github.state.signature(sample.hubot),
  });
const writes = () => github.log.writes().map(({ path, operation }) => operation?.fields.join() ?? path);

describe('10.3 a push to GitHub', () => {
  it('makes one commit of one tree on a new branch, with modes, binary files, CRLF and removals, and offers a pull request', async () => {
    const { sandbox, side, push, questions } = await open();
    const before = tip('main');
    await side.pull(sandbox, { source: target() });
    await sandbox.remove('src/parser.ts');
    await sandbox.write([
      { path: 'run.sh', bytes: text('#!/bin/sh\n'), executable: true },
      { path: 'data.bin', bytes: Buffer.from([0, 255, 1]) },
      { path: 'dos.txt', bytes: text('a\r\nb\r\n') },
      { path: 'Zoë/ünï.txt', bytes: text('ü\n') },
    ]);
    github.log.clear();
    const outcome = await push(target('feature/it'), { 'README.md': '# New\n' });
    expect(outcome).toMatchObject({ kind: 'pushed', branch: 'feature/it', commitSha: tip('feature/it') });
    const commit = sample.demo.git.commit(tip('feature/it'));
    expect(commit).toMatchObject({
      parents: [before],
      message: 'Add a report',
      author: { name: 'Ada', email: 'ada@example.com' },
    });
    expect(modes('feature/it')).toEqual([
      '100644 .github/workflows/ci.yml',
      '100644 README.md',
      '100644 "Zo\\303\\253/\\303\\274n\\303\\257.txt"',
      '100644 data.bin',
      '100644 docs/index.md',
      '100644 dos.txt',
      '100755 run.sh',
    ]);
    expect(show('feature/it:dos.txt')).toBe('a\r\nb\r\n');
    expect(writes()).toEqual([
      'repos/octo/demo/git/blobs',
      'repos/octo/demo/git/blobs',
      'repos/octo/demo/git/trees',
      'repos/octo/demo/git/commits',
      'updateRefs',
    ]);
    expect(sandbox.state.staged.size).toBe(0);
    const [question] = questions;
    expect(question).toMatchObject({ kind: 'push', risk: 'remote', effects: ['writes-remote'], note: null });
    expect(question?.text).toMatch(/^Push [0-9a-f]{6} "Add a report" to feature\/it in octo\/demo on GitHub$/);
    const { sentences, remote } = (await question?.impact) ?? {};
    expect(sentences).toEqual([
      `Makes one commit of 6 files on feature/it, a new branch from ${before.slice(0, 7)}.`,
      'The author is Ada <ada@example.com>, pushed by monalisa. It is not signed, and no hook of yours runs.',
    ]);
    expect(remote).toEqual([
      {
        remote: 'https://github.com/octo/demo',
        ref: 'refs/heads/feature/it',
        from: null,
        to: tip('feature/it'),
        forced: false,
      },
    ]);
    const { pullRequest } = outcome as Extract<PushOutcome, { kind: 'pushed' }>;
    expect(pullRequest).toEqual({
      command: "gh pr create --repo octo/demo --head feature/it --base main --title 'Add a report' --body ''",
    });
    // The next commit goes on top of it, and the pull request that is open by then is named.
    await put(sandbox, { 'more.txt': 'more\n' });
    const staged = await side.stage(sandbox, ['.'], "It's more\n\nBecause.");
    const again = await side.push(sandbox, staged.id, target('feature/it'), { origin: 'chat' });
    expect(again).toMatchObject({
      pullRequest: {
        command: "gh pr create --repo octo/demo --head feature/it --base main --title 'It'\\''s more' --body Because.",
      },
    });
    expect(sample.demo.git.commit(tip('feature/it'))?.parents).toEqual([commit?.oid]);
    expect(github.log.missing()).toEqual([]);
  });

  it('sends nothing before the yes, nor by a no', async () => {
    let sent: string[] = [];
    const { sandbox, side, push } = await open(() => {
      sent = writes();
      return { kind: 'declined', reason: 'Not yet.' };
    });
    await side.pull(sandbox, { source: target() });
    const before = refs();
    expect(await push(target('feature'), { a: '1' })).toEqual({ kind: 'declined', reason: 'Not yet.' });
    expect([sent, writes()]).toEqual([[], []]);
    expect(refs()).toEqual(before);
    expect(sandbox.state.staged.size).toBe(1);
  });

  it('asks for main, master, production and the default branch in words that stand out, and never for a session', async () => {
    sample.demo.defaultBranch = 'trunk';
    elsewhere('trunk', { 'a.txt': 'a' });
    const { push, questions } = await open();
    for (const [at, name] of ['main', 'Master', 'production', 'trunk'].entries()) {
      await push(target(name), { [`file${at}`]: name });
      expect(questions[at]?.note).toBe(`Others build on ${name}: look twice.`);
    }
    expect(await Promise.all(questions.map(({ shape }) => shape))).toEqual([null, null, null, null]);
    expect(questions).toHaveLength(4);
  });

  it('without a branch makes one by the template', async () => {
    const { push } = await open();
    expect(await push(target(), { a: '1' })).toMatchObject({ branch: expect.stringMatching(/^worker-\d{8}-\d{6}$/) });
  });

  it('10.5 a branch that has new commits is a conflict: pull, resolve, stage and push again', async () => {
    const { sandbox, side, push } = await open();
    elsewhere('shared', { 'log.txt': 'one\n' });
    await side.pull(sandbox, { source: target('shared') });
    const theirs = elsewhere('shared', { 'log.txt': 'one\ntheirs\n' });
    expect(await push(target('shared'), { 'log.txt': 'one\nours\n' })).toEqual({
      kind: 'conflict',
      conflict: {
        reason: 'non-fast-forward',
        message: 'Target has new commits since your base',
        targetHead: theirs,
      },
    });
    expect((await side.pull(sandbox, { source: target('shared') })).conflicts).toEqual(['/workspace/log.txt']);
    expect((await sandbox.read('log.txt')).toString()).toBe(
      'one\n<<<<<<< ours (sandbox)\nours\n=======\ntheirs\n>>>>>>> theirs (incoming)\n',
    );
    for (const { id } of [...sandbox.state.staged.values()]) await side.discard(sandbox, id);
    expect(await push(target('shared'), { 'log.txt': 'one\ntheirs\nours\n' })).toMatchObject({ kind: 'pushed' });
    expect(sample.demo.git.commit(tip('shared'))?.parents).toEqual([theirs]);
    expect(show('shared:log.txt')).toBe('one\ntheirs\nours\n');
  });

  it('whoever pushes while the person reads is not overwritten: they are told, and the caller too', async () => {
    let theirs = '';
    const { sandbox, side, push } = await open(() => {
      theirs = elsewhere('shared', { 'log.txt': 'theirs\n' });
      return { kind: 'run' };
    });
    elsewhere('shared', { 'log.txt': 'one\n' });
    await side.pull(sandbox, { source: target('shared') });
    expect(await push(target('shared'), { 'log.txt': 'ours\n' })).toMatchObject({ kind: 'conflict' });
    expect(tip('shared')).toBe(theirs);
    expect(writes()).toEqual([]);
  });

  it('and whoever pushes between the last look and the move is not either', async () => {
    const { sandbox, side, push, questions } = await open();
    elsewhere('shared', { 'log.txt': 'one\n' });
    await side.pull(sandbox, { source: target('shared') });
    let theirs = '';
    github.faults.add(
      { kind: 'latency', milliseconds: 1 },
      {
        on: ({ operation }) => {
          if (!operation?.fields.includes('updateRefs') || theirs !== '') return false;
          theirs = elsewhere('shared', { 'log.txt': 'theirs\n' });
          return true;
        },
      },
    );
    expect(await push(target('shared'), { 'log.txt': 'ours\n' })).toMatchObject({
      kind: 'conflict',
      conflict: { reason: 'non-fast-forward', targetHead: theirs },
    });
    expect([tip('shared'), questions.length]).toEqual([theirs, 1]);
  });

  it('a tree that is not the one that was approved moves no branch', async () => {
    const { sandbox, side, push } = await open();
    await side.pull(sandbox, { source: target() });
    const before = refs();
    const { git } = sample.demo;
    const writeTree = git.writeTree.bind(git);
    git.writeTree = (changes, base) =>
      writeTree([...changes, { path: 'backdoor.sh', mode: '100755', oid: git.writeBlob('evil') }], base);
    await expect(push(target('feature'), { a: '1' })).rejects.toMatchObject({
      code: 'target-refused',
      message: expect.stringContaining('another tree than the one that was approved. The branch has not moved.'),
    });
    expect(refs()).toEqual(before);
    expect(writes().some(each => each.includes('commits') || each.includes('updateRefs'))).toBe(false);
  });

  it.each(['before the question', 'while the person reads'])(
    '10.7a a content that is another %s is named with its commit, and nothing is sent',
    async when => {
      const { folder, sandbox, side } = await open(() => {
        damage();
        return { kind: 'run' };
      });
      const damage = () => {
        const { sha256 = '' } = sandbox.state.files.get('/workspace/a.txt') ?? {};
        const name = join(sha256.slice(0, 2), sha256.slice(2));
        for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
          if (path.endsWith(name)) writeFileSync(join(folder, path), 'forged');
      };
      await side.pull(sandbox, { source: target() });
      await put(sandbox, { 'a.txt': 'true' });
      const staged = await side.stage(sandbox, ['.'], 'Add it');
      if (when === 'before the question') damage();
      await expect(side.push(sandbox, staged.id, target('feature'), { origin: 'chat' })).rejects.toMatchObject({
        code: 'sandbox-damaged',
        message: expect.stringContaining(
          `/workspace/a.txt of staged commit ${staged.id.slice(0, 6)} is not what was written`,
        ),
      });
      expect(writes()).toEqual([]);
    },
  );

  it('a large file is named in the question and not compared, and hides no small one', async () => {
    const { sandbox, side, push, questions } = await open();
    await side.pull(sandbox, { source: target() });
    await put(sandbox, { 'a-large.txt': 'x'.repeat(5_000_000) });
    await push(target('feature'), { 'b-small.txt': 'small\n' });
    const { preview } = (await questions[0]?.impact) ?? {};
    expect(preview).toMatchObject({ text: expect.stringContaining('+small\n') });
    expect(preview).toMatchObject({
      text: expect.stringMatching(/… not shown here, as it is too much: \/workspace\/a-large\.txt$/),
    });
    expect(sample.demo.git.at(tip('feature'), 'a-large.txt')?.oid).toMatch(/^[0-9a-f]{40}$/);
  });
});

describe('10.7a branches that demand signatures', () => {
  const demand = (way: string, branch: string) => {
    if (way === 'a protected branch')
      sample.demo.protections.push({ branch, reviews: 0, requiredChecks: [], strict: false, signatures: true });
    else sample.demo.rulesets[0]?.rules.push({ type: 'required_signatures' });
  };

  it.each(['a protected branch', 'a ruleset'])(
    '%s: GitHub signs plain files, and the lost author is said',
    async way => {
      const { sandbox, side, push, questions, core } = await open();
      sample.demo.protections.length = 0;
      demand(way, 'main');
      const before = tip('main');
      await side.pull(sandbox, { source: target('main') });
      await sandbox.remove('src/parser.ts');
      const outcome = await push(target('main'), { 'README.md': '# Signed\n' });
      expect(outcome).toMatchObject({ kind: 'pushed', commitSha: tip('main') });
      expect(sample.demo.git.commit(tip('main'))).toMatchObject({ parents: [before], author: { name: 'Mona Lisa' } });
      expect(show('main:README.md')).toBe('# Signed\n');
      expect((await questions[0]?.impact)?.sentences.at(-1)).toBe(
        'main takes signed commits alone: GitHub signs it in the name of monalisa, and Ada <ada@example.com> is lost as its author. No hook of yours runs.',
      );
      expect(writes()).toEqual(['createCommitOnBranch']);
      const [found] = core.repositories.list();
      const [entry] = found ? await (await core.writes()).journal.list(found) : [];
      expect(entry).toMatchObject({
        reverts: [],
        changes: [`One signed commit on main, after ${before}`],
      });
    },
  );

  it('an executable file and a new branch are refused before anybody is asked', async () => {
    const { sandbox, side, push, questions } = await open();
    demand('a protected branch', 'main');
    sample.demo.rulesets[0]?.include.push('~ALL');
    sample.demo.rulesets[0]?.rules.push({ type: 'required_signatures' });
    await side.pull(sandbox, { source: target('main') });
    await expect(push(target('new'), { a: '1' })).rejects.toMatchObject({ code: 'target-refused' });
    await sandbox.write([{ path: 'run.sh', bytes: text('#!/bin/sh\n'), executable: true }]);
    for (const { id } of [...sandbox.state.staged.values()]) await side.discard(sandbox, id);
    await expect(push(target('main'), { b: '1' })).rejects.toMatchObject({
      code: 'target-refused',
      message: expect.stringContaining('GitHub signs none with an executable file: run.sh'),
    });
    expect([questions.length, writes().length]).toEqual([0, 0]);
  });
});

describe('10.8 and 11 what can go wrong', () => {
  it('without a token says what to do, and asks nobody', async () => {
    const { push, questions, sandbox, side } = await open(undefined, {});
    const wanted = {
      code: 'github',
      message: expect.stringMatching(
        /^GitHub authentication required\.\nEither:\n- Set GITHUB_TOKEN.*\n- Run `gh auth login`/,
      ),
    };
    await expect(push(target('feature'), { a: '1' })).rejects.toMatchObject(wanted);
    await expect(side.pull(sandbox, { source: target() })).rejects.toMatchObject(wanted);
    await expect(side.branches(target())).rejects.toMatchObject(wanted);
    expect([questions.length, github.log.requests.length]).toEqual([0, 0]);
  });

  it('a host that nobody named gets no request, and what is no owner/name neither', async () => {
    const { side, sandbox } = await open();
    for (const repo of ['evil.example.com/octo/demo', 'octo', 'octo/..', 'octo/demo/../x', 'octo/demo?x', 'a b/c'])
      await expect(side.pull(sandbox, { source: { type: 'github', repo } })).rejects.toMatchObject({
        code: 'bad-target',
      });
    expect(github.log.requests).toEqual([]);
  });

  it('who may not write is told before anybody is asked, also of an archived and a renamed repository', async () => {
    const { push, questions } = await open();
    sample.demo.isArchived = true;
    await expect(push(target('feature'), { a: '1' })).rejects.toMatchObject({
      message: 'octo/demo on GitHub is archived: nothing can be pushed to it.',
    });
    sample.demo.isArchived = false;
    github.tokens.revoke(token);
    await expect(push(target('feature'))).rejects.toMatchObject({
      code: 'github',
      message: expect.stringContaining('does not accept'),
    });
    expect([questions.length, writes().length]).toEqual([0, 0]);
  });

  const serverError: Fault = { kind: 'status', status: 502 };
  const faults: readonly (readonly [what: string, step: string, fault: Fault, said: RegExp])[] = [
    ['a secondary limit', 'git/blobs', { kind: 'secondary', retryAfter: 60 }, /wants fewer requests for a while/],
    ['a server error', 'git/trees', serverError, /has a problem \(HTTP 502\)/],
    ['a dropped connection', 'git/commits', { kind: 'drop' }, /cannot be reached/],
    ['a server error', 'updateRefs', serverError, /has a problem \(HTTP 502\)/],
    ['a dropped connection', 'updateRefs', { kind: 'drop' }, /cannot be reached/],
  ];
  it.each(faults)(
    '%s at %s moves no branch, says what to do, and the next push arrives',
    async (_what, step, fault, said) => {
      const { sandbox, side, push } = await open();
      await side.pull(sandbox, { source: target() });
      const before = refs();
      github.faults.add(fault, {
        times: 2,
        on: ({ method, path, operation }) =>
          method === 'POST' && (operation ? operation.fields.includes(step) : path.endsWith(step)),
      });
      const failed = push(target('feature'), { a: '1', 'data.bin': 'a\0b' });
      await expect(failed).rejects.toMatchObject({ code: 'github', message: expect.stringMatching(said) });
      await expect(failed).rejects.toThrow('The branch has not moved. Push again when that is mended.');
      expect(refs()).toEqual(before);
      expect(sandbox.state.staged.size).toBe(1);
      github.faults.clear();
      expect(await push(target('feature'))).toMatchObject({ kind: 'pushed', commitSha: tip('feature') });
    },
  );

  it('10.3 an answer that is lost after the branch has moved is no second commit', async () => {
    const { sandbox, side, push } = await open();
    await side.pull(sandbox, { source: target() });
    const { git } = sample.demo;
    const moveRefs = git.moveRefs.bind(git);
    let moved = 0;
    git.moveRefs = moves => {
      const done = moveRefs(moves);
      moved += 1;
      // The branch is where it is to be, and nobody hears of it.
      if (moved === 1) throw new Error('lost');
      return done;
    };
    const outcome = await push(target('feature'), { a: '1' });
    expect(outcome).toMatchObject({ kind: 'pushed', commitSha: tip('feature') });
    expect(sample.demo.git.history(tip('feature')).slice(1)).toEqual(sample.demo.git.history(tip('main')));
    expect(sandbox.state.staged.size).toBe(0);
  });

  it('10.3 nor is a push of which nobody saw the end: the next one finds it, and asks nobody', async () => {
    const { sandbox, side, push, questions } = await open();
    await side.pull(sandbox, { source: target() });
    await put(sandbox, { a: '1' });
    const staged = await side.stage(sandbox, ['.'], 'Add a report');
    const source = sandbox.state.sources;
    const first = await side.push(sandbox, staged.id, target('feature'), { origin: 'chat' });
    // As it was kept before a crash.
    await sandbox.change(async () => ({ step: { staged: [[staged.id, staged]] }, result: undefined }));
    (sandbox.state as { sources: typeof source }).sources = source;
    expect(await push(target('feature'))).toMatchObject({
      kind: 'pushed',
      commitSha: (first as { commitSha: string }).commitSha,
      entry: undefined,
    });
    expect(questions).toHaveLength(1);
  });
});

describe('10.6 pulling from GitHub', () => {
  it('brings texts many at a time, the rest one by one, each by its true bytes; symlinks and secrets stay out', async () => {
    const { sandbox, side } = await open();
    const files = Object.fromEntries(Array.from({ length: 55 }, (_, at) => [`many/${at}.txt`, `text ${at}\n`]));
    elsewhere('data', { ...files, 'bom.txt': '\ufeffx', 'dos.txt': 'a\r\n', 'zero.bin': 'a\0b', '.env': 'SECRET=1\n' });
    github.log.clear();
    const { pulled, skipped, commit, branch } = await side.pull(sandbox, { source: target('data') });
    expect(skipped.map(({ path }) => path)).toEqual(['/workspace/.env']);
    expect([commit, branch, pulled.length]).toEqual([tip('data'), 'data', 58]);
    expect((await sandbox.read('zero.bin')).toString()).toBe('a\0b');
    expect((await sandbox.read('dos.txt')).toString()).toBe('a\r\n');
    expect((await sandbox.read('many/54.txt')).toString()).toBe('text 54\n');
    expect(github.log.requests.length).toBeLessThan(10);
    expect(github.log.missing()).toEqual([]);
  });

  it('content that is not what its id says stays out', async () => {
    const { sandbox, side } = await open();
    const { git } = sample.demo;
    git.blob = () => Buffer.from('forged');
    await expect(side.pull(sandbox, { source: target() })).rejects.toMatchObject({
      code: 'github',
      message: /did not send the blob/,
    });
    expect(sandbox.state.files.size).toBe(0);
  });

  it('branches are listed with the default one, all pages of them', async () => {
    const { side, call } = await open();
    for (let at = 0; at < 120; at += 1) sample.demo.git.moveRefs([{ name: `refs/heads/b${at}`, after: tip('main') }]);
    const { branches, current } = await side.branches(target());
    expect([branches.length > 120, current]).toEqual([true, 'main']);
    expect((await call('sandbox_branches', { target: target() })).text).toContain('* main');
    await expect(side.pull(await side.open('x'), { source: target('nowhere') })).rejects.toMatchObject({
      code: 'bad-branch',
    });
  });

  it('the token of hubot, who may write, is said in the question', async () => {
    const { push, questions } = await open(undefined, { GITHUB_TOKEN: hubotToken });
    await push(target('feature'), { a: '1' }).catch(() => undefined);
    const sentence = (await questions[0]?.impact)?.sentences.at(-1);
    expect(sentence).toBe(
      'The author is Ada <ada@example.com>, pushed by hubot. It is not signed, and no hook of yours runs.',
    );
  });
});
