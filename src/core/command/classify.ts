import { sealCommand } from '../seals.ts';
import type {
  ClassifiedCommand,
  MutatingCommand,
  PreparedEdits,
  Program,
  ReadOnlyCommand,
  RefusedCommand,
} from './command.ts';
import type { Context } from './context.ts';
import { judgeGh } from './gh/judge-gh.ts';
import { judgeGit } from './git/judge-git.ts';
import { quote } from './quote.ts';
import type { Objection } from './table.ts';
import type { Effect, ProgramUse } from './verdict.ts';

/** Decides whether a command line only reads, changes something or is refused. Pure: no file is touched, nothing runs. */
export function classify(program: Program, args: readonly string[], context: Context): ClassifiedCommand {
  const outcome = program === 'git' ? judgeGit(args, context) : judgeGh(args, context);
  const base = {
    program,
    args: [...args],
    canonical: quote(program, args),
    subcommand: outcome.subcommand,
    rest: [...outcome.rest],
  };
  if ('objection' in outcome) {
    const verdict = holdBack(outcome.objection, base.canonical);
    return outcome.objection.refused
      ? seal<RefusedCommand>({ ...base, verdict: { class: 'refused', ...verdict } })
      : seal<MutatingCommand>({ ...base, verdict: { class: 'mutating', ...verdict }, writes: outcome.writes });
  }
  const { reading, hardening } = outcome;
  return seal<ReadOnlyCommand>({
    ...base,
    hardening,
    verdict: {
      class: 'read-only',
      effects: reading.network ? ['network'] : [],
      risk: 'none',
      reason: reading.reason,
      dependsOn: reading.dependsOn,
      ...(reading.condition && { condition: reading.condition }),
    },
  });
}

/** What a program does is not known here: running one, or having one run later, is as grave as it gets. */
function holdBack({ effects, risk, reason, starts, programs = [] }: Objection, line: string) {
  const all: readonly ProgramUse[] = starts ? [...programs, { starts, text: line }] : programs;
  const base = { reason, programs: all, dependsOn: [] as const };
  return all.length === 0
    ? { ...base, effects, risk }
    : { ...base, effects: [...new Set<Effect>([...effects, 'runs-program'])], risk: 'destructive' as const };
}

/** The same command, no longer a read: something on the disk, which a verdict does not see, speaks against it. */
export function withObjection(command: ReadOnlyCommand, objection: Objection): MutatingCommand {
  const { program, args, canonical, subcommand, rest } = command;
  const verdict = { class: 'mutating' as const, ...holdBack(objection, canonical) };
  return seal<MutatingCommand>({ program, args, canonical, subcommand, rest, verdict, writes: { paths: [], cwd: '' } });
}

/**
 * The same command in the form in which git opens an editor, with what a person wrote for it. `args` are those of `plain` and
 * the word that asks for the editor, which alone made them a refusal.
 */
export function withEdits(plain: MutatingCommand, args: readonly string[], edits: PreparedEdits): MutatingCommand {
  const [subcommand = '', ...rest] = args;
  const { program, verdict, writes } = plain;
  return seal<MutatingCommand>({
    program,
    args: [...args],
    canonical: quote(program, args),
    subcommand,
    rest,
    verdict,
    writes,
    edits,
  });
}

function seal<T extends ClassifiedCommand>(command: Omit<T, keyof T & symbol>): T {
  return sealCommand(freeze(command) as T);
}

/** Frozen all the way down: what was judged is what runs. */
function freeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) freeze(part);
  return Object.freeze(value);
}
