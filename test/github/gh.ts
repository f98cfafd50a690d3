import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { token } from './sample.ts';
import type { LocalGitHub } from './server.ts';

/** The real ghs: the system's, and a newer one that `scripts/second-gh.mjs` brings in. */
const candidates = ['gh', fileURLToPath(new URL('../../.cache/gh/trixie/gh', import.meta.url))];

export interface GhProgram {
  path: string;
  version: string;
}

/** Every gh there is on this machine, oldest first. */
export const ghPrograms: GhProgram[] = candidates.flatMap(path => {
  if (path !== 'gh' && !existsSync(path)) return [];
  try {
    const text = execFileSync(path, ['--version'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, GH_NO_UPDATE_NOTIFIER: '1' },
    });
    return [{ path, version: /\d+\.\d+\.\d+/.exec(text)?.[0] ?? 'unknown' }];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
});

export interface GhResult {
  stdout: string;
  stderr: string;
  exitCode: number;
}

/** A gh with a home of its own that talks to a local GitHub and to nothing else. */
export class Gh {
  readonly folder = mkdtempSync(join(tmpdir(), 'gh-'));
  /** Where it runs: a folder that is no repository unless a test makes it one. */
  readonly cwd = join(this.folder, 'work');

  constructor(
    readonly program: GhProgram,
    readonly github: Pick<LocalGitHub, 'socket'>,
  ) {
    for (const name of ['config', 'tmp', 'work']) mkdirSync(join(this.folder, name));
    writeFileSync(join(this.folder, 'config', 'config.yml'), `version: 1\nhttp_unix_socket: ${github.socket}\n`);
  }

  environment(own: Record<string, string> = {}): Record<string, string> {
    return {
      PATH: process.env.PATH ?? '',
      HOME: this.folder,
      GH_CONFIG_DIR: join(this.folder, 'config'),
      TMPDIR: join(this.folder, 'tmp'),
      XDG_CACHE_HOME: join(this.folder, 'tmp'),
      XDG_STATE_HOME: join(this.folder, 'tmp'),
      GH_TOKEN: token,
      GH_PROMPT_DISABLED: '1',
      GH_NO_UPDATE_NOTIFIER: '1',
      GH_PAGER: 'cat',
      NO_COLOR: '1',
      TERM: 'xterm-256color',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      ...own,
    };
  }

  async run(args: string[], { env, input }: { env?: Record<string, string>; input?: string } = {}): Promise<GhResult> {
    const { stdout, stderr, exitCode } = await execa(this.program.path, args, {
      cwd: this.cwd,
      env: this.environment(env),
      extendEnv: false,
      reject: false,
      stripFinalNewline: false,
      ...(input === undefined ? { stdin: 'ignore' as const } : { input }),
    });
    return { stdout, stderr, exitCode: exitCode ?? -1 };
  }

  /** Its output, when it ended well; otherwise an error with what it said. */
  async text(...args: string[]): Promise<string> {
    const { stdout, stderr, exitCode } = await this.run(args);
    if (exitCode !== 0) throw new Error(`gh ${args.join(' ')} ended with ${exitCode}: ${stderr || stdout}`);
    return stdout;
  }

  async json<T>(...args: string[]): Promise<T> {
    return JSON.parse(await this.text(...args)) as T;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
