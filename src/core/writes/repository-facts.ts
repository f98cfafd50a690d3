import { createHash } from 'node:crypto';
import type { ReadArgs } from '../git/read-subcommands.ts';
import type { GitReader } from '../git/reader.ts';
import type { ParsedWrite } from './parsed-write.ts';
import { isGiven, type WriteLine } from './write-line.ts';

/** The parts of a repository that decide what a command does, each as a digest. */
export type RepositoryFacts = Readonly<Record<'head' | 'staged' | 'refs' | 'config' | 'tracking', string>>;

export const isSameFacts = (one: RepositoryFacts, other: RepositoryFacts): boolean =>
  PARTS.every(part => one[part] === other[part]);

const PARTS = ['head', 'staged', 'refs', 'config', 'tracking'] as const satisfies (keyof RepositoryFacts)[];

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
const CONFIG = ['config', '--list', '-z'] as const;
const REFS = ['for-each-ref', '--format=%(refname) %(objectname) %(symref)'] as const;

/** Every ref that is the person's own. */
const OWN_REFS = ['refs/bisect', 'refs/heads', 'refs/notes', 'refs/replace', 'refs/stash', 'refs/tags'];
/** VS Code's git extension writes it whenever it has looked for the branch that a branch came from. */
const EDITOR_NOTE = /^branch\..*\.vscode-merge-base\n/;
const MOST_WORDS = 40;

/** The facts that one command depends on. */
export function factsFor(git: GitReader, { command, line, cwd }: ParsedWrite): Promise<RepositoryFacts> {
  const stashes = line?.subcommand === 'stash' ? ['refs/stash'] : [];
  const pushed = line?.subcommand === 'push' && mayPushUnnamed(line) ? ['refs/heads', 'refs/tags'] : [];
  return readFacts(git, cwd, {
    refs: [...refPatterns(command.args), ...stashes, ...pushed],
    // What happens on GitHub depends on the branch and the remotes, not on what is staged here.
    staged: command.program === 'git',
  });
}

/** Whether a push may send refs that no word of it names: by its options, or by config where there is no refspec. */
const mayPushUnnamed = ({ known }: WriteLine): boolean =>
  known === undefined ||
  known.positionals.length < 2 ||
  isGiven(known, '--all', '--follow-tags', '--mirror', '--prune', '--tags');

/** The facts that any command of a plan may depend on. */
export const factsOfAll = (git: GitReader, cwd: string): Promise<RepositoryFacts> =>
  readFacts(git, cwd, { refs: OWN_REFS, staged: true });

async function readFacts(
  git: GitReader,
  cwd: string,
  wanted: { readonly refs: readonly string[]; readonly staged: boolean },
): Promise<RepositoryFacts> {
  // Where there is no repository, as before init and clone, that is the state.
  const ask = async (question: ReadArgs) => {
    const answer = await git.read(question, cwd);
    return answer.ok ? answer.text : undefined;
  };
  const [born, staged, config = '', refs = ''] = await Promise.all([
    ask(HEAD),
    wanted.staged ? ask(STAGED) : '',
    ask(CONFIG),
    wanted.refs.length > 0 ? ask([...REFS, ...wanted.refs]) : '',
  ]);
  const [head = 'none', index = 'none'] =
    born !== undefined && staged !== undefined ? [born, staged] : await Promise.all([ask(UNBORN), ask(INDEX)]);
  const entries = config.split('\0').filter(entry => !EDITOR_NOTE.test(entry));
  const isTracking = (entry: string) => entry.startsWith('branch.');
  return {
    head: digest(head),
    staged: digest(index),
    refs: digest(refs),
    config: digest(entries.filter(entry => !isTracking(entry)).join('\0')),
    tracking: digest(entries.filter(isTracking).join('\0')),
  };
}

/** Patterns for every ref that a word of a command may name, alone, in a range or in a refspec. */
export function refPatterns(args: readonly string[]): readonly string[] {
  const names = new Set(
    args
      .flatMap(word => word.replace(/^--?[^=]*=/, '').split(/:|\.{2,}/))
      .map(part => part.replace(/^[+^]/, '').replace(/(?:[~^]|@\{).*$/s, ''))
      .filter(name => name !== '' && !name.startsWith('-')),
  );
  if (names.size > MOST_WORDS) return OWN_REFS;
  return [...names].flatMap(name =>
    ['heads/', 'tags/', 'remotes/', ''].map(place => (name.startsWith('refs/') ? name : `refs/${place}${name}`)),
  );
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
