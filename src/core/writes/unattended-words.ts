import { parse, programOf } from '../command/parse.ts';

/** What may be written with nobody there, sorted: subcommands that change this repository or what it sends to, and nothing about either. */
const SUBCOMMANDS = {
  gh: ['issue', 'label', 'pr'],
  git: [
    'add',
    'am',
    'apply',
    'branch',
    'checkout',
    'cherry-pick',
    'commit',
    'fetch',
    'merge',
    'mv',
    'notes',
    'pull',
    'push',
    'rebase',
    'reset',
    'restore',
    'revert',
    'rm',
    'stash',
    'switch',
    'tag',
  ],
} as const satisfies Record<'gh' | 'git', readonly string[]>;

/** Transfers, whose words may name another place than a remote of the repository. */
const TRANSFERS: readonly string[] = ['fetch', 'pull', 'push'];
const ADDRESS = /:\/\/|::|^[./~\\]|@/;
const OTHER_REPOSITORY = /^(?:-R|--repo|https?:\/\/)/;

/** Why the words of a command are for a person; undefined when they stay in this repository and its remotes. */
export function objectionToWords(text: string): string | undefined {
  const program = programOf(text);
  const parsed = parse(program, text);
  if (!parsed.ok) return parsed.message;
  const [subcommand = '', ...words] = parsed.args;
  const allowed: readonly string[] = SUBCOMMANDS[program];
  // An option before the subcommand may lead to another repository.
  if (!allowed.includes(subcommand)) return `${program} ${subcommand} is not among the commands that run unattended.`;
  if (program === 'gh')
    return words.some(word => OTHER_REPOSITORY.test(word)) ? 'It names a repository on GitHub by itself.' : undefined;
  const isAway = (word: string) => ADDRESS.test(word) || (subcommand !== 'push' && word.includes(':'));
  return TRANSFERS.includes(subcommand) && words.some(isAway) ? 'It may name another place than a remote.' : undefined;
}
