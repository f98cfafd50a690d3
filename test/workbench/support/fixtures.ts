import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { makeSampleRepository } from '../../../scripts/sample-repository.mjs';
import { git } from './git.ts';
import { gitHubBeside } from './local-github.ts';

/** The folders a launch opens, and what the editor's environment has besides ours. */
export interface Opened {
  /** A folder, a .code-workspace file or nothing at all for each phase; a phase that has none of its own sees the last again. */
  readonly open: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
  /** The folder of a second window. */
  readonly other?: string;
  /** What its suites may ask for besides the actions on the page, by name. */
  readonly actions?: Readonly<Record<string, (details: never) => unknown>>;
  /** To be called when the launch is over. */
  readonly stop?: () => Promise<void>;
}

/** Makes it in an empty folder of its own. */
export type Fixture = (folder: string) => Opened | Promise<Opened>;

/** A repository with one commit of one file. */
function small(folder: string, text = 'hello\n'): string {
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '-q', '-b', 'main');
  writeFileSync(join(folder, 'a.txt'), text);
  git(folder, 'add', '.');
  git(folder, 'commit', '-q', '-m', 'First');
  return folder;
}

/** A PATH whose first git writes down every start before it becomes the real one. */
function tracedPath(folder: string): Readonly<Record<string, string>> {
  const bin = join(folder, 'bin');
  const log = join(folder, 'git-starts.log');
  const real = realpathSync(execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim());
  mkdirSync(bin);
  writeFileSync(log, '');
  writeFileSync(join(bin, 'git'), `#!/bin/sh\necho "$@" >> '${log}'\nexec '${real}' "$@"\n`);
  chmodSync(join(bin, 'git'), 0o755);
  return { PATH: `${bin}${delimiter}${process.env.PATH}`, SLUICE_GIT_STARTS: log };
}

export const fixtures = {
  sample: folder => ({ open: [makeSampleRepository(join(folder, 'engine'))], env: tracedPath(folder) }),

  clean: folder => ({ open: [small(join(folder, 'clean'))], env: tracedPath(folder) }),

  /** In the order of the phases of `empty states`. */
  emptyStates: folder => {
    const plain = join(folder, 'plain');
    const bare = join(folder, 'bare.git');
    const linked = join(folder, 'linked');
    const clean = small(join(folder, 'clean'));
    mkdirSync(plain);
    git(clean, 'clone', '-q', '--bare', '.', bare);
    git(clean, 'worktree', 'add', '-q', '-b', 'side', linked);
    return { open: ['', plain, bare, clean, linked] };
  },

  noGit: folder => {
    const empty = join(folder, 'no-programs');
    mkdirSync(empty);
    return { open: [small(join(folder, 'repository'))], env: { PATH: empty } };
  },

  /** A folder that is no repository, with two in it and one further down; one has a file with two hunks. */
  nested: folder => {
    const open = join(folder, 'workspace');
    const numbered = (...changed: number[]) =>
      Array.from({ length: 30 }, (_, at) => `${at}${changed.includes(at) ? ' changed' : ''}\n`).join('');
    const north = small(join(open, 'north'), numbered());
    small(join(open, 'south'), 'south\n');
    small(join(open, 'deep', 'east'), 'east\n');
    writeFileSync(join(north, 'a.txt'), numbered(2, 25));
    writeFileSync(join(open, 'south', 'only-south.txt'), 'new\n');
    return { open: [open] };
  },

  /** A repository with a past, a file with two hunks, and three repositories below it. */
  product: folder => {
    const open = makeSampleRepository(join(folder, 'product'), { merging: false });
    const engine = join(open, 'src', 'engine.ts');
    writeFileSync(engine, `/* The engine turns both ways. */\n${readFileSync(engine, 'utf8')}`);
    for (const name of ['cards', 'store', 'web']) {
      writeFileSync(join(small(join(open, name)), 'to-do.md'), `Look at ${name}.\n`);
      appendFileSync(join(open, '.git', 'info', 'exclude'), `/${name}/\n`);
    }
    return { open: [open] };
  },

  /** A clone of octo/demo, whose GitHub is on this machine. */
  gitHub: async folder => {
    const { clone, env, act, stop } = await gitHubBeside(folder);
    return { open: [clone], env, actions: { github: act }, stop };
  },

  /** The same with a token in the environment, and a second clone for a second window. */
  gitHubSignedIn: async folder => {
    const { clone, other, env, act, stop } = await gitHubBeside(folder, { signedIn: true });
    return { open: [clone], other, env, actions: { github: act }, stop };
  },

  /** A repository, and a bare one beside it that staged commits are pushed to. */
  sandbox: folder => {
    const engine = makeSampleRepository(join(folder, 'engine'), { merging: false });
    git(engine, 'config', 'user.name', 'Ada Lovelace');
    git(engine, 'config', 'user.email', 'ada@example.com');
    const bare = join(folder, 'store.git');
    git(folder, 'clone', '-q', '--bare', engine, bare);
    for (const [key, value] of [
      ['user.name', 'Ada Lovelace'],
      ['user.email', 'ada@example.com'],
    ] as const)
      git(bare, 'config', key, value);
    const open = join(folder, 'both.code-workspace');
    writeFileSync(open, JSON.stringify({ folders: ['engine', 'store.git'].map(path => ({ path })) }));
    return { open: [open] };
  },

  severalRoots: folder => {
    const names = ['north', 'south'];
    for (const name of names) writeFileSync(join(small(join(folder, name), `${name}\n`), `only-${name}.txt`), 'new\n');
    const open = join(folder, 'both.code-workspace');
    writeFileSync(open, JSON.stringify({ folders: names.map(path => ({ path })) }));
    return { open: [open] };
  },
} as const satisfies Record<string, Fixture>;
