import type { MutatingCommand } from '../../src/core/command/command.ts';
import { type Approval, issue } from '../../src/core/gate/approval.ts';
import { stateOf } from '../../src/core/gate/state.ts';
import { type AskGit, createAsk } from '../../src/core/run/ask.ts';

/** An approval as the gate gives one for a repository as it is now. */
export async function approved(
  command: MutatingCommand,
  repository: string,
  ask: AskGit = createAsk(),
): Promise<Approval> {
  return issue(command, repository, await stateOf(ask, command, repository));
}
