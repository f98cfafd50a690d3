import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleScript, startScript } from '../git/scripts.ts';
import { git, temporaryFolder } from '../git/support.ts';
import { makeTools } from '../tools/fixture.ts';
import { deliver, fingerprint, ownState, show } from './delivery.ts';

const read = (...parts: readonly string[]) => readFileSync(join(...parts), 'utf8');
const linked = (repository: string) => git(repository, 'worktree', 'list', '--porcelain').match(/^worktree /gm)?.length;

/** A repository with work of every kind that is not committed. */
function makeDirty(repository: string): void {
  writeFileSync(join(repository, 'gone.txt'), 'gone\n');
  writeFileSync(join(repository, 'run.sh'), '#!/bin/sh\n');
  git(repository, 'add', '.');
  git(repository, 'commit', '-qm', 'more');
  writeFileSync(join(repository, 'file.txt'), 'not staged\n');
  writeFileSync(join(repository, 'staged.txt'), 'staged\n');
  git(repository, 'add', 'staged.txt');
  rmSync(join(repository, 'gone.txt'));
  chmodSync(join(repository, 'run.sh'), 0o755);
  mkdirSync(join(repository, 'docs'));
  writeFileSync(join(repository, 'docs', 'neu ü.txt'), 'untracked\n');
  symlinkSync('file.txt', join(repository, 'link'));
  writeFileSync(join(repository, '.gitignore'), 'build/\n');
  mkdirSync(join(repository, 'build'));
  writeFileSync(join(repository, 'build', 'out.txt'), 'ignored\n');
  writeFileSync(join(repository, '.env'), 'SECRET=1\n');
}

const open = async (...given: Parameters<typeof deliver>) => {
  const delivery = await deliver(...given);
  const { call, repository } = delivery;
  const start = async (name = 'build') => (await call('worktree_start', { name })).facts.path as string;
  const finish = (how: string, more: object = {}) => call('worktree_finish', { name: 'build', how, ...more });
  return { ...delivery, repository, start, finish };
};

