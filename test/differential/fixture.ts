import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { mainHistory, oddNames, submoduleHistory } from './history.ts';
import { attributes, hostileConfig, ownConfig, remotesConfig, type Variant } from './hostile-config.ts';
import { Programs } from './programs.ts';
import type { Difference } from './snapshot.ts';

/** A repository in every state at once, beside its remote, a home and a temp folder, and a pristine copy of them all. */
export interface Fixture {
  /** What no read may change: repository, remote, home and temp. */
  readonly folder: string;
  /** The work tree, and the only workspace folder. */
  readonly repository: string;
  /** Where the programs of the configuration leave their names; outside `folder`. */
  readonly marks: string;
  /** A program that is never to run, to put into hostile words. */
  readonly program: string;
  readonly git: string;
  /** What a child inherits before the product cleans it. */
  readonly inherited: Readonly<Record<string, string>>;
  /** Full names of objects and files whose names hold one. */
  readonly names: Readonly<Record<'blob' | 'commit' | 'merge' | 'pack' | 'short' | 'tag' | 'tree', string>>;
  readonly variant: Variant;
  /** Puts what is different back as it was made. */
  restore(differences: readonly Difference[]): void;
  remove(): void;
}

/** The git to prove against: SLUICE_GIT, or the one on PATH. */
export const gitToProve = process.env.SLUICE_GIT ?? 'git';

const builders = {
  GIT_AUTHOR_DATE: '1700100000 +0000',
  GIT_AUTHOR_EMAIL: 'ann@example.com',
  GIT_AUTHOR_NAME: 'Ann Author',
  GIT_COMMITTER_DATE: '1700100000 +0000',
  GIT_COMMITTER_EMAIL: 'cay@example.com',
  GIT_COMMITTER_NAME: 'Cay Committer',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  PATH: process.env.PATH ?? '',
};

function git(cwd: string, args: readonly string[], input = ''): string {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd, env: builders, input });
  // A merge that stops at a conflict exits with 1: that is what it is for here.
  if (status !== 0 && !(args[0] === 'merge' && status === 1)) {
    throw new Error(`git ${args.join(' ')} failed in the fixture: ${error ?? stderr}`);
  }
  return stdout.toString().trimEnd();
}

const importArgs = ['-c', 'core.logAllRefUpdates=always', '-c', 'fastimport.unpackLimit=1', 'fast-import', '--quiet'];

export function makeFixture(variant: Variant): Fixture {
  const base = mkdtempSync(join(tmpdir(), 'sluice-differential-'));
  const folder = join(base, 'fixture');
  const pristine = join(base, 'pristine');
  const repository = join(folder, 'repo');
  const home = join(folder, 'home');
  const marks = join(base, 'marks');
  const programs = new Programs(join(base, 'programs'), marks);
  for (const each of [repository, home, join(folder, 'tmp'), join(home, '.config', 'git')]) {
    mkdirSync(each, { recursive: true });
  }
  writeFileSync(join(home, '.gitconfig'), ownConfig(home));

  const submodule = makeSubmodules(repository);
  git(repository, importArgs, mainHistory(attributes, submodule));
  const names = signCommits(repository);
  const remote = join(folder, 'remote.git');
  shareWithRemote(repository, remote);
  makeState(repository);
  if (variant.partial) leaveOut(repository, remote);
  else writeFileSync(join(repository, '.git/objects/info/alternates'), '../../../remote.git/objects\n');
  makeHostile(repository, programs, variant);

  // What runs is a copy: its files have other inodes than its index knows, so every read has a reason to refresh it.
  const restore = keepPristine(folder, pristine);
  return {
    folder,
    repository,
    marks,
    program: programs.named('argument'),
    git: gitToProve,
    inherited: inheritedBy(home, folder, programs),
    names,
    variant,
    restore,
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

const copy = (from: string, to: string) =>
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });

/** Puts a folder aside and a copy in its place; what is returned puts back what is different there later. */
export function keepPristine(folder: string, pristine: string): Fixture['restore'] {
  renameSync(folder, pristine);
  copy(pristine, folder);
  return differences => {
    for (const { what, path } of differences) {
      if (what === 'touched') continue;
      rmSync(join(folder, path), { recursive: true, force: true });
      if (existsSync(join(pristine, path))) copy(join(pristine, path), join(folder, path));
    }
  };
}

