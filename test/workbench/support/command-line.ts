import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { extensions } from 'vscode';
import { folder } from './sluice.ts';

/** What a command line said, and how it ended. */
export interface CommandLineEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built command line. */
export const commandLine = (): string => {
  const extension = extensions.getExtension('sluice.sluice');
  if (extension === undefined) throw new Error('Sluice is not installed in this editor.');
  return join(extension.extensionPath, 'dist', 'cli.cjs');
};

/** Starts `sluice …` in the folder as a script or an agent does: with no terminal. */
export function startCommandLine(...words: readonly string[]): {
  readonly child: ChildProcess;
  readonly ended: Promise<CommandLineEnd>;
} {
  const child = spawn(process.execPath, [commandLine(), ...words], {
    cwd: folder(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', chunk => {
      said[name] += chunk;
    });
  const ended = new Promise<CommandLineEnd>(resolve => child.on('close', code => resolve({ code, ...said })));
  return { child, ended };
}

/** The windows that other processes can find. */
export function registeredWindows(): readonly string[] {
  const registry = join(process.env.XDG_STATE_HOME ?? '', 'sluice', 'windows');
  return existsSync(registry) ? readdirSync(registry).filter(name => name.endsWith('.json')) : [];
}
