import { createHash } from 'node:crypto';
import type { ReadArgs } from '../git/read-subcommands.ts';
import type { GitReader } from '../git/reader.ts';
import type { ParsedWrite } from './parsed-write.ts';

const HEAD = ['rev-parse', 'HEAD', '--symbolic-full-name', 'HEAD'] as const;
/** Not the index itself: whoever looks at the status writes it anew, and it says the same. */
const STAGED = [
  'diff-index',
  '--cached',
  '--raw',
  '-z',
  '--no-renames',
  '--ignore-submodules=none',
  'HEAD',
  '--',
] as const;
/** Before the first commit. */
const INDEX = ['ls-files', '--stage', '-z'] as const;
const UNBORN = ['symbolic-ref', '--quiet', 'HEAD'] as const;

/** A digest of what a person decides upon besides the words of a command: where HEAD is and what is staged. */
export async function decisionState(
  git: GitReader,
  { command, cwd }: Pick<ParsedWrite, 'command' | 'cwd'>,
): Promise<string> {
  // What happens on GitHub does not depend on what is staged here.
  if (command.program === 'gh') return 'github';
  const answers = (...questions: readonly ReadArgs[]) =>
    Promise.all(questions.map(question => git.read(question, cwd)));
  const born = await answers(HEAD, STAGED);
  const known = born.every(({ ok }) => ok) ? born : await answers(UNBORN, INDEX);
  const hash = createHash('sha256');
  // Where there is no repository, as before init and clone, that is the state.
  for (const answer of known) hash.update(answer.ok ? answer.text : 'none').update('\0');
  return hash.digest('hex');
}
