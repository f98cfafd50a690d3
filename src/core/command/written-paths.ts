import { beginsGitDirectory, namesGitDirectory } from '../../shared/git-directory.ts';
import { destroysFiles, refuse } from './acts.ts';
import type { NamedPaths } from './command.ts';
import { objectTo } from './judge.ts';
import type { Objection } from './table.ts';

/** Subcommands whose names and paths git only reads, or looks up among refs and tracked files. */
const READS_NAMES = new Set(
  [
    'add am annotate apply archive bisect blame branch cat-file checkout cherry-pick clean commit commit-tree config',
    'describe diff diff-files diff-index diff-tree fetch fetch-pack for-each-ref format-patch fsck grep hash-object',
    'hook log ls-files ls-remote ls-tree merge merge-base name-rev notes pickaxe pull push range-diff rebase reflog',
    'remote replace reset restore rev-list rev-parse revert rm send-pack shortlog show show-branch show-ref',
    'sparse-checkout stage stash status switch symbolic-ref tag update-index update-ref verify-commit verify-pack',
    'verify-tag whatchanged',
  ].flatMap(line => line.split(' ')),
);
/** Of these only the first words: the address that is cloned. */
const SOURCES: ReadonlyMap<string, number> = new Map([
  ['clone', 1],
  ['submodule', 2],
]);

/** Options whose value is text, or a file that is only read. */
const TEXT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    am: '--exclude --include',
    apply: '--exclude --include',
    archive: '--add-file --add-virtual-file --prefix --remote',
    clean: '-e --exclude',
    clone: '-b --branch -c --config -o --origin --bundle-uri --reference --reference-if-able',
    commit:
      '-c --reedit-message -C --reuse-message -F --file -m --message -t --template --author --pathspec-from-file --trailer',
    'commit-tree': '-F -m',
    'interpret-trailers': '--trailer',
    merge: '-F --file -m --message',
    notes: '-F --file -m --message',
    stash: '-m --message',
    subtree: '-m --message',
    tag: '-F --file -m --message',
    worktree: '--reason',
  }),
);

/** Commands of gh whose words are settings and text. */
const GH_TEXT = ['alias', 'auth', 'config', 'issue', 'pr'];

/** Subcommands that write into the folder they run in without naming a file. */
const WRITES_HERE = ['apply', 'clone', 'init', 'init-db', 'unpack-file'];
/** Those that do so, or into a folder they are given, under names that Sluice does not know beforehand. */
const FILLS_FOLDER = ['bugreport', 'diagnose', 'format-patch', 'mailsplit'];

/**
 * The paths, as written, that a write may be told to write to. Whatever is not known to be text or only read counts, also
 * what an unknown option carries: one path too many costs nothing.
 */
export function writtenPaths(subcommand: string, words: readonly string[]): readonly string[] {
  const text = (TEXT.get(subcommand) ?? '').split(' ').filter(name => name !== '');
  const isText = (name: string) => text.some(each => each === name || (name.length > 3 && each.startsWith(name)));
  const leaves = READS_NAMES.has(subcommand) ? Number.POSITIVE_INFINITY : (SOURCES.get(subcommand) ?? 0);
  const paths: string[] = WRITES_HERE.includes(subcommand) ? ['.'] : [];
  let names = 0;
  for (const [at, word] of words.entries()) {
    const before = words[at - 1] ?? '';
    const option = before.startsWith('--') ? before : before.startsWith('-') ? `-${before.slice(-1)}` : '';
    if (word.startsWith('--')) {
      const [name = ''] = word.split('=', 1);
      if (word.includes('=') && !isText(name)) paths.push(word.slice(name.length + 1));
    } else if (word.startsWith('-')) {
      if (word.length > 2 && !isText(word.slice(0, 2))) paths.push(...attachedTo(word));
    } else if (option !== '' && option !== '--' && !before.includes('=')) {
      if (!isText(option)) paths.push(word);
    } else {
      names += 1;
      if (names > leaves) paths.push(word);
    }
  }
  const named = paths.filter(path => path !== '');
  return FILLS_FOLDER.includes(subcommand) ? ['./', ...named.map(path => `${path}/`)] : named;
}

/** The same of a gh command that writes files; what it downloads goes into the folder it runs in. */
export const pathsWrittenByGh = (group: string, words: readonly string[]): readonly string[] =>
  GH_TEXT.includes(group) ? [] : ['./', ...writtenPaths('', words).map(path => `${path}/`)];

/** `-ofile`, or `-vofile` when the option stands in a cluster. */
function attachedTo(word: string): string[] {
  const path = word.search(/[./\\~]/);
  const attached = word.slice(2).replace(/^=/, '');
  return path > 2 ? [attached, word.slice(path)] : [attached];
}

const writesIntoGit = refuse(
  destroysFiles('is in a git directory, where git finds what it runs; choose a path in the work tree'),
);

/** The objection to a write that names a path in a git directory. */
export function objectToGitDirectory({ paths, cwd }: NamedPaths): Objection | undefined {
  const isRelative = (path: string) => !/^(?:[\\/]|[a-z]:)/i.test(path);
  const path = paths.find(each => namesGitDirectory(each) || (namesGitDirectory(cwd) && isRelative(each)));
  if (path !== undefined) return objectTo(`'${path}'`, writesIntoGit);
  const key = paths.find(each => JOURNAL_KEY.test(each));
  if (key !== undefined) return objectTo(`'${key}'`, replacesKey);
  const own = paths.find(each => /^\/(?:proc|dev\/fd)\//.test(each));
  return own === undefined ? undefined : objectTo(`'${own}'`, hidesPath);
}

/** The key that entries of the journal are sealed with, and the folders it is in. */
const JOURNAL_KEY =
  /(?:^|[\\/])(?:sluice[\\/]+journal-key$|(?:\.local[\\/]+state|Application Support|AppData[\\/]+Local)[\\/]+sluice(?:[\\/]|$))/i;
const replacesKey = refuse(
  destroysFiles('is where Sluice keeps the key that tells its own journal from a forged one; choose another path'),
);

/** What `/proc/self` is differs from one program to the next. */
const hidesPath = refuse(destroysFiles('leads elsewhere in every program; write the path itself'));

/** The objection to words that git itself makes a path in a git directory of. */
export function objectToDisguisedFile(subcommand: string, words: readonly string[]): Objection | undefined {
  if (subcommand !== 'checkout-index') return objectToFileAsRef(subcommand, words);
  const prefix = writtenPaths(subcommand, words).find(beginsGitDirectory);
  return prefix === undefined ? undefined : objectTo(`'${prefix}'`, writesIntoGit);
}

/** git takes `config` and `hooks/x` for refs, and writes the files of that name. */
function objectToFileAsRef(subcommand: string, words: readonly string[]): Objection | undefined {
  const names = words.filter((word, at) => !word.startsWith('-') && words[at - 1] !== '-m');
  const [name] = subcommand === 'refs' ? (CHANGES_REF.includes(names[0] ?? '') ? names.slice(1) : []) : names;
  if (!TAKES_REF.includes(subcommand) || name === undefined || isRef.test(name)) return undefined;
  return objectTo(`'${name}'`, {
    ...writesIntoGit,
    says: 'is a file of the git directory, not a ref; write refs/heads/…',
  });
}

const TAKES_REF = ['refs', 'symbolic-ref', 'update-ref'];
const CHANGES_REF = ['create', 'delete', 'rename', 'update'];
const isRef = /^(?:main-worktree\/|worktrees\/[^/]+\/)?(?:refs\/|[A-Z_]+$|@$)/;
