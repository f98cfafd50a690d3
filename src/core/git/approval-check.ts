import type { MutatingCommand } from '../command/command.ts';

declare const sealed: unique symbol;

/**
 * A yes to one command in one repository as it was when the person was asked, good for one run. Only the gate makes one,
 * and only the gate knows what more it is bound to.
 */
export interface Approval {
  readonly [sealed]: 'approval';
  readonly canonical: string;
  readonly repository: string;
}

/**
 * `moved-on`: the approval was genuine, but not for the repository as it is now. `files-changed`: the same, and all that
 * changed is the content of files that the command would lose. `not-checked`: it could not be told whether it still holds.
 */
export type ApprovalCheck = 'spent' | 'not-approved' | 'moved-on' | 'files-changed' | 'not-checked';

/** Uses an approval up, for this command in this repository as it is now. */
export type SpendApproval = (
  approval: Approval,
  command: MutatingCommand,
  repository: string,
) => Promise<ApprovalCheck>;
