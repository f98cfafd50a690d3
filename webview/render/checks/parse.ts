import { linesOf } from '../rows.ts';

/** What became of a check, the most urgent first. */
export const OUTCOMES = ['failed', 'running', 'passed', 'skipped'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** A check of a pull request as gh prints it. */
export interface Check {
  /** The line as it was printed. */
  readonly text: string;
  readonly name: string;
  readonly outcome: Outcome;
  /** Empty where it took no time. */
  readonly elapsed: string;
  readonly link: string;
  readonly description: string;
}

/** gh's words for it. */
const OUTCOME_OF: Readonly<Record<string, Outcome>> = {
  cancel: 'skipped',
  fail: 'failed',
  pass: 'passed',
  pending: 'running',
  skipping: 'skipped',
};

/** The checks in an output of `gh pr checks`; null when a line is none. */
export function checksIn(text: string): readonly Check[] | null {
  const checks: Check[] = [];
  for (const line of linesOf(text)) {
    const [name = '', word = '', elapsed = '', link = '', description = ''] = line.split('\t');
    const outcome = Object.hasOwn(OUTCOME_OF, word) ? OUTCOME_OF[word] : undefined;
    if (outcome === undefined) return null;
    checks.push({ text: line, name, outcome, elapsed: elapsed === '0' ? '' : elapsed, link, description });
  }
  return checks.length === 0 ? null : checks;
}
