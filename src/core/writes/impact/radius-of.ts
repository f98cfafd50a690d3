import type { MutatingCommand } from '../../command/command.ts';
import type { AskGit } from '../../git/ask.ts';
import { discover } from '../../repository/discover.ts';
import { lineOf } from '../parsed-write.ts';
import { families } from './families.ts';
import { type Radius, unknown } from './radius.ts';

export interface RadiusOptions {
  readonly ask: AskGit;
  readonly timeoutMs?: (() => number) | undefined;
}

/** Works out what a command would do, within the time there is. It never rejects. */
export type RadiusOf = (command: MutatingCommand, repository: string) => Promise<Radius>;

const TIMEOUT_MS = 2000;

export function createRadiusOf({ ask, timeoutMs = () => TIMEOUT_MS }: RadiusOptions): RadiusOf {
  return async (command, repository) => {
    const { program, subcommand } = command;
    if (program === 'gh') return unknown('Sluice cannot foresee what this does on GitHub.');
    const line = lineOf(command, repository);
    if (line === undefined || line.configured)
      return unknown(`Sluice cannot foresee what this does: the words before '${subcommand}' change what it works on.`);
    const family = Object.hasOwn(families, line.subcommand) ? families[line.subcommand] : undefined;
    if (family === undefined) return unknown(`Sluice cannot foresee what git ${line.subcommand} does here.`);
    const stop = new AbortController();
    const late = new Promise<Radius>(resolve => {
      stop.signal.addEventListener('abort', () => resolve(unknown('What it would do could not be computed in time.')));
    });
    const timer = setTimeout(() => stop.abort(), timeoutMs());
    const work = async () => {
      const found = await discover(line.cwd);
      return found.ok
        ? family(line, { ask, repository: found.repository, signal: stop.signal })
        : unknown(`Sluice cannot foresee what this does. ${found.message}`);
    };
    const unknownBecause = (error: unknown) =>
      unknown(`What it would do could not be worked out: ${error instanceof Error ? error.message : String(error)}`);
    try {
      return await Promise.race([work().catch(unknownBecause), late]);
    } finally {
      clearTimeout(timer);
      stop.abort();
    }
  };
}
