import { classify } from '../../../../src/core/command/classify.ts';
import { isReadOnly, type ReadOnlyCommand } from '../../../../src/core/command/command.ts';

/** A command as it is judged, which must be a read. */
export function reading(text: string, cwd: string): ReadOnlyCommand {
  const command = classify('gh', text.split(' '), { roots: [cwd], cwd });
  if (!isReadOnly(command)) throw new Error(`${text}: ${command.verdict.reason}`);
  return command;
}
