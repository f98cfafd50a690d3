import { createHash } from 'node:crypto';
import type { MutatingCommand } from '../command/command.ts';
import type { AskGit } from '../git/ask.ts';
import { lineOf } from './parsed-write.ts';

const HEAD = ['rev-parse', 'HEAD', '--symbolic-full-name', 'HEAD'];
/** Not the index itself: whoever looks at the status writes it anew, and it says the same. */
const STAGED = ['diff-index', '--cached', '--raw', '-z', '--no-renames', '--ignore-submodules=none', 'HEAD', '--'];
/** Before the first commit. */
const INDEX = ['ls-files', '--stage', '-z'];
const UNBORN = ['symbolic-ref', 'HEAD'];

/** What a person decides upon besides the words of a command: where HEAD is and what is staged. */
export async function stateOf(ask: AskGit, command: MutatingCommand, repository: string): Promise<string> {
  // What happens on GitHub does not depend on what is staged here.
  if (command.program === 'gh') return 'github';
  const cwd = lineOf(command, repository)?.cwd ?? repository;
  const answers = async (...questions: readonly (readonly string[])[]) =>
    Promise.all(questions.map(question => ask(question, cwd)));
  const born = await answers(HEAD, STAGED);
  const told = born.every(({ ok }) => ok) ? born : await answers(UNBORN, INDEX);
  const hash = createHash('sha256');
  // Where there is no repository, as before init and clone, that is the state.
  for (const answer of told) hash.update(answer.ok ? answer.text : 'none').update('\0');
  return hash.digest('hex');
}
