import type { MutatingCommand } from '../../src/core/command/command.ts';
import { type AskGit, createAsk } from '../../src/core/git/ask.ts';
import { type Approval, issue } from '../../src/core/writes/approval.ts';
import { stateOf } from '../../src/core/writes/decision-state.ts';

/** An approval as the gate gives one for a repository as it is now. */
export async function approved(
  command: MutatingCommand,
  repository: string,
  ask: AskGit = createAsk(),
): Promise<Approval> {
  return issue(command, repository, await stateOf(ask, command, repository));
}