/** One submodule as git keeps them now, one as it once did, with its git folder in its work tree. */
function makeSubmodules(repository: string): string {
  git(repository, ['init', '--quiet', '--template=', '--initial-branch=main']);
  const raw = join(repository, 'raw');
  mkdirSync(raw);
  git(raw, ['init', '--quiet', '--template=', '--initial-branch=main']);
  git(raw, importArgs, submoduleHistory());
  git(raw, ['reset', '--quiet', '--hard', 'main']);
  const modules = join(repository, '.git', 'modules');
  mkdirSync(modules);
  cpSync(join(raw, '.git'), join(modules, 'sub'), { recursive: true });
  appendFileSync(join(modules, 'sub', 'config'), '[core]\n\tworktree = ../../../sub\n');
  mkdirSync(join(repository, 'sub'));
  writeFileSync(join(repository, 'sub', '.git'), 'gitdir: ../.git/modules/sub\n');
  for (const name of ['.gitattributes', 's.txt', 's.ext', 's.conv']) {
    cpSync(join(raw, name), join(repository, 'sub', name));
  }
  return git(raw, ['rev-parse', 'main~1']);
}

const signatures = {
  openpgp: ['-----BEGIN PGP SIGNATURE-----', '', 'iQEzBAABCAAdFiEE', '-----END PGP SIGNATURE-----'],
  ssh: ['-----BEGIN SSH SIGNATURE-----', 'U1NIU0lHAAAAAQ', '-----END SSH SIGNATURE-----'],
  x509: ['-----BEGIN SIGNED MESSAGE-----', 'MIAGCSqGSIb3DQEH', '-----END SIGNED MESSAGE-----'],
};

/** Three commits on top of main and a tag that look signed, so that whoever checks signatures has something to check. */
function signCommits(repository: string): Fixture['names'] {
  const [first = '', tree = '', merge = '', blob = ''] = git(repository, [
    'rev-parse',
    'main',
    'main^{tree}',
    'v1.0^{}',
    'main:a.txt',
  ]).split('\n');
  const who = 'Ann Author <ann@example.com> 1700090000 +0000';
  const write = (type: string, text: string) => git(repository, ['hash-object', '-t', type, '-w', '--stdin'], text);
  const commit = Object.entries(signatures).reduce((parent, [kind, lines]) => {
    const header = [`tree ${tree}`, `parent ${parent}`, `author ${who}`, `committer ${who}`];
    return write('commit', `${[...header, `gpgsig ${lines.join('\n ')}`, '', `signed by ${kind}`].join('\n')}\n`);
  }, first);
  const tagHead = [`object ${commit}`, 'type commit', 'tag signed', `tagger ${who}`, '', 'A signed tag.'];
  const tag = write('tag', `${[...tagHead, ...signatures.openpgp].join('\n')}\n`);
  const updates = [`update refs/heads/main ${commit}`, `update refs/tags/signed ${tag}`];
  const stale = ['refs/stash-index', 'refs/stash-files'].map(ref => `delete ${ref}`);
  const good = `create refs/bisect/good-${merge} ${merge}`;
  git(repository, ['update-ref', '-m', 'signed', '--stdin'], `${[...updates, ...stale, good].join('\n')}\n`);
  git(repository, ['commit-graph', 'write', '--reachable']);
  git(repository, ['multi-pack-index', 'write']);
  const pack =
    readdirSync(join(repository, '.git/objects/pack'))
      .find(name => name.endsWith('.idx'))
      ?.slice(0, -4) ?? '';
  return { blob, commit, merge, pack: `.git/objects/pack/${pack}`, short: commit.slice(0, 8), tag, tree };
}

function shareWithRemote(repository: string, remote: string): void {
  git(dirname(remote), ['init', '--quiet', '--bare', '--template=', '--initial-branch=main', remote]);
  git(remote, ['fetch', '--quiet', repository, 'refs/heads/*:refs/heads/*', 'refs/tags/*:refs/tags/*']);
}

/** A branch with a file that only the remote has: a partial clone fetches it when it is looked at. */
function leaveOut(repository: string, remote: string): void {
  const blob = git(remote, ['hash-object', '-w', '--stdin'], 'only on the remote\n');
  const tree = git(repository, ['mktree', '--missing'], `100644 blob ${blob}\tabsent.txt\n`);
  const commit = git(repository, ['commit-tree', '-m', 'partial', '-p', 'main', tree]);
  git(repository, ['update-ref', 'refs/heads/partial', commit]);
}

