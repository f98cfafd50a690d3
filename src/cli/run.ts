import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { isMutating, isReadOnly } from '../core/command/classify.ts';
import { askPerson, type GateUi } from '../core/gate/approval.ts';
import { createLog } from '../core/run/log.ts';
import { createRedactor } from '../core/run/redact.ts';
import type { RunResult } from '../core/run/result.ts';
import { createRunner } from '../core/run/runner.ts';
import type { CliArguments } from './arguments.ts';
import { describe, EXIT, judgeText } from './judge.ts';

/** What shells use for a command that was stopped. */
const TIMED_OUT = 124;
const INTERRUPTED = 130;
const NOT_RUN = 126;

/** A person at a terminal pages for themselves, so far more than a panel shows. */
const CAP_BYTES = 64 * 1024 * 1024;

/** `sluice run`: a read runs at once, a write asks on a terminal and is denied without one. */
export async function runCommand({ command: text, root }: CliArguments): Promise<number> {
  if (text === undefined) return say('Give the command to run, for example: sluice run git status', EXIT.error);
  const judged = judgeText(text, root);
  if ('error' in judged) return say(judged.error, EXIT.error);
  const { command } = judged;
  if (!isReadOnly(command) && !isMutating(command)) return say(describe(command), EXIT.refused);

  const scratch = await mkdtemp(join(tmpdir(), 'sluice-'));
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    const token = process.env.GH_TOKEN ?? process.env.GITHUB_TOKEN;
    const redactor = createRedactor({ tokens: token ? [token] : [], environment: process.env, patterns: [] });
    const runner = createRunner({
      roots: () => [root],
      gh: () => ({ token, host: process.env.GH_HOST, configDir: join(scratch, 'gh') }),
      redactor: () => redactor,
      log: createLog({ write: () => {}, redact: redactor.redact }),
      capBytes: CAP_BYTES,
    });
    const request = { repository: root, origin: 'cli', signal: stop.signal } as const;
    if (isReadOnly(command)) return print(await runner.read(command, request));
    const approval = await askPerson(terminal, command, root, 'cli');
    if (!approval)
      return say(
        process.stdin.isTTY ? 'Not run.' : `${describe(command)}\nNot run: nobody is here to approve it.`,
        EXIT.mutating,
      );
    return print(await runner.write(command, approval, request));
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The gate on a terminal: the verdict, then y or anything else. Without a terminal the answer is no. */
const terminal: GateUi = {
  async confirm(command, repository) {
    if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
    process.stderr.write(`${describe(command)}\n           in ${repository}\n`);
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    // Ctrl+C, Ctrl+D and a terminal that goes away close the interface without an answer: nobody said yes.
    const closed = new Promise<string>(resolve => lines.once('close', () => resolve('')));
    const answer = await Promise.race([lines.question('Run it? [y/N] '), closed]);
    lines.close();
    return /^y(es)?$/i.test(answer.trim());
  },
};

function print(result: RunResult): number {
  process.stdout.write(result.stdout);
  process.stderr.write(result.stderr);
  const { failure, exitCode } = result;
  if (failure && failure.reason !== 'exit-code') process.stderr.write(`${failure.message}\n`);
  if (result.timedOut) return TIMED_OUT;
  if (result.cancelled) return INTERRUPTED;
  return exitCode ?? NOT_RUN;
}

function say(message: string, code: number): number {
  process.stderr.write(`${message}\n`);
  return code;
}
