import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRemoteGate } from '../src/core/windows/remote-gate.ts';
import { bundleScript, startScript } from '../test/core/git/scripts.ts';
import { removeTemporaryFolders, temporaryFolder } from '../test/core/git/support.ts';
import { person, repository } from '../test/core/windows/support.ts';
import { questionAbout } from '../test/support/question.ts';
import { median, printTable } from './table.ts';

const ROUNDS = 50;
const STARTS = 15;

/** How long it takes until a window in another process says that it shows a question, by a real socket. */
export async function benchWindowLink(): Promise<void> {
  const { environment } = person();
  const root = repository();
  const script = join(temporaryFolder(), 'window.mjs');
  await bundleScript(pathToFileURL('test/core/windows/window-process.ts'), script);
  const window = startScript(script, [environment.XDG_STATE_HOME, root, '1']);
  try {
    await window.begun;
    const connecting: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) connecting.push(await untilShown(askerIn(environment), root));
    const connected = askerIn(environment);
    const again: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) again.push(await untilShown(connected, root));
    const starts: number[] = [];
    for (let round = 0; round < STARTS; round += 1) starts.push(await untilCommandLineWaits(environment, root));
    const row = (name: string, samples: readonly number[], bar: string) => [
      name,
      `${median(samples).toFixed(1)} ms`,
      `${Math.max(...samples).toFixed(1)} ms`,
      bar,
    ];
    printTable(
      `A question of another process, until the window says that it shows it`,
      ['from', 'median', 'longest', 'bar'],
      [
        row('the command waits, no connection yet', connecting, '100 ms'),
        row('the command waits, connected', again, '100 ms'),
        row('the start of `sluice run git branch topic`', starts, '–'),
      ],
    );
  } finally {
    window.child.kill();
    removeTemporaryFolders();
  }
}

interface Asker {
  readonly gate: ReturnType<typeof createRemoteGate>;
  readonly nextShown: () => Promise<void>;
}

function askerIn(environment: Readonly<Record<string, string | undefined>>): Asker {
  let shown = () => {};
  const nobody = () => Promise.reject(new Error('No window took the question.'));
  const gate = createRemoteGate({
    environment,
    version: '1.2.3',
    fallback: { decide: nobody, decidePlan: nobody },
    redact: text => text,
    shown: () => shown(),
    reportError(error) {
      throw error;
    },
  });
  return {
    gate,
    nextShown: () =>
      new Promise(resolve => {
        shown = resolve;
      }),
  };
}

async function untilShown({ gate, nextShown }: Asker, root: string): Promise<number> {
  const over = new AbortController();
  const begun = performance.now();
  const shown = nextShown();
  const decided = gate.decide(questionAbout('git branch topic', { repository: root, origin: 'mcp' }), over.signal);
  await Promise.race([shown, decided]);
  const ms = performance.now() - begun;
  over.abort();
  await decided;
  return ms;
}

async function untilCommandLineWaits(
  environment: Readonly<Record<string, string | undefined>>,
  root: string,
): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, ['dist/cli.cjs', 'run', '--root', root, 'git branch topic'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await new Promise(resolve => child.stderr.once('data', resolve));
  const ms = performance.now() - begun;
  child.kill('SIGKILL');
  await new Promise(resolve => child.once('close', resolve));
  return ms;
}
