import type { MutatingCommand } from '../../src/core/command/command.ts';
import { type AskGit, createAsk } from '../../src/core/git/ask.ts';
import { readerFrom } from '../../src/core/git/reader.ts';
import { type Approval, issue } from '../../src/core/writes/approval.ts';
import { decisionState } from '../../src/core/writes/decision-state.ts';
import { parseWrite } from '../../src/core/writes/parsed-write.ts';

/** An approval as the gate gives one for a repository as it is now. */
export async function approved(
  command: MutatingCommand,
  repository: string,
  ask: AskGit = createAsk(),
): Promise<Approval> {
  return issue(command, repository, await decisionState(readerFrom(ask), parseWrite(command, repository)));
}
