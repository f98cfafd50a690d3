import type { MutatingCommand } from '../command/command.ts';
import type { Approval, ApprovalCheck, SpendApproval } from '../git/approval-check.ts';
import type { GitReader } from '../git/reader.ts';
import { breakApproval, sealApproval } from '../seals.ts';
import { decisionState } from './decision-state.ts';
import { parseWrite } from './parsed-write.ts';

/** Called by the gate alone, once the person said yes to this command or to what covers it. */
export function issue(command: MutatingCommand, repository: string, state: string): Approval {
  return sealApproval(Object.freeze({ canonical: command.canonical, repository, state }) as Approval);
}

/** Uses an approval up; one that is forged, already spent or for another command or repository stays as it is. */
export function spend(approval: Approval, command: MutatingCommand, repository: string, state: string): ApprovalCheck {
  const fits = approval.canonical === command.canonical && approval.repository === repository;
  if (!fits || !breakApproval(approval)) return 'not-approved';
  return approval.state === state ? 'spent' : 'moved-on';
}

/** The check that the runner makes right before a write starts. */
export const createSpendApproval =
  (git: GitReader): SpendApproval =>
  async (approval, command, repository) =>
    spend(approval, command, repository, await decisionState(git, parseWrite(command, repository)));
