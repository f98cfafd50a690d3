import { isReadOnly, type ReadOnlyCommand } from '../command/command.ts';
import type { Context } from '../command/context.ts';
import type { PanelFields } from './decode-panel.ts';

/**
 * Where a saved command would run, with the repository's root as `cwd`; undefined when the window does not have that
 * repository. Asked without one for a file that names none.
 */
export type ContextOf = (repository: string | undefined) => Context | undefined;

export interface Rejection {
  readonly reason: 'unknown-repository' | 'not-a-command' | 'not-read-only';
  readonly message: string;
}

type Reclassification = { readonly command: ReadOnlyCommand; readonly repository: string } | Rejection;

/** Classifies a saved command as if it were typed now: a file proves nothing. */
export async function reclassify(
  { program, command: text, repository }: PanelFields,
  contextOf: ContextOf,
): Promise<Reclassification> {
  const context = contextOf(repository);
  if (context === undefined) {
    const message = `The repository is not in this window: ${repository ?? 'none is named'}. Open its folder and reload.`;
    return { reason: 'unknown-repository', message };
  }
  // Not loaded with this module: a window without saved panels has no need of the tables.
  const { classifyText } = await import('../command/tables.ts');
  const classified = classifyText(program, text, context);
  if (!classified.ok) return { reason: 'not-a-command', message: classified.message };
  const { command } = classified;
  return isReadOnly(command)
    ? { command, repository: context.cwd }
    : { reason: 'not-read-only', message: command.verdict.reason };
}
