import * as z from 'zod/mini';

/** How many checks of a commit became what. */
export interface CheckCounts {
  readonly passed: number;
  /** The first of them by name, and how many there are. */
  readonly failed: { readonly names: string[]; readonly count: number };
  readonly running: number;
  readonly skipped: number;
}

type Outcome = 'passed' | 'failed' | 'running' | 'skipped';

export interface Check {
  readonly name: string;
  readonly outcome: Outcome;
}

const MOST_NAMES = 5;

/** The outcomes of what has ended, by GitHub's words in lower case; all others have failed. */
const ENDED: Readonly<Record<string, Outcome>> = { success: 'passed', neutral: 'skipped', skipped: 'skipped' };
const outcomeOfEnd = (word: string) => (Object.hasOwn(ENDED, word) ? ENDED[word] : undefined) ?? 'failed';

export const checkOfRun = (name: string, status: string, conclusion: string | null): Check => ({
  name,
  outcome: status.toLowerCase() === 'completed' ? outcomeOfEnd((conclusion ?? '').toLowerCase()) : 'running',
});

export const checkOfStatus = (name: string, state: string): Check => ({
  name,
  outcome: ['pending', 'expected'].includes(state.toLowerCase()) ? 'running' : outcomeOfEnd(state.toLowerCase()),
});

export function countChecks(checks: readonly Check[]): CheckCounts {
  const named = (outcome: Outcome) => checks.filter(check => check.outcome === outcome).map(({ name }) => name);
  const failed = named('failed');
  return {
    passed: named('passed').length,
    failed: { names: failed.slice(0, MOST_NAMES), count: failed.length },
    running: named('running').length,
    skipped: named('skipped').length,
  };
}

const node = z.union([
  z.object({ name: z.string(), status: z.string(), conclusion: z.nullable(z.string()) }),
  z.object({ context: z.string(), state: z.string() }),
]);

/** GraphQL's checks and statuses of a commit. */
export const rollup = z.nullable(z.object({ contexts: z.object({ totalCount: z.int(), nodes: z.array(node) }) }));

export const checksOfRollup = (found: z.infer<typeof rollup>): readonly Check[] =>
  (found?.contexts.nodes ?? []).map(each =>
    'context' in each ? checkOfStatus(each.context, each.state) : checkOfRun(each.name, each.status, each.conclusion),
  );
