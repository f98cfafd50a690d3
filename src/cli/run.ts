import { isMutating, isReadOnly } from '../core/command/classify.ts';
import type { RunResult } from '../core/git/result.ts';
import type { CliArguments } from './arguments.ts';
import { withCore } from './core.ts';
import { describe, EXIT, judgeText } from './judge.ts';
import { say } from './say.ts';

/** What shells use for a command that was stopped. */
const TIMED_OUT = 124;
const INTERRUPTED = 130;
const NOT_RUN = 126;

/** `sluice run`: a read runs at once, a write asks on a terminal and is denied without one. */
export async function runCommand({ command: text, root }: CliArguments): Promise<number> {
  if (text === undefined) return say('Give the command to run, for example: sluice run git status', EXIT.error);
  const judged = judgeText(text, root);
  if ('error' in judged) return say(judged.error, EXIT.error);
  const { command } = judged;
  if (!isReadOnly(command) && !isMutating(command)) return say(describe(command), EXIT.refused);
  return withCore(root, async ({ runner, gate, signal }) => {
    const request = { repository: root, origin: 'cli', signal } as const;
    if (isReadOnly(command)) return print(await runner.read(command, request));
    const passed = await gate(command, request);
    if (passed.kind === 'ran') return print(passed.result);
    return say(
      process.stdin.isTTY ? 'Not run.' : `${describe(command)}\nNot run: nobody is here to approve it.`,
      EXIT.mutating,
    );
  });
}

function print(result: RunResult): number {
  process.stdout.write(result.stdout);
  process.stderr.write(result.stderr);
  const { failure, exitCode } = result;
  if (failure && failure.reason !== 'exit-code') process.stderr.write(`${failure.message}\n`);
  if (result.timedOut) return TIMED_OUT;
  if (result.cancelled) return INTERRUPTED;
  return exitCode ?? NOT_RUN;
}
