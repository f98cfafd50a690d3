import type { MutatingCommand } from '../command/command.ts';
import { breakApproval, sealApproval } from '../seals.ts';

declare const sealed: unique symbol;

/** A yes to one command in one repository as it was when the person was asked, good for one run. Only the gate makes one. */
export interface Approval {
  readonly [sealed]: 'approval';
  readonly canonical: string;
  readonly repository: string;
  /** HEAD and index as the person was shown them. */
  readonly state: string;
}

/** Called by the gate alone, once the person said yes to this command or to what covers it. */
export function issue(command: MutatingCommand, repository: string, state: string): Approval {
  return sealApproval(Object.freeze({ canonical: command.canonical, repository, state }) as Approval);
}

/** `moved-on`: the approval was genuine, but not for the repository as it is now. */
export type Spent = 'spent' | 'not-approved' | 'moved-on';

/** Uses an approval up; one that is forged, already spent or for another command or repository stays as it is. */
export function spend(approval: Approval, command: MutatingCommand, repository: string, state: string): Spent {
  const fits = approval.canonical === command.canonical && approval.repository === repository;
  if (!fits || !breakApproval(approval)) return 'not-approved';
  return approval.state === state ? 'spent' : 'moved-on';
}
