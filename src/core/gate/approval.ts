import type { MutatingCommand } from '../command/command.ts';

declare const sealed: unique symbol;

/** A person's yes to one command in one repository, good for one run. Only the gate makes one. */
export interface Approval {
  readonly [sealed]: 'approval';
  readonly canonical: string;
  readonly repository: string;
}

/** Who asked for a command. */
export type Origin = 'palette' | 'view' | 'chat' | 'mcp' | 'cli';

/** The person at the gate: resolves true only when they said yes. */
export interface GateUi {
  confirm(command: MutatingCommand, repository: string, origin: Origin): Promise<boolean>;
}

const unspent = new WeakSet<Approval>();

/** Puts a mutating command before the person; undefined when they declined. */
export async function askPerson(
  ui: GateUi,
  command: MutatingCommand,
  repository: string,
  origin: Origin,
): Promise<Approval | undefined> {
  if (!(await ui.confirm(command, repository, origin))) return undefined;
  const approval = Object.freeze({ canonical: command.canonical, repository }) as Approval;
  unspent.add(approval);
  return approval;
}

/** Uses an approval up; false when it is forged, already spent or for another command or repository. */
export function spend(approval: Approval, command: MutatingCommand, repository: string): boolean {
  const fits = approval.canonical === command.canonical && approval.repository === repository;
  return fits && unspent.delete(approval);
}
