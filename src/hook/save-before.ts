import { spawn } from 'node:child_process';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { openCallsFolder } from '../core/user-state.ts';
import { ownCommand } from './own-command.ts';
import { TEXT } from './text.ts';

/** What the command line is told, on standard input. */
export interface SnapshotRequest {
  readonly event: 'session' | 'before' | 'after';
  readonly client: string;
  readonly call: string;
  readonly cwd: string;
  readonly line: string;
}

/** From the start of the hook: clients give up on one after 30, and the agent waits meanwhile. */
const LONGEST_MS = { before: 15_000, session: 25_000, after: 25_000 } as const;

/**
 * Has the command line save what is there, or note what changed: the hook is too small for that. Gives why it could not, in
 * words for the person; undefined when it did. It never says anything of whether the call may run.
 */
export async function saveByCommandLine(request: SnapshotRequest): Promise<string | undefined> {
  const [program = '', ...words] = ownCommand('cli');
  const child = spawn(program, [...words, 'agent-snapshot'], { cwd: request.cwd, stdio: ['pipe', 'ignore', 'pipe'] });
  const said: Buffer[] = [];
  child.stderr.on('data', chunk => said.push(chunk));
  // Where it could not start the end of it says so.
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(request));
  let timer: NodeJS.Timeout | undefined;
  const failure = await new Promise<string | undefined>(resolve => {
    timer = setTimeout(
      () => {
        // Politely: what git is at comes to its end, and what is half saved goes.
        child.kill('SIGTERM');
        resolve(TEXT.snapshotTooSlow);
      },
      LONGEST_MS[request.event] - process.uptime() * 1000,
    );
    child.on('error', error => resolve(error.message));
    child.on('close', code => resolve(code === 0 ? undefined : reasonIn(Buffer.concat(said).toString())));
  });
  clearTimeout(timer);
  child.unref();
  child.stderr.destroy();
  return failure;
}

/** The line of a failure that says why: below it is where. */
const reasonIn = (said: string): string => {
  const lines = said.split('\n').filter(line => line.trim() !== '');
  return (lines.find(line => /^(?:Sluice failed|\w*Error): /.test(line)) ?? lines[0] ?? 'nobody knows why').slice(
    0,
    300,
  );
};

/** Whether something was saved before a call, so that its end is to be noted. */
export const wasSavedBefore = (call: string): Promise<boolean> =>
  access(join(openCallsFolder(process.env), call)).then(
    () => true,
    () => false,
  );
