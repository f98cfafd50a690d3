import type { MutatingCommand } from '../command/command.ts';
import type { Approval, ApprovalCheck, SpendApproval } from '../git/approval-check.ts';
import { breakApproval, sealApproval } from '../seals.ts';
import { changeSince, type DecisionState, type EarlyLook, type LookOptions, lookAgain } from './decision-state.ts';
import { parseWrite } from './parsed-write.ts';

interface BoundApproval extends Approval {
  readonly shown: DecisionState;
  readonly early?: EarlyLook | undefined;
  /** What the person wrote, which the words do not tell. */
  readonly edits: MutatingCommand['edits'];
}

/** Called by the gate alone, once the person said yes to this command, or to what covers it, as it was shown. */
export function issue(
  command: MutatingCommand,
  repository: string,
  shown: DecisionState,
  /** A look that is under way; it counts when the run comes right after it. */
  early?: EarlyLook,
): Approval {
  const { canonical, edits } = command;
  return sealApproval(Object.freeze({ canonical, repository, shown, early, edits }) as BoundApproval);
}

/** Uses an approval up; one that is forged, already spent or for another command or repository stays as it is. */
export function spend(
  approval: Approval,
  command: MutatingCommand,
  repository: string,
  now: DecisionState,
): ApprovalCheck {
  const { edits } = approval as Partial<BoundApproval>;
  const fits =
    approval.canonical === command.canonical && approval.repository === repository && edits === command.edits;
  if (!fits || !breakApproval(approval)) return 'not-approved';
  // Whatever had a seal came from `issue`.
  return changeSince((approval as BoundApproval).shown, now) ?? 'spent';
}

/** The check that the runner makes right before a write starts. */
export const createSpendApproval =
  (options: LookOptions): SpendApproval =>
  async (approval, command, repository) =>
    spend(
      approval,
      command,
      repository,
      await lookAgain(options, parseWrite(command, repository), (approval as BoundApproval).early),
    );
