import { programOf } from '../core/command/parse.ts';
import { notRun, type RunResult } from '../core/git/result.ts';
import type { CliArguments } from './arguments.ts';
import { say } from './say.ts';
import { TEXT } from './text.ts';
import { classifyIn, EXIT, verdictText } from './verdicts.ts';
import { withCore } from './with-core.ts';

/** Exit codes that shells use for a command that was stopped. */
const TIMED_OUT = 124;
const INTERRUPTED = 130;
const NOT_RUN = 126;

/** `sluice run`: a read runs at once, a write asks on a terminal and is denied without one. */
export function runCommand({ command: text, root }: CliArguments): Promise<number> {
  if (text === undefined) return Promise.resolve(say(TEXT.nothingToRun, EXIT.error));
  return withCore(root, async ({ execute }, signal) => {
    const execution = await execute(programOf(text), text, { repository: root, origin: 'cli', signal });
    switch (execution.kind) {
      case 'panel': {
        const { result, failure } = await execution.done;
        return print(result ?? notRun('not-started', failure?.message ?? ''));
      }
      case 'ran':
        return print(execution.result);
      case 'declined':
        return say(process.stdin.isTTY ? TEXT.notRun : TEXT.nobodyToApprove(describe(text, root)), EXIT.mutating);
      case 'refused':
        return say(describe(text, root), EXIT.refused);
      default:
        return say(execution.message, EXIT.error);
    }
  });
}

function describe(text: string, root: string): string {
  const classified = classifyIn(text, root);
  return classified.ok ? verdictText(classified.command) : classified.message;
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
