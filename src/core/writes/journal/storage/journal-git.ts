import type { AskGit, AskOptions } from '../../../git/ask.ts';

/** What git could not do, in words for the person. Only thrown inside the journal, which answers with its message. */
export class GitFailure extends Error {}

/** The answer of git as bytes, however long. */
export async function bytesOf(
  ask: AskGit,
  args: readonly string[],
  cwd: string,
  options: AskOptions = {},
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await tell(ask, args, cwd, { ...options, take: chunk => void chunks.push(chunk) });
  return Buffer.concat(chunks);
}

/** The journal's own questions: a large repository is no reason to give up. */
const TIMEOUT_MS = 300_000;

export async function tell(
  ask: AskGit,
  args: readonly string[],
  cwd: string,
  options: AskOptions = {},
): Promise<string> {
  const answer = await ask(args, cwd, { timeoutMs: TIMEOUT_MS, ...options });
  if (!answer.ok) throw new GitFailure(`git ${args[0]}: ${answer.message}`);
  return answer.text;
}

/** Works on many things a few at a time, in their order. */
export async function mapSome<T, R>(items: readonly T[], work: (item: T) => Promise<R>, atOnce = 64): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += atOnce)
    results.push(...(await Promise.all(items.slice(at, at + atOnce).map(work))));
  return results;
}

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
