import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { GhProgram } from '../../github/gh.ts';
import { addSample } from '../../github/sample.ts';
import { type LocalGitHub, startGitHub } from '../../github/server.ts';
import { keepPristine } from '../fixture.ts';
import { hostileConfig } from '../hostile-config.ts';
import { Programs } from '../programs.ts';
import type { Watched } from '../prove.ts';
import type { NameOf } from './pools.ts';

/** A clone of the local GitHub's sample in the hands of somebody whose every program, alias and extension leaves a mark. */
export interface GhFixture extends Watched {
  readonly repository: string;
  readonly github: LocalGitHub;
  readonly gh: GhProgram;
  /** The config folder of ours, which no read may write to either. */
  readonly configDir: string;
  readonly inherited: Readonly<Record<string, string>>;
  /** What has an id that nobody can know beforehand. */
  readonly names: Readonly<Record<NameOf, string>>;
  /** A program that is never to run, to put into hostile words. */
  readonly program: string;
  remove(): Promise<void>;
}

/** A token for other hosts, which no request to this one may carry. */
export const foreignToken = 'ghp_ForeignForeignForeignForeignForeign9999';

/** By the name of one of these gh opens a browser, a pager or an editor, or asks the terminal what it can. */
const starters = [
  ...['cygstart', 'less', 'more', 'nano', 'open', 'vi', 'vim', 'wslview', 'www-browser', 'x-www-browser', 'xdg-open'],
  ...['infocmp', 'tput', 'gpg'],
];

/** gh asks ssh which host a name in the address of a remote stands for; anything else leaves a mark. */
const ssh = (marks: string) => `#!/bin/sh
if test "$*" = '-G github.com'; then echo 'hostname github.com'; else echo "ssh $*" >>'${marks}'; fi
`;

/** The clock of the local GitHub stands still, so that thousands of requests come in one minute. */
const most = Number.MAX_SAFE_INTEGER;
const unlimited = {
  ...{ core: most, graphql: most, search: most, code_search: most },
  secondary: { rest: most, graphql: most, concurrent: most },
};

export async function makeGhFixture(gh: GhProgram): Promise<GhFixture> {
  const base = mkdtempSync(join(tmpdir(), 'sluice-gh-differential-'));
  const [folder, marks, bin] = [join(base, 'fixture'), join(base, 'marks'), join(base, 'programs')];
  const [repository, home, configDir] = [join(folder, 'repo'), join(folder, 'home'), join(folder, 'config')];
  const programs = new Programs(bin, marks);
  for (const name of starters) programs.named(name);
  writeFileSync(join(bin, 'ssh'), ssh(marks), { mode: 0o755 });
  for (const each of [repository, home, configDir, join(folder, 'tmp')]) mkdirSync(each, { recursive: true });

  const github = await startGitHub({ limits: unlimited });
  const { demo, bad, gist, project } = addSample(github);
  writeFileSync(join(configDir, 'config.yml'), `version: "1"\nhttp_unix_socket: ${github.socket}\n`);
  hostilePerson(home, programs, github.socket);
  clone(repository, github);
  for (const name of ['notes.txt', '.env']) writeFileSync(join(repository, name), 'SECRET=sesame-open\n');
  appendFileSync(
    join(repository, '.git', 'config'),
    hostileConfig(programs, 'repo', { signatures: false, partial: false }),
  );
  programs.hooksInto(join(repository, '.git'));
  return {
    folder,
    marks,
    repository,
    github,
    gh,
    configDir,
    inherited: inheritedBy(home, folder, bin, programs),
    names: {
      run: String(bad.databaseId),
      job: String(bad.jobs[0]?.databaseId),
      gist: gist.name,
      project: String(project.number),
      commit: demo.git.branch('main') ?? '',
    },
    program: programs.named('argument'),
    restore: keepPristine(folder, join(base, 'pristine')),
    async remove() {
      await github.stop();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

function clone(repository: string, github: LocalGitHub): void {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: dirname(repository),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_SSH_COMMAND: github.ssh,
    GIT_SSH_VARIANT: 'simple',
  };
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, env, stdio: 'ignore' });
  git('clone', '-q', '--template=', 'git@github.com:octo/demo.git', '.');
  git('switch', '-q', 'fix-crash');
}

/** The gh config and extension of a person that ours must keep out. */
function hostilePerson(home: string, programs: Programs, socket: string): void {
  const mark = (name: string) => programs.named(`own-${name}`);
  const config = join(home, '.config', 'gh');
  const extension = join(home, '.local', 'share', 'gh', 'extensions', 'gh-trap');
  for (const each of [config, extension]) mkdirSync(each, { recursive: true });
  const choices = ['browser', 'editor', 'pager'].map(name => `${name}: ${mark(name)}`);
  const aliases = ['trap', 'co'].map(name => `  ${name}: '!${mark(`alias-${name}`)}'`);
  const lines = ['version: "1"', `http_unix_socket: ${socket}`, 'prompt: enabled', ...choices, 'aliases:', ...aliases];
  writeFileSync(join(config, 'config.yml'), `${lines.join('\n')}\n`);
  writeFileSync(join(config, 'hosts.yml'), `ghe.example.com:\n    oauth_token: ${foreignToken}\n    user: monalisa\n`);
  writeFileSync(join(extension, 'gh-trap'), `#!/bin/sh\nexec '${mark('extension')}'\n`, { mode: 0o755 });
}

/** A person's environment at its worst. */
function inheritedBy(home: string, folder: string, bin: string, programs: Programs): Record<string, string> {
  const program = (name: string) => programs.named(`inherited-${name}`);
  return {
    BROWSER: program('browser'),
    DEBUG: 'api',
    EDITOR: program('editor'),
    GH_BROWSER: program('gh-browser'),
    GH_CONFIG_DIR: join(home, '.config', 'gh'),
    GH_DEBUG: 'api',
    GH_EDITOR: program('gh-editor'),
    GH_ENTERPRISE_TOKEN: foreignToken,
    GH_FORCE_TTY: '80',
    GH_HOST: 'ghe.example.com',
    GH_PAGER: program('gh-pager'),
    GH_REPO: 'ghe.example.com/octo/demo',
    GITHUB_ENTERPRISE_TOKEN: foreignToken,
    GIT_EDITOR: program('git-editor'),
    GIT_TRACE: join(folder, 'trace.log'),
    HOME: home,
    PAGER: program('pager'),
    PATH: `${bin}:${process.env.PATH ?? ''}`,
    TMPDIR: join(folder, 'tmp'),
    VISUAL: program('visual'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
  };
}
