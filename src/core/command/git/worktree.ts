import { destroysFiles, outside, refusesProgram, refusesTerminal, runs } from '../acts.ts';
import { objectTo } from '../judge.ts';
import { WITHOUT_SECRET_FILES } from '../secret-files.ts';
import { inForce, leaf, type Node, options, revs, upTo, type ValueCheck, words } from '../table.ts';
import { noSecretFile } from '../values.ts';
import { plainDiffsOnly } from './conditions.ts';
import { threads } from './config-keys.ts';
import { abbreviation, diffOptions, similarity } from './diff-options.ts';

/** git-status(1). */
const status = leaf({
  options: options({
    flag: [
      '-b --branch',
      '-s --short',
      '-v --verbose',
      '-z --null',
      '--ahead-behind',
      '--long',
      '--no-renames',
      '--renames',
      '--show-stash',
    ],
    optional: ['-u --untracked-files', '--column', '--ignored', '--ignore-submodules', '--porcelain'],
    checked: { '-M --find-renames': { optional: similarity } },
  }),
  forms: [{ takes: revs() }],
  dependsOn: ['refs', 'index', 'worktree'],
  showsContents: walked => inForce(walked, '--verbose'),
  condition: walked => (inForce(walked, '--verbose') ? plainDiffsOnly : undefined),
});

/** The name of a file in every folder: with a slash it could be a file anywhere. */
const fileName: ValueCheck = (value, option) =>
  /[\\/]/.test(value) ? objectTo(option, outside(`'${value}' is a path, not a name`)) : undefined;

/** git-ls-files(1). */
const lsFiles = leaf({
  options: options({
    flag: [
      '-c --cached',
      '-d --deleted',
      '-f',
      '-i --ignored',
      '-k --killed',
      '-m --modified',
      '-o --others',
      '-s --stage',
      '-t',
      '-u --unmerged',
      '-v',
      '-z',
      '--debug',
      '--deduplicate',
      '--directory',
      '--empty-directory',
      '--eol',
      '--error-unmatch',
      '--exclude-standard',
      '--full-name',
      '--recurse-submodules',
      '--resolve-undo',
      '--sparse',
    ],
    value: ['-x --exclude', '--format', '--with-tree'],
    checked: {
      '--abbrev': { optional: abbreviation },
      '-X --exclude-from': 'path',
      '--exclude-per-directory': fileName,
    },
  }),
  forms: [{ takes: revs() }],
  dependsOn: ['index', 'worktree'],
  showsContents: false,
});

const lines = upTo(9_999_999);

/** git-grep(1): `(` and `)` come as words of their own. */
const grep = leaf({
  options: options({
    flag: [
      '-a --text',
      '-c --count',
      '-E --extended-regexp',
      '-F --fixed-strings',
      '-G --basic-regexp',
      '-h',
      '-H',
      '-i --ignore-case',
      '-I',
      '-l --files-with-matches --name-only',
      '-L --files-without-match',
      '-n --line-number',
      '-o --only-matching',
      '-p --show-function',
      '-P --perl-regexp',
      '-q --quiet',
      '-r --recursive',
      '-v --invert-match',
      '-w --word-regexp',
      '-W --function-context',
      '-z --null',
      '--all-match',
      '--and',
      '--break',
      '--cached',
      '--column',
      '--exclude-standard',
      '--full-name',
      '--heading',
      '--index',
      '--no-color',
      '--no-index',
      '--no-textconv',
      '--not',
      '--or',
      '--recurse-submodules',
      '--untracked',
    ],
    optional: ['--color'],
    checked: {
      '-<n>': lines,
      '-A --after-context': lines,
      '-B --before-context': lines,
      '-C --context': lines,
      '-e': 'pattern',
      '-f': 'path',
      '-m --max-count': { ...lines, orMinusOne: true },
      '--max-depth': diffOptions.checked['--max-depth'],
      '--threads': threads,
    },
    acts: {
      '-O --open-files-in-pager': refusesProgram('opens the matches in a program; use -n or -l to list them'),
      '--ext-grep': runs('may run grep; leave it out'),
      '--textconv': refusesProgram('runs the configured conversion program; leave it out'),
    },
  }),
  forms: [
    // What comes first is the pattern, unless the patterns have come already.
    { without: ['-e', '-f', '--and', '--not', '--or'], takes: { ...revs(), first: 'pattern' } },
    { takes: revs() },
  ],
  dependsOn: ['index', 'worktree', 'refs'],
  endsAtDashes: true,
  showsContents: walked =>
    !['--count', '--files-without-match', '--name-only', '--quiet'].some(name => inForce(walked, name)),
  // Ignored files are searched too, or matches come in pieces.
  leavesOut: walked =>
    ['--no-index', '--only-matching', '--untracked'].some(name => inForce(walked, name)) ? WITHOUT_SECRET_FILES : [],
});

