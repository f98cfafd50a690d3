import { classify, isReadOnly } from '../command/classify.ts';
import type { ReadOnlyCommand } from '../command/command.ts';
import type { Context } from '../command/context.ts';
import { parse } from '../command/parse.ts';
import type { PanelFields } from './panel-file.ts';

/**
 * Where a saved command would run, with the repository's root as `cwd`; undefined when the window does not have that
 * repository. Asked without one for a file that names none.
 */
export type ContextOf = (repository: string | undefined) => Context | undefined;

export type Rejudged = { readonly command: ReadOnlyCommand; readonly repository: string } | Rejection;

export interface Rejection {
  readonly reason: 'unknown-repository' | 'not-a-command' | 'not-read-only';
  readonly message: string;
}

/** Judges a saved command as if it were typed now: a file proves nothing. */
export function rejudge({ program, command: text, repository }: PanelFields, contextOf: ContextOf): Rejudged {
  const context = contextOf(repository);
  if (context === undefined) {
    const message = `The repository is not in this window: ${repository ?? 'none is named'}. Open its folder and reload.`;
    return { reason: 'unknown-repository', message };
  }
  const parsed = parse(program, text);
  if (!parsed.ok) return { reason: 'not-a-command', message: parsed.message };
  const command = classify(program, parsed.args, context);
  return isReadOnly(command)
    ? { command, repository: context.cwd }
    : { reason: 'not-read-only', message: command.verdict.reason };
}
