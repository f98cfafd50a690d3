import { createReadStream } from 'node:fs';
import { programOf } from '../core/command/parse.ts';
import type { RunResult } from '../core/git/result.ts';
import type { CliArguments } from './arguments.ts';
import { type Paint, paintFor } from './color.ts';
import { EXIT } from './exit.ts';
import { canAsk, say } from './say.ts';
import { TEXT } from './text.ts';
import { classifyIn, verdictText } from './verdicts.ts';
import { withCore } from './with-core.ts';

/** Exit codes that shells use for a command that did not come to its end. */
const STOPPED: Readonly<Partial<Record<string, number>>> = { 'timed-out': 124, cancelled: 130 };

/** `sluice run`: a read runs at once, a write asks on the terminal or in a window, and is denied where there is neither. */
export function runCommand({ command: text, root, color }: CliArguments): Promise<number> {
  if (text === undefined) return Promise.resolve(say(TEXT.nothingToRun, EXIT.error));
  const paint = paintFor(color, process.stderr);
  return withCore(root, async ({ execute, tidy, forDisplay, reportErrorIn }, signal, wasAsked) => {
    const execution = await execute(programOf(text), text, { repository: root, origin: 'cli', signal });
    switch (execution.kind) {
      case 'panel': {
        // A run without an exit code brought no result, only the reason.
        const { result, failure } = await execution.done;
        return result ? await print(result) : say(failure?.message ?? '', exitCodeOf(null, failure?.reason));
      }
      case 'ran': {
        const code = await print(execution.result);
        await tidy().catch(reportErrorIn('Tidying up'));
        return code;
      }
      case 'declined':
        if (!wasAsked()) return say(TEXT.nobodyToApprove(describe(text, root, paint)), EXIT.mutating);
        return say(canAsk() ? TEXT.notRun : forDisplay(execution.message), EXIT.mutating);
      case 'refused':
        if (execution.github !== undefined) return say(execution.message, EXIT.notRun);
        return say(isRefused(text, root) ? describe(text, root, paint) : execution.message, EXIT.refused);
      default:
        return say(execution.message, EXIT.error);
    }
  });
}

const isRefused = (text: string, root: string): boolean => {
  const classified = classifyIn(text, root);
  return classified.ok && classified.command.verdict.class === 'refused';
};

function describe(text: string, root: string, paint: Paint): string {
  const classified = classifyIn(text, root);
  return classified.ok ? verdictText(classified.command, paint) : classified.message;
}

async function print(result: RunResult): Promise<number> {
  await printOutput(result);
  process.stderr.write(result.stderr);
  for (const note of result.notes ?? []) process.stderr.write(`${note}\n`);
  const { failure, exitCode } = result;
  if (failure && failure.reason !== 'exit-code') process.stderr.write(`${failure.message}\n`);
  return exitCodeOf(exitCode, failure?.reason);
}

/** To a file or another program an output goes whole, and byte for byte where it is no text. */
async function printOutput({ stdout, spill, binary }: RunResult): Promise<void> {
  if (process.stdout.isTTY || spill?.stdout === undefined) {
    process.stdout.write(binary ? `${stdout}\n` : stdout);
    return;
  }
  for await (const chunk of createReadStream(spill.stdout))
    if (!process.stdout.write(chunk)) await new Promise(resolve => process.stdout.once('drain', resolve));
}

export const exitCodeOf = (exitCode: number | null, reason: string | undefined): number =>
  STOPPED[reason ?? ''] ?? exitCode ?? EXIT.notRun;
