/**
 * The seals on what may run: commands that `classify` made, and approvals that the gate gave. A cast, a copy or a parsed
 * file carries none. One module holds both, and every bundle of a process loads the same one.
 */
const commands = new WeakSet<object>();
const approvals = new WeakSet<object>();

/** Called by `classify` alone. */
export function sealCommand<T extends object>(command: T): T {
  commands.add(command);
  return command;
}

export const isSealedCommand = (command: object): boolean => commands.has(command);

/** Called by the gate alone, through `issue`. */
export function sealApproval<T extends object>(approval: T): T {
  approvals.add(approval);
  return approval;
}

/** Breaks the seal of an approval; false when there is none, or none any more. */
export const breakApproval = (approval: object): boolean => approvals.delete(approval);