/** A merge in progress, a bisection, a linked work tree, and files in every state. */
function makeState(repository: string): void {
  const at = (...parts: string[]) => join(repository, ...parts);
  git(repository, ['reset', '--quiet', '--hard', 'main']);
  git(repository, ['merge', '--quiet', 'theirs']);
  git(repository, ['worktree', 'add', '--quiet', 'linked', 'topic']);
  git(repository, ['bundle', 'create', '--quiet', 'changes.bundle', 'main', 'v1.0']);
  writeFileSync(at('change.patch'), `${git(repository, ['diff-tree', '-p', 'main~4', 'main~3'])}\n`);
  appendFileSync(at('staged.txt'), 'staged\n');
  writeFileSync(at('added.txt'), 'added\n');
  git(repository, ['mv', 'dir/renamed.txt', 'dir/moved.txt']);
  git(repository, ['add', 'staged.txt', 'added.txt']);
  for (const name of [
    'a.txt',
    'x.ext',
    'x.conv',
    'x.flt',
    'x.proc',
    'linked/x.conv',
    'sub/s.ext',
    'raw/s.conv',
    ...oddNames,
  ]) {
    appendFileSync(at(name), 'dirty\n');
  }
  writeFileSync(at('untracked file.txt'), 'untracked\n');
  writeFileSync(at('ignored.log'), 'ignored\n');
  mkdirSync(at('build'));
  writeFileSync(at('build', 'o.o'), 'ignored\n');
  const gitFolder = at('.git');
  mkdirSync(join(gitFolder, 'info'), { recursive: true });
  writeFileSync(join(gitFolder, 'info', 'exclude'), 'linked/\n');
  writeFileSync(join(gitFolder, 'info', 'sparse-checkout'), '/*\n');
  writeFileSync(join(gitFolder, 'BISECT_START'), 'main\n');
  writeFileSync(join(gitFolder, 'BISECT_TERMS'), 'bad\ngood\n');
  writeFileSync(join(gitFolder, 'BISECT_LOG'), "git bisect start 'main' 'v1.0'\n");
  writeFileSync(join(gitFolder, 'BISECT_NAMES'), '\n');
}

/** Last, so that making the fixture runs none of it. */
function makeHostile(repository: string, programs: Programs, variant: Variant): void {
  const gitFolder = join(repository, '.git');
  const poison = (folder: string, where: string) => {
    appendFileSync(join(folder, 'config'), hostileConfig(programs, where, variant));
    programs.hooksInto(folder);
  };
  // Bare repositories in the tree: one named by its folder alone, one that claims the work tree around it.
  const raw = join(repository, 'raw', '.git');
  cpSync(raw, join(repository, 'embedded'), { recursive: true });
  cpSync(raw, join(repository, 'nested', '.git'), { recursive: true });
  appendFileSync(join(repository, 'embedded', 'config'), '[core]\n\tworktree = ..\n');
  poison(gitFolder, 'repo');
  poison(raw, 'raw');
  poison(join(gitFolder, 'modules', 'sub'), 'sub');
  poison(join(repository, 'embedded'), 'embedded');
  poison(join(repository, 'nested', '.git'), 'nested');
  poison(join(repository, '..', 'remote.git'), 'remote');
  appendFileSync(join(gitFolder, 'config'), remotesConfig(programs, variant));
}

/** A person's environment at its worst. */
function inheritedBy(home: string, folder: string, programs: Programs): Record<string, string> {
  const program = (name: string) => programs.named(`inherited-${name}`);
  return {
    EDITOR: program('editor'),
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'core.fsmonitor',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: join(home, 'system-config'),
    GIT_CONFIG_VALUE_0: program('fsmonitor'),
    GIT_EDITOR: program('git-editor'),
    GIT_EXTERNAL_DIFF: program('external-diff'),
    GIT_PAGER: program('git-pager'),
    GIT_TRACE: join(folder, 'trace.log'),
    GIT_TRACE2_EVENT: join(folder, 'trace2.json'),
    HOME: home,
    PAGER: program('pager'),
    PATH: process.env.PATH ?? '',
    TMPDIR: join(folder, 'tmp'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local'),
  };
}
