import type { RadiusContext } from './radius.ts';

/** What git answers, as it was printed; an error that says why when it does not. */
export async function told(context: RadiusContext, cwd: string, args: readonly string[]): Promise<string> {
  const answer = await context.ask(args, cwd, { signal: context.signal });
  if (answer.ok) return answer.text;
  throw new Error(answer.message);
}

/** The same for a question that git may answer with no: then undefined. */
export async function maybe(context: RadiusContext, cwd: string, args: readonly string[]): Promise<string | undefined> {
  const answer = await context.ask(args, cwd, { signal: context.signal });
  if (answer.ok) return answer.text;
  if (answer.reason === 'failed') return undefined;
  throw new Error(answer.message);
}

/** The fields of what git prints with `-z`. */
export const fields = (text: string): string[] => text.split('\0').slice(0, -1);

/** A setting that is true or false; undefined when it is not set. */
export async function setting(context: RadiusContext, name: string): Promise<boolean | undefined> {
  const text = await maybe(context, context.repository.workTree, ['config', '--type=bool', '--get', name]);
  return text === undefined ? undefined : text.trim() === 'true';
}

/** A command line has room for this many names at a time. */
const NAMES_A_LINE = 500;

export function inParts<T>(items: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < items.length; at += NAMES_A_LINE) parts.push(items.slice(at, at + NAMES_A_LINE));
  return parts;
}
