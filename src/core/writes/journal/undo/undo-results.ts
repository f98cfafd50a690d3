import type { Entry } from '../storage/entry.ts';
import type { UndoPlan } from './undo-plan.ts';

export type PlanUndoResult =
  | { readonly ok: true; readonly plan: UndoPlan }
  | {
      readonly ok: false;
      /** `running`: the newest mutation is not over yet. `only-remote`: it changed nothing here, and nothing is marked undone. */
      readonly code: 'nothing-to-undo' | 'not-in-journal' | 'running' | 'only-remote' | 'unreadable';
      readonly message: string;
      /** Commands that would take back what left the machine. */
      readonly reverts?: readonly string[] | undefined;
    };

export type UndoResult =
  | { readonly ok: true; readonly message: string }
  | {
      readonly ok: false;
      /**
       * `plan-outdated`: nothing was done, because undoing would not do any more what the plan says. `moved-on`: nothing was
       * done, because not all of it can come back. `cancelled`: nothing was done yet. `incomplete`: undoing again finishes it.
       */
      readonly code: 'plan-outdated' | 'moved-on' | 'cancelled' | 'incomplete';
      readonly message: string;
    };

/** The answer for entries that did nothing here. */
export function onlyRemote(targets: readonly Entry[]): PlanUndoResult {
  const commands = targets.map(({ command }) => `'${command}'`).join(', ');
  const reverts = targets.flatMap(entry => entry.reverts);
  const how =
    reverts.length > 0 ? `To revert it there: ${reverts.join('; ')}` : 'No command is known that reverts it there.';
  const message = `${commands} changed nothing on this machine, and undo does not reach any other. ${how}`;
  return { ok: false, code: 'only-remote', message, reverts };
}

export const runningMessage = ({ command }: Entry): string =>
  `'${command}' is still running. Undo it when it has ended.`;

/** What undo does not touch although it changed while the command ran. */
export const leftAloneText = (name: string): string => `Left alone: ${name}, which somebody else changed meanwhile.`;

/** Why an undo is refused. */
export const movedOnMessage = (movedOn: readonly string[]): string =>
  `Can't undo: ${movedOn.join('; ')}. The journal still has what was there before.`;
