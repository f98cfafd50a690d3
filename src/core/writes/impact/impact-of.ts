import type { ReadArgs } from '../../git/read-subcommands.ts';
import { type GitReader, readerFrom } from '../../git/reader.ts';
import { discover } from '../../repository/discover.ts';
import type { ParsedWrite } from '../parsed-write.ts';
import { type Impact, type ImpactContext, unknownImpact } from './impact.ts';
import { unforeseen } from './wording.ts';

export interface ImpactOptions {
  readonly git: GitReader;
  readonly timeoutMs?: (() => number) | undefined;
}

/** Works out what a command would do, within the time there is. It never rejects. */
export type ImpactOf = (write: ParsedWrite) => Promise<Impact>;

const TIMEOUT_MS = 2000;

export function createImpactOf({ git, timeoutMs = () => TIMEOUT_MS }: ImpactOptions): ImpactOf {
  return async write => {
    const foresee = foresight(write);
    if (typeof foresee !== 'function') return foresee;
    const stop = new AbortController();
    const late = new Promise<Impact>(resolve => {
      stop.signal.addEventListener('abort', () => resolve(unknownImpact('Working out what this does took too long.')));
    });
    const timer = setTimeout(() => stop.abort(), timeoutMs());
    const work = async () => {
      const found = await discover(write.cwd);
      return found.ok
        ? foresee({ git: stoppedBy(git, stop.signal), repository: found.repository })
        : unknownImpact(`Sluice cannot tell what this does. ${found.message}`);
    };
    const unknownBecause = (error: unknown) =>
      unknownImpact(
        `Sluice could not work out what this does: ${error instanceof Error ? error.message : String(error)}`,
      );
    try {
      return await Promise.race([work().catch(unknownBecause), late]);
    } finally {
      clearTimeout(timer);
      stop.abort();
    }
  };
}

/** How the record of a command works out what it would do, or why no record can. */
function foresight({
  command,
  line,
  record,
  configured,
}: ParsedWrite): Impact | ((context: ImpactContext) => Promise<Impact>) {
  if (command.program === 'gh') return unknownImpact('Sluice cannot tell what this does on GitHub.');
  if (line === undefined || configured)
    return unknownImpact(
      `Sluice cannot tell what this does: the words before '${command.subcommand}' change what it works on.`,
    );
  const { subcommand, action, walked } = line;
  if (record?.impact === undefined) return unknownImpact(`Sluice cannot tell what git ${subcommand} does here.`);
  if (walked === undefined) return unforeseen(`${subcommand} ${action}`.trimEnd());
  const { impact } = record;
  return context => impact({ ...line, walked }, context);
}

/** The same reader, whose processes end with the signal. */
const stoppedBy = (git: GitReader, signal: AbortSignal): GitReader =>
  readerFrom((args, cwd, options) => git.read(args as ReadArgs, cwd, { signal, ...options }));
