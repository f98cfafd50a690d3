import { programOf } from '../core/command/parse.ts';
import type { RunResult } from '../core/git/result.ts';
import type { CliArguments } from './arguments.ts';
import { say } from './say.ts';
import { TEXT } from './text.ts';
import { classifyIn, EXIT, verdictText } from './verdicts.ts';
import { withCore } from './with-core.ts';

/** Exit codes that shells use for a command that did not come to its end. */
const STOPPED: Readonly<Partial<Record<string, number>>> = { 'timed-out': 124, cancelled: 130 };
const NOT_RUN = 126;

/** `sluice run`: a read runs at once, a write asks on a terminal and is denied without one. */
export function runCommand({ command: text, root }: CliArguments): Promise<number> {
  if (text === undefined) return Promise.resolve(say(TEXT.nothingToRun, EXIT.error));
  return withCore(root, async ({ execute, tidy, reportErrorIn }, signal) => {
    const execution = await execute(programOf(text), text, { repository: root, origin: 'cli', signal });
    switch (execution.kind) {
      case 'panel': {
        // A run without an exit code brought no result, only the reason.
        const { result, failure } = await execution.done;
        return result ? print(result) : say(failure?.message ?? '', exitCodeOf(null, failure?.reason));
      }
      case 'ran': {
        const code = print(execution.result);
        await tidy().catch(reportErrorIn('Tidying up'));
        return code;
      }
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
  for (const note of result.notes ?? []) process.stderr.write(`${note}\n`);
  const { failure, exitCode } = result;
  if (failure && failure.reason !== 'exit-code') process.stderr.write(`${failure.message}\n`);
  return exitCodeOf(exitCode, failure?.reason);
}

export const exitCodeOf = (exitCode: number | null, reason: string | undefined): number =>
  STOPPED[reason ?? ''] ?? exitCode ?? NOT_RUN;
