import { classify } from './classify.ts';
import { type ClassifiedCommand, isMutating, type MutatingCommand } from './command.ts';
import type { Context } from './context.ts';
import { editorWordsOf, withoutEditorWords } from './git/editor-words.ts';

/**
 * The command without the word that makes git open an editor, for one that a person can have in a window: they write first
 * what git would ask for. Undefined for all others, and for what could not run even without that word.
 */
export function plainFormOf(
  { program, args, subcommand, rest }: ClassifiedCommand,
  context: Context,
): MutatingCommand | undefined {
  const words = program === 'git' && args[0] === subcommand ? editorWordsOf(subcommand) : undefined;
  if (words === undefined) return undefined;
  const plain = withoutEditorWords(subcommand, rest);
  if (words.length > 0 && plain.length === rest.length) return undefined;
  const command = classify('git', [subcommand, ...plain], context);
  return isMutating(command) ? command : undefined;
}
