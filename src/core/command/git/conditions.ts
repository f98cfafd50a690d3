import { inForce, type Walked } from '../table.ts';
import type { Condition } from '../verdict.ts';

/** A condition on config alone. */
export const unless = (...unset: readonly string[]): Condition => ({ unset, files: [] });

/** Where git shows differences and takes no option that keeps the configured programs out of it. */
export const plainDiffsOnly = unless('diff.external', 'diff.*.command', 'diff.*.textconv');

/** Where files are written as a checkout would write them. */
export const unfiltered = unless('filter.*.process', 'filter.*.smudge', 'tar.*.command');

/** Options of revision.c and log that lead to a configured program, by name. */
const byOption: Readonly<Record<string, readonly string[]>> = {
  '--alternate-refs': ['core.alternaterefscommand'],
  '--remerge-diff': ['merge.*.driver', 'merge.default', 'merge.renormalize'],
};

/** The condition of a read that walks history. */
export function historyCondition(walked: Walked): Condition | undefined {
  const unset = Object.entries(byOption).flatMap(([name, keys]) => (inForce(walked, name) ? keys : []));
  return unset.length > 0 ? unless(...unset) : undefined;
}
