import { realpath } from 'node:fs/promises';
import { ifMissing } from '../../../shared/file-errors.ts';
import type { MutatingCommand } from '../../command/command.ts';
import { withoutEditorWords } from '../../command/git/editor-words.ts';
import type { ReadArgs } from '../../git/read-subcommands.ts';
import { type GitReader, readerFrom } from '../../git/reader.ts';
import { discover } from '../../repository/discover.ts';
import type { ParsedWrite } from '../parsed-write.ts';
import { type Impact, type ImpactContext, impact, type SoFar, unknownImpact } from './impact.ts';
import { withSideEffects } from './side-effects.ts';
import { unforeseen } from './wording.ts';

/** Tells what a gh command would do; it may reject. */
export type ImpactOfGh = (command: MutatingCommand, cwd: string, signal: AbortSignal) => Promise<Impact>;

export interface ImpactOptions {
  readonly git: GitReader;
  readonly impactOfGh?: ImpactOfGh | undefined;
  readonly timeoutMs?: (() => number) | undefined;
}

/** Works out what a command would do, within the time there is. It never rejects. */
export type ImpactOf = (write: ParsedWrite, soFar?: SoFar, listed?: ImpactContext['listed']) => Promise<Impact>;

const notOnGitHub: ImpactOfGh = async () => unknownImpact('Sluice cannot tell what this does on GitHub.');

const TIMEOUT_MS = 2000;
const TOO_LONG = 'Working out what this does took too long.';

export function createImpactOf({
  git,
  impactOfGh = notOnGitHub,
  timeoutMs = () => TIMEOUT_MS,
}: ImpactOptions): ImpactOf {
  return async (write, soFar = () => {}, listed) => {
    const { command, cwd } = write;
    const stop = new AbortController();
    const { signal } = stop;
    let known = impact({});
    const late = new Promise<Impact>(resolve => {
      signal.addEventListener('abort', () =>
        resolve({ ...known, sentences: [...known.sentences, TOO_LONG], unknown: TOO_LONG, cutShort: true }),
      );
    });
    const hear: SoFar = found => {
      known = found;
      if (!signal.aborted) soFar(found);
    };
    const timer = setTimeout(() => stop.abort(), timeoutMs());
    const work = async () => {
      if (command.program === 'gh') return impactOfGh(command, cwd, signal);
      const found = await discover(cwd);
      return found.ok
        ? foresight(write)({ git: stoppedBy(git, signal), repository: found.repository, soFar: hear, listed, signal })
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

/** How the impact of a git command is worked out. What runs besides is told even of a command nobody can foresee. */
function foresight(write: ParsedWrite): (context: ImpactContext) => Promise<Impact> {
  const { command, line, record } = write;
  const subcommand = line?.subcommand ?? command.subcommand;
  const foresee = foresightOf(write);
  return context =>
    withSideEffects(
      { subcommand, isKnown: record !== undefined },
      typeof foresee === 'function' ? foresee(context) : Promise.resolve(foresee),
      context,
    );
}

function foresightOf({
  command,
  line,
  record,
  configured,
}: ParsedWrite): Impact | ((context: ImpactContext) => Promise<Impact>) {
  if (line === undefined || configured)
    return unknownImpact(
      `Sluice cannot tell what this does: the words before '${command.subcommand}' change what it works on.`,
    );
  const { subcommand, action } = line;
  const { edits } = command;
  // Its editor has been closed already: what is left does what the plain form does, with what was written.
  const { walked } =
    edits === undefined ? line : (record?.read(withoutEditorWords(subcommand, line.words), line.cwd) ?? line);
  if (record?.impact === undefined) return unknownImpact(`Sluice cannot tell what git ${subcommand} does here.`);
  if (walked === undefined) return unforeseen(`${subcommand} ${action}`.trimEnd());
  const { impact } = record;
  return async context => {
    // The folder may be reached by a link; paths are counted from where it really is.
    const cwd = await realpath(line.cwd).catch(ifMissing(line.cwd));
    return impact({ ...line, walked, cwd, edits }, context);
  };
}

/** The same reader, whose processes end with the signal. */
const stoppedBy = (git: GitReader, signal: AbortSignal): GitReader =>
  readerFrom((args, cwd, options) => git.read(args as ReadArgs, cwd, { signal, ...options }));
