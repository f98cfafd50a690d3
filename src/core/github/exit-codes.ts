import type { CommandBase } from '../command/command.ts';
import { subcommandPath } from '../command/subcommand-path.ts';
import type { RunResult } from '../git/result.ts';

/** Exit codes by which gh tells scripts what it also printed: checks that failed, or that are still running. */
const ANSWERS: Readonly<Record<string, readonly number[]>> = { 'pr checks': [1, 8], 'run view': [1] };

/** A run of gh that ended with such a code and said nothing of a failure has done what was asked. */
export function asAnswer(command: Pick<CommandBase, 'program' | 'subcommand' | 'rest'>, result: RunResult): RunResult {
  const { exitCode, stdout, stderr, failure } = result;
  const { path } = subcommandPath(command);
  const codes = Object.hasOwn(ANSWERS, path) ? ANSWERS[path] : undefined;
  const isAnswer = failure?.reason === 'exit-code' && codes?.includes(exitCode ?? 0) && stdout !== '' && stderr === '';
  if (!isAnswer) return result;
  const { failure: _, ...answer } = result;
  return { ...answer, ok: true };
}