describe('10.7b a work tree for builds and tests', () => {
  it('begins with all that is not committed, outside the repository, and changes nothing there', async () => {
    const { repository, start, questions, call } = await open();
    makeDirty(repository);
    const before = ownState(repository);
    const tree = await start();
    expect(tree.startsWith(repository)).toBe(false);
    expect([read(tree, 'file.txt'), read(tree, 'staged.txt'), read(tree, 'docs/neu ü.txt')]).toEqual([
      'not staged\n',
      'staged\n',
      'untracked\n',
    ]);
    expect([
      existsSync(join(tree, 'gone.txt')),
      existsSync(join(tree, 'build')),
      existsSync(join(tree, '.env')),
    ]).toEqual([false, false, false]);
    expect(lstatSync(join(tree, 'run.sh')).mode & 0o111).not.toBe(0);
    expect(lstatSync(join(tree, 'link')).isSymbolicLink()).toBe(true);
    expect(git(tree, 'status', '--porcelain')).toBe('');
    expect(ownState(repository)).toBe(before);
    expect(questions).toMatchObject([{ text: 'Make the work tree build for builds and tests', risk: 'local' }]);
    // Asked for again it is the same, with no question.
    expect((await call('worktree_start', { name: 'build' })).facts).toMatchObject({ path: tree, isNew: false });
    expect(questions).toHaveLength(1);
  });

  it('comes back as a patch of what changed there since, which undo takes back, and is removed', async () => {
    const { repository, start, finish, questions, call } = await open();
    makeDirty(repository);
    const tree = await start();
    writeFileSync(join(tree, 'file.txt'), 'built\n');
    writeFileSync(join(tree, 'new.sh'), '#!/bin/sh\n', { mode: 0o755 });
    rmSync(join(tree, 'docs', 'neu ü.txt'));
    mkdirSync(join(tree, 'build'));
    writeFileSync(join(tree, 'build', 'out.txt'), 'of the build\n');
    // What is committed there counts as well.
    git(tree, 'add', 'file.txt');
    git(tree, '-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '-qm', 'by the agent');
    const before = ownState(repository);
    const done = await finish('patch');
    expect(done.facts).toMatchObject({ changed: ['docs/neu ü.txt', 'file.txt', 'new.sh'], removed: true });
    expect([read(repository, 'file.txt'), existsSync(join(repository, 'docs', 'neu ü.txt'))]).toEqual([
      'built\n',
      false,
    ]);
    expect(lstatSync(join(repository, 'new.sh')).mode & 0o111).not.toBe(0);
    expect(read(repository, 'build', 'out.txt')).toBe('ignored\n');
    expect(git(repository, 'diff', '--cached', '--name-only').trim()).toBe('staged.txt');
    expect([existsSync(tree), linked(repository)]).toEqual([false, 1]);
    expect((await questions[1]?.impact)?.preview).toMatchObject({
      text: expect.stringContaining('-not staged\n+built\n'),
    });
    expect((await call('git_undo', { id: done.facts.journal })).text).toContain('Undone');
    expect(ownState(repository)).toBe(before);
  });

  it('comes back as a branch of the difference alone, and the person’s own work is not in it', async () => {
    const { repository, start, finish, questions, call } = await open();
    makeDirty(repository);
    const tree = await start();
    writeFileSync(join(tree, 'feature.ts'), 'export {};\n');
    chmodSync(join(tree, 'run.sh'), 0o755);
    const before = ownState(repository);
    const done = await finish('branch', { branch: 'feature', message: 'Add a feature' });
    expect(done.facts).toMatchObject({ branch: 'feature', changed: ['feature.ts'], removed: true });
    expect(git(repository, 'diff', '--name-status', 'HEAD', 'feature').trim()).toBe('A\tfeature.ts');
    expect(git(repository, 'log', '-1', '--format=%an|%s|%P', 'feature').trim()).toBe(
      `Ada|Add a feature|${git(repository, 'rev-parse', 'HEAD').trim()}`,
    );
    expect(ownState(repository)).toBe(before);
    expect([existsSync(tree), linked(repository), git(repository, 'fsck', '--strict', '--no-dangling')]).toEqual([
      false,
      1,
      '',
    ]);
    expect((await questions[1]?.impact)?.files.items).toEqual(['+ feature.ts']);
    await call('git_undo', { id: done.facts.journal });
    expect(git(repository, 'branch', '--list', 'feature')).toBe('');
  });

  it('overwrites nothing that the person has changed since, and takes none of their work into a branch', async () => {
    const { repository, start, finish } = await open();
    makeDirty(repository);
    const tree = await start();
    writeFileSync(join(tree, 'file.txt'), 'of the agent\n');
    expect(await finish('branch', { branch: 'feature' })).toMatchObject({
      code: 'target-refused',
      text: expect.stringContaining('file.txt'),
    });
    writeFileSync(join(repository, 'file.txt'), 'of the person\n');
    expect(await finish('patch')).toMatchObject({ code: 'target-refused', text: expect.stringContaining('file.txt') });
    expect([read(repository, 'file.txt'), read(tree, 'file.txt')]).toEqual(['of the person\n', 'of the agent\n']);
    expect(git(repository, 'branch', '--list', 'feature')).toBe('');
  });

  it('nor what git ignores there or what holds secrets, which the work tree never had; such a file of the agent is not lost either', async () => {
    const { repository, start, finish } = await open();
    makeDirty(repository);
    const tree = await start();
    writeFileSync(join(tree, '.env'), 'OF_THE=agent\n');
    expect(await finish('discard')).toMatchObject({ text: expect.stringContaining('1 changed file') });
    expect(await finish('patch')).toMatchObject({ code: 'target-refused', text: expect.stringContaining('.env') });
    rmSync(join(tree, '.env'));
    writeFileSync(join(tree, '.gitignore'), '');
    mkdirSync(join(tree, 'build'));
    writeFileSync(join(tree, 'build', 'out.txt'), 'of the agent\n');
    expect(await finish('patch')).toMatchObject({
      code: 'target-refused',
      text: expect.stringContaining('build/out.txt'),
    });
    expect([read(repository, '.env'), read(repository, 'build', 'out.txt')]).toEqual(['SECRET=1\n', 'ignored\n']);
  });

  it.each(['patch', 'branch'])('a no to the %s leaves all as it is, on both sides', async how => {
    let asked = 0;
    const { repository, start, finish } = await open(() => {
      asked += 1;
      return asked === 1 ? { kind: 'run' } : { kind: 'declined', reason: 'Not this way.' };
    });
    const tree = await start();
    writeFileSync(join(tree, 'a.txt'), 'a\n');
    const [here, there] = [ownState(repository), fingerprint(tree)];
    expect(await finish(how)).toMatchObject({ code: 'declined', text: expect.stringContaining('Not this way.') });
    expect([ownState(repository), fingerprint(tree)]).toEqual([here, there]);
  });

  it('is discarded only when nothing is lost: no file, and no commit that nothing reaches', async () => {
    const { repository, start, finish } = await open();
    const tree = await start();
    writeFileSync(join(tree, 'a.txt'), 'a\n');
    expect(await finish('discard')).toMatchObject({
      code: 'target-refused',
      text: expect.stringContaining('1 changed file'),
    });
    const by = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
    git(tree, 'add', 'a.txt');
    git(tree, ...by, 'commit', '-qm', 'one');
    git(tree, ...by, 'revert', '--no-edit', 'HEAD');
    expect(await finish('discard')).toMatchObject({
      text: expect.stringContaining('2 commits that no branch reaches'),
    });
    git(tree, 'branch', 'kept');
    expect((await finish('discard')).facts).toMatchObject({ removed: true });
    expect([existsSync(tree), linked(repository), show(repository, 'kept~1:a.txt')]).toEqual([false, 1, 'a\n']);
  });

  it('runs no hook and no filter, and believes no .git that an agent has put there', async () => {
    const { folder, repository, start, finish } = await open();
    const ran = join(folder, 'ran');
    for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction']) {
      writeFileSync(join(repository, '.git/hooks', hook), `#!/bin/sh\necho ${hook} >> '${ran}'\n`);
      chmodSync(join(repository, '.git/hooks', hook), 0o755);
    }
    const tree = await start();
    const evil = join(folder, 'evil.git');
    git(folder, 'init', '-q', '--bare', 'evil.git');
    git(evil, 'config', 'core.fsmonitor', `echo fsmonitor >> '${ran}'; false`);
    git(evil, 'config', 'filter.evil.clean', `echo clean >> '${ran}'; cat`);
    writeFileSync(join(tree, '.git'), `gitdir: ${evil}\n`);
    writeFileSync(join(tree, '.gitattributes'), '* filter=evil\n');
    expect((await finish('patch')).facts).toMatchObject({ changed: ['.gitattributes'], removed: true });
    expect([existsSync(ran), existsSync(evil), existsSync(tree)]).toEqual([false, true, false]);
  });

  it('a work tree of somebody else is none of ours, whatever it is called', async () => {
    const { folder, repository, start, call } = await open();
    const theirs = join(folder, 'theirs');
    git(repository, 'worktree', 'add', '-q', '--detach', theirs);
    await start();
    expect(await call('worktree_finish', { name: 'theirs', how: 'discard' })).toMatchObject({
      code: 'no-such-worktree',
    });
    expect(existsSync(join(theirs, 'file.txt'))).toBe(true);
  });
});