/** git-blame(1) and git-annotate(1): their own options and those of revision.c, so exact names only. */
const blame = leaf({
  dialect: 'revisions',
  options: options({
    flag: [
      '-b',
      '-c',
      '-e --show-email',
      '-f --show-name',
      '-k',
      '-l',
      '-n --show-number',
      '-p --porcelain',
      '-s',
      '-t',
      '-w',
      '--color-by-age',
      '--color-lines',
      '--first-parent',
      '--incremental',
      '--line-porcelain',
      '--minimal',
      '--no-color-by-age',
      '--no-color-lines',
      '--no-abbrev',
      '--no-ext-diff',
      '--no-progress',
      '--no-textconv',
      '--progress',
      '--reverse',
      '--root',
      '--score-debug',
      '--show-stats',
    ],
    value: ['-L', '--after', '--before', '--diff-algorithm', '--encoding', '--ignore-rev', '--since', '--until'],
    checked: {
      '-C': { optional: { like: /^C*\d{0,5}$/, written: '<n>' } },
      '-M': { optional: upTo(99_999) },
      '-S': 'path',
      '--abbrev': { optional: abbreviation },
      '--contents': 'path',
      '--date': 'date-format',
      '--ignore-revs-file': 'path',
    },
    acts: { '--output': diffOptions.acts['--output'], '--textconv': diffOptions.acts['--textconv'] },
  }),
  forms: [{ takes: revs(1) }],
  dependsOn: ['refs', 'worktree'],
  harden: ['--no-textconv'],
});

/** git-check-ignore(1), git-check-attr(1), git-check-mailmap(1): words in, answers out. */
const checkIgnore = leaf({
  options: options({
    flag: ['-n --non-matching', '-q --quiet', '-v --verbose', '-z', '--index', '--no-index', '--stdin'],
  }),
  forms: [{ takes: revs() }],
  dependsOn: ['index', 'worktree'],
  showsContents: false,
});
const checkAttr = leaf({
  options: options({ flag: ['-a --all', '-z', '--cached', '--stdin'], value: ['--source'] }),
  forms: [{ takes: revs() }],
  dependsOn: ['index', 'worktree'],
  showsContents: false,
});
const checkMailmap = leaf({
  options: options({ flag: ['--stdin'], checked: { '--mailmap-blob': noSecretFile, '--mailmap-file': 'path' } }),
  forms: [{ takes: words() }],
  dependsOn: ['worktree'],
});

/** git-clean(1): `-n` shows what would go. */
const clean = leaf({
  options: options({
    flag: ['-d', '-f --force', '-n --dry-run', '-q --quiet', '-x', '-X'],
    value: ['-e --exclude'],
    acts: { '-i --interactive': refusesTerminal('needs a terminal; use -n to look and -f to delete') },
  }),
  forms: [{ with: ['--dry-run'], takes: revs() }],
  otherwise: destroysFiles('deletes untracked files; -n shows which'),
  dependsOn: ['index', 'worktree'],
  showsContents: false,
});

export const worktree: Record<string, Node> = {
  status,
  'ls-files': lsFiles,
  grep,
  blame,
  annotate: blame,
  pickaxe: blame,
  'check-ignore': checkIgnore,
  'check-attr': checkAttr,
  'check-mailmap': checkMailmap,
  clean,
};
