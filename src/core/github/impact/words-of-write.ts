import type { CommandBase } from '../../command/command.ts';
import { subcommandPath } from '../../command/subcommand-path.ts';
import type { Walked } from '../../command/table.ts';
import { walkExactly } from '../../writes/write-line.ts';
import type { GhWrite } from './record.ts';
import { ghWriteOf } from './registry.ts';

/** Options of every command about a repository. */
const COMMON = { flag: ['--help'], value: ['-R --repo'] };

/** The words of a mutating gh command by the table of its record. */
export interface WordsOfWrite {
  readonly path: string;
  readonly record: GhWrite;
  readonly walked: Walked;
  /** Those after the action that are no options. */
  readonly words: readonly string[];
}

/** Undefined for a command in no table, and for words that its table does not tell exactly. */
export function wordsOfWrite(command: CommandBase): WordsOfWrite | undefined {
  const named = subcommandPath(command).path;
  const found = ghWriteOf(named);
  if (found === undefined) return undefined;
  const { record, path } = found;
  const walked = walkExactly(command.rest, [COMMON, record.options], { dialect: 'pflag' });
  if (walked === undefined) return undefined;
  // Of `pr merge 4` the first word that is no option is the action; `api` has none.
  const hasAction = path.includes(' ');
  if (hasAction && walked.positionals[0] !== named.split(' ')[1]) return undefined;
  return { path, record, walked, words: hasAction ? walked.positionals.slice(1) : walked.positionals };
}