describe('10.7b kill -9', () => {
  const script = join(temporaryFolder(), 'starter.mjs');
  beforeAll(() =>
    bundleScript(
      {
        text: `
          import { makeTools } from './test/core/tools/fixture.ts';
          const [folder, how] = process.argv.slice(2);
          const { call } = await makeTools({ folder });
          process.stdout.write('begun\\n');
          const answer = how === 'start' ? await call('worktree_start', { name: 'build' }) : await call('worktree_finish', { name: 'build', how });
          process.stdout.write(answer.text + '\\n');
          process.exit(0);
        `,
      },
      script,
    ),
  );

  it.each([150, 400, 700])(
    'while it is made, after %i ms: the next start has a whole one, and nothing is left of the other',
    async after => {
      const { folder, repository, core } = await makeTools();
      core.dispose();
      for (let at = 0; at < 300; at += 1) writeFileSync(join(repository, `file${at}.txt`), `${at}\n`);
      const before = ownState(repository);
      const { child, begun, ended } = startScript(script, [folder, 'start']);
      await begun;
      setTimeout(() => child.kill('SIGKILL'), after);
      await ended;
      const again = await makeTools({ folder });
      const { facts, text } = await again.call('worktree_start', { name: 'build' });
      expect(text).toMatch(/^Work tree build: /);
      expect(read(facts.path as string, 'file299.txt')).toBe('299\n');
      expect(git(facts.path as string, 'status', '--porcelain')).toBe('');
      expect(linked(repository)).toBe(2);
      expect(ownState(repository)).toBe(before);
      again.core.dispose();
    },
  );

  it.each([100, 300, 600])(
    'while it is brought back, after %i ms: what the agent made is there, here or there',
    async after => {
      const { folder, repository, call, core } = await makeTools();
      const tree = (await call('worktree_start', { name: 'build' })).facts.path as string;
      const names = Array.from({ length: 200 }, (_, at) => `made${at}.txt`);
      for (const name of names) writeFileSync(join(tree, name), name);
      core.dispose();
      const { child, begun, ended } = startScript(script, [folder, 'patch']);
      await begun;
      setTimeout(() => child.kill('SIGKILL'), after);
      await ended;
      const isIn = (where: string) => names.every(name => existsSync(join(where, name)) && read(where, name) === name);
      expect(isIn(repository) || isIn(tree)).toBe(true);
      const again = await makeTools({ folder });
      await again.call('worktree_start', { name: 'other' });
      expect(isIn(repository) || isIn(tree)).toBe(true);
      expect(readdirSync(join(repository, '.git', 'worktrees')).length).toBe(existsSync(tree) ? 2 : 1);
      again.core.dispose();
    },
  );
});
