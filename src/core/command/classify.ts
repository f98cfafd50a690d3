import { sealCommand } from '../seals.ts';
import type { ClassifiedCommand, MutatingCommand, Program, ReadOnlyCommand, RefusedCommand } from './command.ts';
import type { Context } from './context.ts';
import { judgeGh } from './gh/judge-gh.ts';
import { judgeGit } from './git/judge-git.ts';
import { quote } from './quote.ts';

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
    const { effects, risk, reason, refused } = outcome.objection;
    const verdict = { effects, risk, reason, dependsOn: [] } as const;
    return refused
      ? seal<RefusedCommand>({ ...base, verdict: { class: 'refused', ...verdict } })
      : seal<MutatingCommand>({ ...base, verdict: { class: 'mutating', ...verdict } });
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
    },
  });
}

function seal<T extends ClassifiedCommand>(command: Omit<T, keyof T & symbol>): T {
  return sealCommand(freeze(command) as T);
}

/** Frozen all the way down: what was judged is what runs. Arrays hold only strings. */
function freeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) {
    if (Array.isArray(part)) Object.freeze(part);
    else if (typeof part === 'object') freeze(part);
  }
  return Object.freeze(value);
}
