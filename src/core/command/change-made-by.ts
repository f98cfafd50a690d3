import { type Change, LOCAL_FACETS, SHARED_FACETS } from '../change.ts';
import type { MutatingCommand } from './command.ts';
import type { Effect } from './verdict.ts';

const writesHere: readonly Effect[] = ['writes-repo', 'writes-files', 'runs-program'];
const goesOut: readonly Effect[] = ['network', 'writes-remote', 'runs-program'];

/** The change a mutating command may have made, also when it failed: it may have failed half-way. */
export function changeMadeBy({ program, verdict }: MutatingCommand, repository: string): Change {
  const does = (effects: readonly Effect[]) => verdict.effects.some(effect => effects.includes(effect));
  const local = program === 'git' || does(writesHere);
  const shared = program === 'gh' || does(goesOut);
  return { repository, touched: new Set([...(local ? LOCAL_FACETS : []), ...(shared ? SHARED_FACETS : [])]), p6: true };
}
