import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classify } from '../../../src/core/command/classify.ts';
import { CONFIG_PROGRAMS } from '../../../src/core/git/config-programs.ts';
import { makeRepository, makeRunner, personal, reading } from './fixture.ts';
import { git, runFile, temporaryFolder } from './support.ts';

const root = temporaryFolder();
const server = createServer((request, response) => {
  const open = request.url?.startsWith('/open.git/');
  response.writeHead(open ? 200 : 401, { 'Set-Cookie': 'a=b; Max-Age=9999', 'WWW-Authenticate': 'Basic realm="x"' });
  response.end(request.url?.endsWith('/HEAD') ? 'ref: refs/heads/main\n' : `${'0'.repeat(39)}1\trefs/heads/main\n`);
});
beforeAll(() => new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());
const url = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

interface Scene {
  readonly folder: string;
  readonly repository: string;
  /** The file that exists once the program ran. */
  readonly mark: string;
  /** A program that leaves the mark. */
  readonly program: string;
}

interface Attack {
  readonly prepare?: (scene: Scene) => unknown;
  /** What the repository's config is made to say. */
  readonly config?: (scene: Scene) => Record<string, string>;
  readonly args: readonly string[];
  /** What the read comes to when the guard makes it fail. */
  readonly fails?: string | RegExp;
}

/** So that git has to look at the file again. */
const touch = (scene: Scene) => utimesSync(join(scene.repository, 'file.txt'), 1, 1);
const edit = (scene: Scene) => writeFileSync(join(scene.repository, 'file.txt'), 'two\n');
const attribute = (scene: Scene, text: string) => {
  mkdirSync(join(scene.repository, '.git/info'), { recursive: true });
  writeFileSync(join(scene.repository, '.git/info/attributes'), `file.txt ${text}\n`);
};
const sign = ({ repository }: Scene) => {
  const commit = git(repository, 'cat-file', 'commit', 'HEAD');
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n';
  const input = commit.replace('\n\n', `\n${signature}\n`);
  const sha = execFileSync('git', ['hash-object', '-t', 'commit', '-w', '--stdin'], { cwd: repository, input });
  git(repository, 'update-ref', 'HEAD', String(sha).trim());
};

