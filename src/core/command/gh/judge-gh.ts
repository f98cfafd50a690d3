import { unknown } from '../acts.ts';
import type { Context } from '../context.ts';
import type { Outcome } from '../git/judge-git.ts';
import { objectTo } from '../judge.ts';

export function judgeGh(args: readonly string[], _context: Context): Outcome {
  return { subcommand: args[0] ?? '', objection: objectTo('gh', unknown('is not known yet')) };
}
