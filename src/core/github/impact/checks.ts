import { plural } from '../../../shared/plural.ts';
import { named } from '../../writes/impact/wording.ts';
import type { PullRequest } from './conversations.ts';
import { titled } from './wording.ts';

/** The checks of a pull request's newest commit, by what became of them. */
export interface Checks {
  readonly failed: readonly string[];
  readonly running: readonly string[];
  readonly passed: number;
  /** Those of the failed that the branch requires. */
  readonly requiredFailed: readonly string[];
  /** How many there are that were not looked at. */
  readonly more: number;
}

const GOOD = ['SUCCESS', 'NEUTRAL', 'SKIPPED'];
const WAITING = ['EXPECTED', 'PENDING'];

export function checksOf({ commits }: PullRequest): Checks {
  const contexts = commits.nodes[0]?.commit.statusCheckRollup?.contexts;
  const all = (contexts?.nodes ?? []).map(({ name, context, status, conclusion, state, isRequired }) => {
    const ended = state ?? (status === 'COMPLETED' ? conclusion : null) ?? '';
    const became = GOOD.includes(ended) ? 'passed' : ended === '' || WAITING.includes(ended) ? 'running' : 'failed';
    return { name: titled(name ?? context ?? ''), became, isRequired };
  });
  const of = (which: string) => all.filter(({ became }) => became === which);
  return {
    failed: of('failed').map(({ name }) => name),
    running: of('running').map(({ name }) => name),
    passed: of('passed').length,
    requiredFailed: of('failed').flatMap(({ name, isRequired }) => (isRequired ? [name] : [])),
    more: Math.max(0, (contexts?.totalCount ?? 0) - all.length),
  };
}

export function checksSentence({ failed, running, passed, more }: Checks): string {
  const parts = [
    ...(failed.length > 0 ? [`${failed.length} failed (${named(failed)})`] : []),
    ...(running.length > 0 ? [`${running.length} not finished (${named(running)})`] : []),
    ...(passed > 0 ? [`${passed} passed`] : []),
    ...(more > 0 ? [`${plural(more, 'more check')} not looked at`] : []),
  ];
  return parts.length === 0 ? 'No checks ran on it.' : `Checks: ${parts.join(', ')}.`;
}
