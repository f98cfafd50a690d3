import type { MutatingCommand } from '../command/command.ts';
import { commandLineOf } from './command-line.ts';
import type { WriteRecord } from './commands/record.ts';
import { recordOf } from './commands/registry.ts';
import { readLine, type WriteLine } from './commands/write-line.ts';

/** A mutating command, read once for everything the gate has to know of it. */
export interface ParsedWrite {
  readonly command: MutatingCommand;
  readonly repository: string;
  /** Where it runs. Words that point git elsewhere may point it back here, so that it is the repository then. */
  readonly cwd: string;
  /** Undefined for gh, and when words before the subcommand point git elsewhere. */
  readonly line: WriteLine | undefined;
  readonly record: WriteRecord | undefined;
  /** True when words before the subcommand change how it works, as `-c` does: what it would do cannot be foreseen. */
  readonly configured: boolean;
}

export function parseWrite(command: MutatingCommand, repository: string): ParsedWrite {
  const found = commandLineOf(command, repository);
  if (found === undefined)
    return { command, repository, cwd: repository, line: undefined, record: undefined, configured: false };
  const { subcommand, words, cwd, configured } = found;
  const record = recordOf(subcommand);
  const line = record?.read(words, cwd) ?? readLine({}, subcommand, words, cwd);
  return { command, repository, cwd, line, record, configured };
}
