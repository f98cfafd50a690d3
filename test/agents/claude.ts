import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setup } from '../../src/cli/setup/setup.ts';
import { git, temporaryFolder } from '../core/git/support.ts';
import { openWindow, person, type TestWindow } from '../core/windows/support.ts';
import { type Step, startModel } from './scripted-model.ts';

const client = fileURLToPath(new URL('../../.cache/agents/node_modules/.bin/claude', import.meta.url));

/** Where it cannot be installed its tests are skipped. */
export const hasClaude = existsSync(client);

/** A person with a repository, its remote, a window that has it open, and Claude Code as it comes. */
export interface World {
  readonly root: string;
  readonly home: string;
  readonly window: TestWindow;
  /** Runs the client with no terminal until the script is done; gives what the model was told of its calls. */
  readonly run: (script: readonly Step[], ...options: readonly string[]) => Promise<readonly string[]>;
  /** The commit that the remote has. */
  readonly pushed: () => string;
  /** Installs the hook as a person does, from the doors in a folder. */
  readonly install: (doors: string) => Promise<void>;
}

export async function createWorld(): Promise<World> {
  const top = temporaryFolder();
  const [home, root, remote, temporary] = ['home', 'repository', 'remote.git', 'tmp'].map(name => join(top, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const folder of [home, root, remote, temporary]) mkdirSync(folder);
  git(remote, 'init', '-q', '--bare');
  git(root, 'init', '-q');
  mkdirSync(join(root, 'sub'));
  writeFileSync(join(root, 'sub', 'a.txt'), 'one\n');
  git(root, 'add', '.');
  git(root, 'commit', '-q', '-m', 'The first commit');
  git(root, 'remote', 'add', 'origin', remote);
  git(root, 'push', '-q', '-u', 'origin', 'main');
  git(root, 'commit', '-q', '--allow-empty', '-m', 'The second commit');
  const state = person().environment;
  const window = await openWindow(state, root);
  const environment = {
    ...state,
    PATH: process.env.PATH ?? '',
    HOME: home,
    TMPDIR: temporary,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
    ANTHROPIC_API_KEY: 'dummy',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_TELEMETRY: '1',
    ENABLE_TOOL_SEARCH: 'false',
    // Or it does not skip permissions for root, as tests in a container are.
    IS_SANDBOX: '1',
  };
  return {
    root,
    home,
    window,
    pushed: () => git(remote, 'rev-parse', 'main').trim(),
    async install(doors) {
      const [, started = ''] = process.argv;
      process.argv[1] = join(doors, 'cli.cjs');
      try {
        const code = await setup(['claude', '--install'], {
          home,
          environment: {},
          print: () => {},
          ask: async () => 'y',
        });
        if (code !== 0) throw new Error(`sluice setup ended with ${code}.`);
      } finally {
        process.argv[1] = started;
      }
    },
    async run(script, ...options) {
      const model = await startModel(script);
      try {
        const child = spawn(client, ['-p', 'do it', '--output-format', 'stream-json', '--verbose', ...options], {
          cwd: root,
          env: { ...environment, ANTHROPIC_BASE_URL: model.address },
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        const output: Buffer[] = [];
        for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => output.push(chunk));
        const code = await new Promise(resolve => child.on('close', resolve));
        if (code !== 0)
          throw new Error(`The client ended with ${code}: ${Buffer.concat(output).toString().slice(-2000)}`);
        return model.told();
      } finally {
        model.close();
      }
    },
  };
}
