import type { MutatingCommand } from '../../src/core/command/command.ts';
import type { Approval } from '../../src/core/git/approval-check.ts';
import type { GitReader } from '../../src/core/git/reader.ts';
import type { RunResult } from '../../src/core/git/result.ts';
import type { Runner, RunRequest } from '../../src/core/git/runner.ts';
import { issue } from '../../src/core/writes/approval.ts';
import { lookAt } from '../../src/core/writes/decision-state.ts';
import { createImpactOf } from '../../src/core/writes/impact/impact-of.ts';
import { parseWrite } from '../../src/core/writes/parsed-write.ts';

/** An approval as the gate gives one for a repository as it is now. */
export async function approved(command: MutatingCommand, repository: string, git: GitReader): Promise<Approval> {
  const look = await lookAt({ git, impactOf: createImpactOf({ git }) }, parseWrite(command, repository));
  return issue(command, repository, await look.state);
}

/** Runs a write in a turn of its own. */
export async function runWrite(
  runner: Pick<Runner, 'exclusive'>,
  command: MutatingCommand,
  approval: Approval,
  { repository, origin, signal }: RunRequest,
): Promise<RunResult> {
  const result = await runner.exclusive(repository, signal, run => run(command, approval, { origin, signal }));
  if (result === undefined) throw new Error('cancelled while it waited');
  return result;
}
