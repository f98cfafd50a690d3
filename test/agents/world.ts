import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { setup } from '../../src/cli/setup/setup.ts';
import type { Decision } from '../../src/core/writes/question.ts';
import { quoted } from '../../src/hook/own-command.ts';
import { git, temporaryFolder } from '../core/git/support.ts';
import { openWindow, person, type TestWindow } from '../core/windows/support.ts';
import { claude, programOfClient, type TestClient } from './clients.ts';
import { type ScriptedModel, type Step, startModel } from './scripted-model.ts';

/** A person with a repository, its remote, a window that has it open, and a client as it comes. */
export interface World {
  readonly root: string;
  readonly home: string;
  readonly window: TestWindow;
  /** What the client is started in. */
  readonly environment: NodeJS.ProcessEnv;
  /** Runs the client with no terminal until the script is done; gives what the model was told of its calls. */
  readonly run: (script: readonly Step[], ...options: readonly string[]) => Promise<readonly string[]>;
  /** The commit that the remote has. */
  readonly pushed: () => string;
  /** The names of the tools that the model was offered in the last session. */
  readonly offered: () => ReadonlySet<string>;
  /** Answers the next questions of the window in turn, as they come; gives what all of them asked. */
  readonly answer: (...decisions: readonly Decision[]) => Promise<readonly string[]>;
  /** Runs `sluice undo` of these doors as a person at a script does, and says yes to it; gives its exit code. */
  readonly undo: (doors: string) => Promise<number | null>;
  /** Installs the hook as a person does, from the doors in a folder; `mcp`: the server too, `vscode`: the editor's hook too. */
  readonly install: (doors: string, also?: 'mcp' | 'vscode') => Promise<void>;
}

export async function createWorld(client: TestClient = claude): Promise<World> {
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
  };
  let answered = 0;
  const answer: World['answer'] = async (...decisions) => {
    const { questions } = window;
    for (const decision of decisions) {
      await vi.waitUntil(() => questions.length > answered, 90_000);
      questions[answered++]?.answer(decision);
    }
    return questions.map(({ question }) => question.text);
  };
  let hook: string | undefined;
  let mcp: [string, ...string[]] | undefined;
  let model: ScriptedModel | undefined;
  return {
    root,
    home,
    window,
    environment,
    offered: () => model?.offered() ?? new Set(),
    answer,
    async undo(doors) {
      const words = [join(doors, 'cli.cjs'), 'undo'];
      const child = spawn(process.execPath, words, { cwd: root, env: environment, stdio: 'ignore' });
      const [code] = await Promise.all([
        new Promise<number | null>(resolve => child.on('close', resolve)),
        answer({ kind: 'run' }),
      ]);
      return code;
    },
    pushed: () => git(remote, 'rev-parse', 'main').trim(),
    async install(doors, also) {
      if (also === 'mcp') mcp = [process.execPath, join(doors, 'cli.cjs'), 'mcp', '--repo', root];
      // Its file is a person's to write: sluice setup shows what to put there.
      if (client.name === 'codex') hook = `${quoted([process.execPath, join(doors, 'hook.cjs'), 'codex'])} || exit 2`;
      if (client.name === 'codex') return;
      const [, started = ''] = process.argv;
      process.argv[1] = join(doors, 'cli.cjs');
      try {
        for (const name of also === 'vscode' ? [client.name, also] : [client.name]) {
          const asked = { home, environment: {}, print: () => {}, ask: async () => 'y' };
          const code = await setup([name, '--install'], asked);
          if (code !== 0) throw new Error(`sluice setup ${name} ended with ${code}.`);
        }
      } finally {
        process.argv[1] = started;
      }
    },
    async run(script, ...options) {
      const served = await startModel(script);
      model = served;
      try {
        const start = client.start({ home, address: served.address, mcp, hook });
        const words = client.name === 'codex' ? [...start.args, ...options, 'do it'] : [...start.args, ...options];
        const child = spawn(programOfClient(client), words, {
          cwd: root,
          env: { ...environment, ...start.environment },
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        const output: Buffer[] = [];
        for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => output.push(chunk));
        const code = await new Promise(resolve => child.on('close', resolve));
        if (code !== 0)
          throw new Error(`The client ended with ${code}: ${Buffer.concat(output).toString().slice(-2000)}`);
        return served.told();
      } finally {
        served.close();
      }
    },
  };
}
