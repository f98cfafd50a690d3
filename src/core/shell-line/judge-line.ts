import { resolve } from 'node:path';
import { classify } from '../command/classify.ts';
import {
  type ClassifiedCommand,
  isMutating,
  isReadOnly,
  type Program,
  type ReadOnlyCommand,
} from '../command/command.ts';
import { commandsOf, type ShellCommand, type What } from './commands.ts';
import { type Folders, foldersOf } from './folders.ts';

/** Where a shell line would run. */
export interface LineContext {
  readonly cwd: string;
  /** The workspace folders. */
  readonly roots: readonly string[];
  /** True where the shell looks for the folder of a `cd` elsewhere first. */
  readonly hasCdPath: boolean;
}

/** A read in one of the folders that it may run in. */
export interface PlacedRead {
  readonly command: ReadOnlyCommand;
  readonly folder: string;
}

/** One call of git or gh, by the worst that it may be. */
export interface JudgedCall {
  readonly program: Program;
  /** Where the word that names the program stands in the line. */
  readonly name: { readonly from: number; readonly to: number };
  /** Folders that it may run in, or that its words lead to; undefined for any at all. */
  readonly folders: Folders;
  /** `unknown`: its words depend on variables or files, or its folder does. */
  readonly kind: 'read' | 'write' | 'unknown';
  /** One for each folder of a read. */
  readonly reads: readonly PlacedRead[];
  readonly reason: string;
  /** The call in its one spelling, as the worst that it may be; undefined where its words are not known. */
  readonly canonical?: string | undefined;
}

export type LineVerdict =
  /** No git and no gh in it, or not certain what it runs. */
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly reason: string }
  | {
      readonly kind: 'calls';
      readonly calls: readonly JudgedCall[];
      /** False when something else runs too, or a file is written. */
      readonly onlyCalls: boolean;
    };

type Call = ShellCommand & { readonly what: Extract<What, { readonly kind: 'call' }> };
const isCall = (command: ShellCommand): command is Call => command.what.kind === 'call';

/** Judges a line that an agent gives to a shell by every call of git and gh in it. */
export function judgeLine(line: string, context: LineContext): LineVerdict {
  const commands = commandsOf(line);
  if (!commands?.some(isCall)) return { kind: 'none' };
  const goesAnywhere = context.hasCdPath && commands.some(({ what }) => what.kind === 'cd');
  const folders = foldersOf(commands, context.cwd);
  const judged = commands.flatMap((command, at) =>
    isCall(command) ? [judgeCall(command, goesAnywhere ? undefined : folders[at], context)] : [],
  );
  const refused = judged.find(each => each.kind === 'refused');
  if (refused !== undefined) return { kind: 'refused', reason: refused.reason };
  return {
    kind: 'calls',
    calls: judged.filter(each => each.kind !== 'refused'),
    onlyCalls: commands.every(({ what, writesFile }) => what.kind !== 'other' && !writesFile),
  };
}

function judgeCall(
  { what, isFed }: Call,
  folders: Folders,
  { roots }: LineContext,
): JudgedCall | { readonly kind: 'refused'; readonly reason: string } {
  const { program, args, name } = what;
  const unknown = {
    program,
    name,
    folders,
    kind: 'unknown',
    reads: [],
    reason: `what ${program} is given is not known yet`,
  } as const;
  if (args === undefined || folders === undefined) return isFed ? fed(program) : unknown;
  const judged = folders.map(folder => ({ folder, command: classify(program, args, { roots, cwd: folder }) }));
  const worst = worstOf(judged.map(({ command }) => command));
  // It stands where the line never comes.
  if (worst === undefined) return unknown;
  const { canonical } = worst;
  const reason = `${canonical}: ${worst.verdict.reason}`;
  if (!isReadOnly(worst) && !isMutating(worst)) return { kind: 'refused', reason };
  if (isMutating(worst)) {
    const targets = judged.flatMap(({ folder, command }) =>
      isMutating(command) ? [resolve(folder, command.writes.cwd)] : [],
    );
    return isFed ? fed(program) : { ...unknown, kind: 'write', folders: [...folders, ...targets], reason, canonical };
  }
  const reads = judged.flatMap(({ folder, command }) => (isReadOnly(command) ? [{ command, folder }] : []));
  return { ...unknown, kind: 'read', reads, reason, canonical };
}

const fed = (program: string) => ({
  kind: 'refused' as const,
  reason: `Nothing can be passed to ${program} on standard input while a person looks at it: name a file in the command.`,
});

const worstOf = (commands: readonly ClassifiedCommand[]): ClassifiedCommand | undefined =>
  commands.find(command => !isReadOnly(command) && !isMutating(command)) ?? commands.find(isMutating) ?? commands[0];
