import { classify } from './classify.ts';
import type { ClassifiedCommand, Program } from './command.ts';
import type { Context } from './context.ts';
import { type ParseErrorReason, parse } from './parse.ts';

/** A command string as a command with its verdict, or why it is none. */
export type ClassifiedText =
  | { readonly ok: true; readonly command: ClassifiedCommand }
  | { readonly ok: false; readonly code: ParseErrorReason; readonly message: string };

/** Classifies a command string as it would be run in a repository. */
export function classifyText(program: Program, text: string, context: Context): ClassifiedText {
  const parsed = parse(program, text);
  return parsed.ok
    ? { ok: true, command: classify(program, parsed.args, context) }
    : { ok: false, code: parsed.reason, message: parsed.message };
}