const submodule = ({ folder, repository, program }: Scene) => {
  git(folder, 'clone', '-q', repository, 'library');
  git(repository, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', join(folder, 'library'), 'sub');
  git(repository, 'commit', '-qm', 'submodule');
  writeFileSync(join(repository, 'sub/file.txt'), 'in the submodule\n');
  git(join(repository, 'sub'), 'commit', '-qam', 'second');
  git(join(repository, 'sub'), 'config', 'diff.external', program);
};

const conflictedMerge = (scene: Scene) => {
  const { repository } = scene;
  git(repository, 'checkout', '-qb', 'side');
  edit(scene);
  git(repository, 'commit', '-qam', 'side');
  git(repository, 'checkout', '-q', 'main');
  writeFileSync(join(repository, 'file.txt'), 'three\n');
  git(repository, 'commit', '-qam', 'main');
  spawnSync('git', ['merge', 'side'], { cwd: repository });
  writeFileSync(join(repository, 'file.txt'), 'four\n');
  git(repository, 'commit', '-qam', 'merged');
  attribute(scene, 'merge=x');
};

const partialClone = ({ folder, repository, mark }: Scene) => {
  git(folder, 'clone', '-q', '--bare', repository, 'origin.git');
  git(join(folder, 'origin.git'), 'config', 'uploadpack.allowFilter', 'true');
  rmSync(repository, { recursive: true });
  git(folder, 'clone', '-q', '--no-checkout', '--filter=blob:none', `file://${folder}/origin.git`, repository);
  git(repository, 'config', 'remote.origin.uploadpack', `touch '${mark}'; git-upload-pack`);
};

const embeddedBare = ({ repository, program }: Scene) => {
  git(repository, 'clone', '-q', '--bare', '.', 'embedded');
  const embedded = join(repository, 'embedded');
  git(embedded, 'config', 'core.bare', 'false');
  git(embedded, 'config', 'core.worktree', embedded);
  git(embedded, 'config', 'core.fsmonitor', program);
};

const uploadPack = ({ mark }: Scene) => ({
  'remote.origin.url': '.',
  'remote.origin.uploadpack': `touch '${mark}'; git-upload-pack`,
});
const nested = (scene: Scene) => {
  git(scene.repository, 'clone', '-q', '.', 'nested');
  configure({ ...scene, repository: join(scene.repository, 'nested') }, uploadPack(scene));
};
const hook = (folder: string, { program }: Scene) => {
  mkdirSync(folder, { recursive: true });
  copyFileSync(program, join(folder, 'post-index-change'));
};
const editWithDriver = (scene: Scene) => {
  edit(scene);
  attribute(scene, 'diff=x');
};
const textconv = ({ program }: Scene) => ({ 'diff.x.textconv': program });
const fsmonitor = ({ program }: Scene) => ({ 'core.fsmonitor': program });
const lsRemote = ['ls-remote', 'origin'];

/** One attack or more for every row of the table that says `neutralised`. */
// biome-ignore format: a table
const ATTACKS: Readonly<Record<string, readonly Attack[]>> = {
  'core.askPass': [{ config: s => ({ 'remote.origin.url': url('/x.git'), 'core.askPass': s.program }), args: lsRemote, fails: 'authentication' }],
  'core.fsmonitor': [
    { config: fsmonitor, args: ['status'] },
    { config: fsmonitor, args: ['diff'] },
    { config: fsmonitor, args: ['ls-files', '-m'] },
  ],
  'core.gitProxy': [{ config: s => ({ 'remote.origin.url': 'git://127.0.0.1:1/x', 'core.gitProxy': s.program }), args: lsRemote, fails: 'exit-code' }],
  'core.hooksPath, hooks (post-index-change)': [
    { prepare: s => [touch(s), hook(join(s.folder, 'hooks'), s)], config: s => ({ 'core.hooksPath': join(s.folder, 'hooks') }), args: ['status'] },
    { prepare: s => [touch(s), hook(join(s.repository, '.git/hooks'), s)], args: ['describe', '--always', '--dirty'] },
  ],
  'core.sshCommand': [{ config: s => ({ 'remote.origin.url': 'ssh://127.0.0.1:1/x', 'core.sshCommand': s.program }), args: lsRemote, fails: /exit-code|authentication/ }],
  'credential.helper': [
    { config: s => ({ 'remote.origin.url': url('/x.git'), 'credential.helper': s.program }), args: lsRemote, fails: 'authentication' },
    { config: s => ({ 'remote.origin.url': url('/x.git'), [`credential.${url('')}.helper`]: s.program }), args: lsRemote, fails: 'authentication' },
  ],
  'diff.*.command': [{ prepare: editWithDriver, config: s => ({ 'diff.x.command': s.program }), args: ['diff'] }],
  'diff.*.textconv': [
    { prepare: editWithDriver, config: textconv, args: ['diff'] },
    { prepare: editWithDriver, config: textconv, args: ['log', '-p'] },
    { prepare: editWithDriver, config: textconv, args: ['show'] },
    { prepare: editWithDriver, config: textconv, args: ['blame', 'file.txt'] },
  ],
  'diff.external': [{ prepare: edit, config: s => ({ 'diff.external': s.program }), args: ['diff'] }],
  'diff.submodule=diff': [{ prepare: submodule, config: () => ({ 'diff.submodule': 'diff' }), args: ['diff'] }],
  'ext:: and remote helpers (url.*.insteadOf, remote.*.vcs)': [
    { config: s => ({ 'remote.origin.url': `ext::${s.program}`, 'protocol.ext.allow': 'always' }), args: lsRemote, fails: 'exit-code' },
    { config: s => ({ 'remote.origin.url': 'x:y', [`url.ext::${s.program}.insteadOf`]: 'x:y', 'protocol.ext.allow': 'always' }), args: lsRemote, fails: 'exit-code' },
    { config: s => ({ 'remote.origin.url': s.program, 'remote.origin.vcs': 'ext', 'protocol.ext.allow': 'always' }), args: lsRemote, fails: 'exit-code' },
  ],
  'gpg.program, gpg.*.program, gpg.ssh.defaultKeyCommand': [
    { prepare: sign, config: s => ({ 'gpg.program': s.program, 'format.pretty': '%G?' }), args: ['log', '-1'] },
    { prepare: sign, config: s => ({ 'gpg.openpgp.program': s.program, 'log.showSignature': 'true' }), args: ['log', '-1'] },
  ],
  'http.proxy, http.sslVerify and the like': [
    { config: s => ({ 'remote.origin.url': url('/open.git'), 'http.cookieFile': s.mark, 'http.saveCookies': 'true' }), args: lsRemote, fails: 'unsafe-config' },
  ],
  'http.saveCookies': [
    { config: s => ({ 'remote.origin.url': url('/open.git'), 'http.cookieFile': s.mark, [`http.${url('')}.saveCookies`]: 'true' }), args: lsRemote, fails: 'unsafe-config' },
  ],
  'alias.remote-*': [
    { config: s => ({ 'remote.origin.url': 'ssh::x', 'alias.remote-ssh': `!${s.program};echo` }), args: lsRemote, fails: 'exit-code' },
    { config: s => ({ 'remote.origin.url': 'file::x', 'alias.remote-file': `!${s.program};echo` }), args: lsRemote, fails: 'exit-code' },
  ],
  'merge.*.driver (log.diffMerges=remerge)': [
    { prepare: conflictedMerge, config: s => ({ 'merge.x.driver': s.program, 'log.diffMerges': 'remerge' }), args: ['log', '-m', '-p'] },
  ],
  'partial clone (remote.*.promisor)': [{ prepare: partialClone, args: ['show'], fails: 'exit-code' }],
  'remote.*.uploadpack': [
    { config: uploadPack, args: lsRemote },
    { config: uploadPack, args: ['remote', 'show', 'origin'], fails: 'unsafe-config' },
    { prepare: nested, args: ['-C', 'nested', 'remote', 'show', 'origin'], fails: 'unsafe-config' },
  ],
  'safe.bareRepository': [{ prepare: embeddedBare, args: ['-C', 'embedded', 'status'], fails: 'exit-code' }],
  'trace2.*': [{ prepare: s => writeFileSync(join(s.folder, 'home/.gitconfig'), `[trace2]\n\teventTarget = ${s.mark}\n`), args: ['status'] }],
};

/** Two need a terminal or a command that is no read: the environment's test covers their guards. The others are below. */
const ELSEWHERE = new Set([
  // Both in inspect/read-guard.test.ts.
  'core.excludesFile, core.attributesFile, mailmap.file, diff.orderFile',
  'hook.*.event, hook.*.command',
  'core.editor, sequence.editor',
  'core.pager, pager.*',
  'core.splitIndex',
  'diff.autoRefreshIndex',
  'format.signatureFile',
]);

function makeScene(): Scene {
  const folder = mkdtempSync(join(root, 'scene-'));
  const repository = makeRepository(folder);
  const mark = join(folder, 'mark');
  const program = join(folder, 'program');
  writeFileSync(program, `#!/bin/sh\ntouch '${mark}'\n`);
  chmodSync(program, 0o755);
  return { folder, repository, mark, program };
}

function configure({ repository }: Scene, config: Record<string, string>): void {
  for (const [key, value] of Object.entries(config)) git(repository, 'config', key, value);
}

describe('4.2a programs that configuration starts', () => {
  it('4.2a every neutralised one is attacked below', () => {
    const neutralised = CONFIG_PROGRAMS.filter(({ decision }) => decision === 'neutralised').map(
      ({ trigger }) => trigger,
    );
    expect([...Object.keys(ATTACKS), ...ELSEWHERE].toSorted()).toEqual(neutralised.toSorted());
    expect(CONFIG_PROGRAMS.map(({ trigger }) => trigger)).toEqual(
      CONFIG_PROGRAMS.map(({ trigger }) => trigger).toSorted(),
    );
  });

  const cases = Object.entries(ATTACKS).flatMap(([trigger, attacks]) =>
    attacks.map(attack => ({ trigger, ...attack })),
  );
  it.each(cases)('4.2a $trigger has no effect on git $args', async ({ prepare, config, args, fails }) => {
    const scene = makeScene();
    prepare?.(scene);
    configure(scene, config?.(scene) ?? {});
    const { repository } = scene;
    const command = reading(repository, ...args);
    const result = await makeRunner(scene.folder).runner.read(command, { repository, origin: 'cli' });
    expect(existsSync(scene.mark)).toBe(false);
    if (fails === undefined) expect(result.failure).toBeUndefined();
    else expect(result.failure?.reason).toMatch(fails);

    // The attack is a real one: git by itself falls for it.
    const env = { ...personal(scene.folder), GIT_TERMINAL_PROMPT: '0' };
    await runFile('/usr/bin/env', ['git', ...args], { cwd: repository, env });
    expect(existsSync(scene.mark)).toBe(true);
  });

  it.each([['diff'], ['describe', '--always', '--dirty'], ['status']])(
    '4.2a git %s %s %s leaves the index alone',
    async (...args) => {
      const scene = makeScene();
      const { repository } = scene;
      touch(scene);
      const index = () => readFileSync(join(repository, '.git/index')).toString('base64');
      const before = index();
      const words = args.filter(word => word !== undefined);
      const result = await makeRunner(scene.folder).runner.read(reading(repository, ...words), {
        repository,
        origin: 'cli',
      });
      expect(result.ok).toBe(true);
      expect(index()).toBe(before);
      git(repository, ...words);
      expect(index()).not.toBe(before);
    },
  );

  it('4.2a the file of a signature is not printed', async () => {
    const scene = makeScene();
    const { repository } = scene;
    writeFileSync(scene.mark, 'outside\n');
    configure(scene, { 'format.signatureFile': scene.mark });
    const command = reading(repository, 'format-patch', '--stdout', '-1', '--root');
    const { stdout } = await makeRunner(scene.folder).runner.read(command, { repository, origin: 'cli' });
    expect(stdout).not.toContain('outside');
    expect(git(repository, 'format-patch', '--stdout', '-1', '--root')).toContain('outside');
  });

  it('4.2a a copy of a split index leaves no shared part behind', async () => {
    const scene = makeScene();
    const { repository } = scene;
    touch(scene);
    configure(scene, { 'core.splitIndex': 'true' });
    const shared = () => readdirSync(join(repository, '.git')).filter(name => name.startsWith('sharedindex'));
    const args = ['describe', '--always', '--dirty'];
    await makeRunner(scene.folder).runner.read(reading(repository, ...args), { repository, origin: 'cli' });
    expect(shared()).toEqual([]);
    git(repository, ...args);
    expect(shared()).not.toEqual([]);
  });

  it('4.2a a clean filter runs: that is for workspace trust to decide', async () => {
    const scene = makeScene();
    edit(scene);
    attribute(scene, 'filter=x');
    configure(scene, { 'filter.x.clean': `${scene.program}; cat` });
    const { repository } = scene;
    await makeRunner(scene.folder).runner.read(reading(repository, 'diff'), { repository, origin: 'cli' });
    expect(existsSync(scene.mark)).toBe(true);
  });

  it("4.2a the person's own credential helper is asked", async () => {
    const scene = makeScene();
    const { repository } = scene;
    configure(scene, { 'remote.origin.url': url('/x.git') });
    writeFileSync(join(scene.folder, 'home/.gitconfig'), `[credential]\n\thelper = ${scene.program}\n`);
    await makeRunner(scene.folder).runner.read(reading(repository, 'ls-remote', 'origin'), {
      repository,
      origin: 'cli',
    });
    expect(existsSync(scene.mark)).toBe(true);
  });

  it.each([['evil'], ['archive', '--format=evil', 'HEAD'], ['interpret-trailers', '--trim-empty']])(
    '4.2a git %s is no read',
    (...args) => {
      const words = args.filter(word => word !== undefined);
      expect(classify('git', words, { roots: [root], cwd: root }).verdict.class).not.toBe('read-only');
    },
  );
});
