import { readFileSync } from 'node:fs';
import { classify } from '../../src/core/command/classify.ts';
import type { ClassifiedCommand } from '../../src/core/command/command.ts';
import { parse, programOf } from '../../src/core/command/parse.ts';
import { subcommandPath } from '../../src/core/command/subcommand-path.ts';
import type { Verdict } from '../../src/core/command/verdict.ts';

/** A workspace that need not exist: verdicts touch no disk. */
export const workspace = { roots: ['/home/ada/project'], cwd: '/home/ada/project' };

/** Parses and classifies a command as a person would type it. */
export function commandOf(text: string, context = workspace): ClassifiedCommand {
  const parsed = parse(programOf(text), text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.message}`);
  return classify(parsed.program, parsed.args, context);
}

/** The same, as the host tells a page of it. */
export function commandForPage(text: string) {
  const command = commandOf(text);
  const { path, args } = subcommandPath(command);
  return { program: command.program, subcommand: path, args: [...args] };
}

export const verdictOf = (text: string, context = workspace): Verdict => commandOf(text, context).verdict;

/** The commands of a list kept as text: one a line, `#` starts a heading. */
export function commandsIn(file: URL): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'));
}
