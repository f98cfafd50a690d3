import { window } from 'vscode';
import type { MutatingCommand } from '../core/command/command.ts';
import type { Core } from '../core/core.ts';
import { openConflicts } from '../core/repository/conflicts.ts';
import { ACTION_TEXT } from './action-text.ts';
import { plainMessage } from './plain-text.ts';
import { openFile } from './views/links.ts';

const OPEN = { title: ACTION_TEXT.conflicts.open };
const CONTINUE = { title: ACTION_TEXT.conflicts.continue };
const ABORT = { title: ACTION_TEXT.conflicts.abort };

/** More tabs than this help nobody. */
const MOST_OPENED = 10;

export interface ReportConflictsOptions {
  readonly core: Pick<Core, 'git' | 'repositories' | 'forDisplay'>;
  /** Runs a command as if it were asked for in a view. */
  readonly run: (text: string, repository: string) => Promise<void>;
}

/**
 * Tells which files a command left in conflict and offers what comes next; false when it failed for another reason. What is
 * chosen goes through the gate like any command.
 */
export async function reportConflicts(
  { canonical }: MutatingCommand,
  root: string,
  { core, run }: ReportConflictsOptions,
): Promise<boolean> {
  const { git, repositories, forDisplay } = core;
  const repository = repositories.list().find(each => each.root === root);
  const conflicts = repository && (await openConflicts(git, repository));
  if (conflicts === undefined) return false;
  const { files, operation } = conflicts;
  const commands = operation?.commands ?? {};
  const buttons = [OPEN, ...(commands.continue ? [CONTINUE] : []), ...(commands.abort ? [ABORT] : [])];
  const message = forDisplay(ACTION_TEXT.conflicts.stopped(canonical, files));
  const follow = async (): Promise<void> => {
    const choice = await window.showWarningMessage(plainMessage(message), ...buttons);
    if (choice === OPEN) for (const file of files.slice(0, MOST_OPENED)) await openFile(root, file);
    // Who has opened the files wants the other two next.
    if (choice === OPEN && buttons.length > 1) return follow();
    const command = choice === CONTINUE ? commands.continue : choice === ABORT ? commands.abort : undefined;
    if (command !== undefined) await run(command, root);
  };
  void follow();
  return true;
}
