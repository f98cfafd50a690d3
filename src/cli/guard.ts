import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { quoteWord } from '../core/command/quote.ts';
import { ownCommand } from '../hook/own-command.ts';
import { EXIT } from './exit.ts';
import { GUARD_FOLDER } from './guard-path.ts';
import { HELP } from './help.ts';
import { TEXT } from './text.ts';

/** A terminal sends them to everybody in it: whoever started the agent waits for it. */
const LEFT_TO_THE_AGENT = ['SIGINT', 'SIGQUIT'] as const;
const PASSED_ON = ['SIGHUP', 'SIGTERM'] as const;

/**
 * `sluice guard <command …>`: starts an agent that finds programs of ours on its PATH in place of git and gh: reads run
 * guarded, writes ask. A rail for who goes the usual way: whoever names git by its path goes round it.
 */
export async function guardCommand([program, ...args]: readonly string[]): Promise<number> {
  if (program === undefined || ['-h', '--help'].includes(program)) {
    process.stdout.write(HELP.guard);
    return program === undefined ? EXIT.error : 0;
  }
  if (process.platform === 'win32') return say(TEXT.guard.notHere, EXIT.error);
  const folder = await mkdtemp(join(tmpdir(), 'sluice-guard-'));
  try {
    await Promise.all(['git', 'gh'].map(name => writeStandIn(folder, name)));
    process.stderr.write(`${TEXT.guard.isARail}\n`);
    return await start(program, args, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What an agent starts when it means git or gh. */
async function writeStandIn(folder: string, name: string): Promise<void> {
  const file = join(folder, name);
  const command = [...ownCommand('cli'), 'run', '--', name].map(quoteWord).join(' ');
  await writeFile(file, `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o700 });
  await chmod(file, 0o700);
}

function start(program: string, args: readonly string[], folder: string): Promise<number> {
  const { PATH = '' } = process.env;
  const env = { ...process.env, PATH: `${folder}${delimiter}${PATH}`, [GUARD_FOLDER]: folder };
  // Before it starts: a signal that comes with its first word would else leave it alone in the world.
  for (const name of LEFT_TO_THE_AGENT) process.on(name, () => {});
  for (const name of PASSED_ON) process.on(name, () => child.kill(name));
  const child = spawn(program, args, { stdio: 'inherit', env });
  return new Promise(resolve => {
    child.on('error', error => resolve(say(TEXT.guard.notStarted(program, error.message), EXIT.notRun)));
    child.on('close', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}

function say(message: string, code: number): number {
  process.stderr.write(`${message}\n`);
  return code;
}
