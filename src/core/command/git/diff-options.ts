import { overwritesFile, refusesProgram, reveals } from '../acts.ts';
import { WITHOUT_SECRET_FILES } from '../secret-files.ts';
import {
  inForce,
  type Leaf,
  type Objection,
  type OptionRows,
  objectTo,
  type Shape,
  upTo,
  type Walked,
} from '../table.ts';
import { noSecretFile } from '../values.ts';
import { keepsWordsWhole } from './word-regex.ts';

/** How many characters of an object's name; the longest has 64. */
export const abbreviation = upTo(999);

/** How alike two files must be to count as one. */
export const similarity: Shape = { like: /^\d{0,5}%?$/, written: '<n>%' };

/** The options of diff-options.adoc, read by diff.c for every command that shows differences; exact names only. */
export const diffOptions = {
  flag: [
    '-p --patch',
    '-u',
    '-s --no-patch',
    '-z',
    '-a --text',
    '-b --ignore-space-change',
    '-w --ignore-all-space',
    '-D --irreversible-delete',
    '-R',
    '-W --function-context',
    '--no-function-context',
    '--binary',
    '--check',
    '--compact-summary',
    '--no-compact-summary',
    '--cumulative',
    '--default-prefix',
    '--exit-code',
    '--find-copies-harder',
    '--no-find-copies-harder',
    '--follow',
    '--no-follow',
    '--full-index',
    '--no-full-index',
    '--histogram',
    '--ignore-blank-lines',
    '--ignore-cr-at-eol',
    '--ignore-space-at-eol',
    '--indent-heuristic',
    '--no-indent-heuristic',
    '--ita-invisible-in-index',
    '--ita-visible-in-index',
    '--minimal',
    '--name-only',
    '--name-status',
    '--no-abbrev',
    '--no-color',
    '--no-color-moved',
    '--no-color-moved-ws',
    '--no-exit-code',
    '--no-ext-diff',
    '--no-ignore-matching-lines',
    '--no-minimal',
    '--no-prefix',
    '--no-quiet',
    '--no-relative',
    '--no-rename-empty',
    '--no-renames',
    '--no-text',
    '--no-textconv',
    '--numstat',
    '--patch-with-raw',
    '--patch-with-stat',
    '--patience',
    '--pickaxe-all',
    '--pickaxe-regex',
    '--quiet',
    '--raw',
    '--rename-empty',
    '--shortstat',
    '--summary',
  ],
  optional: [
    '-X --dirstat',
    '--color',
    '--color-moved',
    '--color-words',
    '--dirstat-by-file',
    '--ignore-submodules',
    '--relative',
    '--word-diff',
  ],
  value: [
    '--anchored',
    '--color-moved-ws',
    '--diff-algorithm',
    '--diff-filter',
    '--dst-prefix',
    '--line-prefix',
    '--output-indicator-context',
    '--output-indicator-new',
    '--output-indicator-old',
    '--src-prefix',
    '--word-diff-regex',
    '--ws-error-highlight',
  ],
  checked: {
    '-B --break-rewrites': { optional: { like: /^\d{0,5}%?(?:\/\d{0,5}%?)?$/, written: '<n>%/<m>%' } },
    '-C --find-copies': { optional: similarity },
    '-G': 'pattern',
    '-I --ignore-matching-lines': 'pattern',
    '-l': upTo(999_999),
    '-M --find-renames': { optional: similarity },
    '-O': 'path',
    '-S': 'pattern',
    '-U --unified': { optional: upTo(9_999_999) },
    '--abbrev': { optional: abbreviation },
    '--find-object': noSecretFile,
    '--inter-hunk-context': upTo(999_999),
    '--max-depth': { ...upTo(9999), orMinusOne: true },
    '--rotate-to': noSecretFile,
    '--skip-to': noSecretFile,
    '--stat': { optional: { like: /^\d{0,5}(?:,\d{0,5}){0,2}$/, written: '<width>,<name width>,<count>' } },
    '--stat-count': upTo(99_999),
    '--stat-graph-width': upTo(99_999),
    '--stat-name-width': upTo(99_999),
    '--stat-width': upTo(99_999),
    // `diff` would run the submodule's own external diff; the other two only name commits.
    '--submodule': { optional: { oneOf: ['short', 'log'] } },
  },
  acts: {
    '--output': overwritesFile('writes a file, over one of that name; leave it out to see the output'),
    '--ext-diff': refusesProgram('runs the configured diff program; leave it out to see the plain diff'),
    '--textconv': refusesProgram('runs the configured conversion program; leave it out to see the plain diff'),
  },
} as const satisfies OptionRows;

/** How merges are shown: what combined diffs, log and show add to the diff options. */
export const mergeDiffOptions = {
  flag: ['-c', '--cc', '--dd', '-m', '--combined-all-paths', '--no-diff-merges', '--remerge-diff'],
  checked: {
    '--diff-merges': {
      oneOf: ['off', 'none', 'on', 'first-parent', '1', 'separate', 'm', 'combined', 'c', 'dense-combined', 'cc'],
    },
  },
} as const satisfies OptionRows;

/** Put into every read that can show a difference: what keeps configured programs from running. */
export const plainDiffs = ['--no-ext-diff', '--no-textconv'] as const;

/** Options that make git print lines of files. */
const patchOptions = [
  '-c',
  '-L',
  '-m',
  '-u',
  '--binary',
  '--cc',
  '--check',
  '--color-words',
  '--dd',
  '--diff-merges',
  '--function-context',
  '--patch',
  '--patch-with-raw',
  '--patch-with-stat',
  '--remerge-diff',
  '--unified',
  '--word-diff',
  '--word-diff-regex',
];
/** Options that make git print something else, unless one of the others is there as well. */
const summaryOptions = [
  '--compact-summary',
  '--dirstat',
  '--dirstat-by-file',
  '--name-only',
  '--name-status',
  '--no-patch',
  '--numstat',
  '--quiet',
  '--raw',
  '--shortstat',
  '--stat',
  '--summary',
];

/** Whether lines of files are shown, by a command that does so without being asked or by one that does not. */
export const showsPatch = (byDefault: boolean) => (walked: Walked) =>
  walked.positionals.some(word => word.includes(':')) ||
  patchOptions.some(name => inForce(walked, name)) ||
  (byDefault && !summaryOptions.some(name => inForce(walked, name)));

/** True when words are told apart by a pattern that may cut a secret into pieces, where redaction would not see it. */
function cutsWords({ found }: Walked): boolean {
  return found.some(
    ({ option: { name }, value }) =>
      (name === '--word-diff-regex' || name === '--color-words') && value !== undefined && !keepsWordsWhole(value),
  );
}

/** True when config or attributes may say what a word is: they can cut one as well. */
function wordsByConfig(walked: Walked): boolean {
  const isSaid = walked.found.some(
    ({ option: { name }, value }) => (name === '--word-diff-regex' || name === '--color-words') && value !== undefined,
  );
  return !isSaid && (inForce(walked, '--word-diff') || inForce(walked, '--color-words'));
}

/** Where git takes no further pathspec, or a tree stands for one. */
const takesNoPathspec = (walked: Walked): boolean =>
  inForce(walked, '--follow') || inForce(walked, '-L') || walked.positionals.some(word => /[^:]:/.test(word));

const cutsSecrets = reveals("may print a secret in pieces; with '\\w+|.' for a pattern it only reads");

/**
 * Differences by a pattern of one's own, or of the config, are shown without the files that hold secrets. Where that cannot be
 * said, a pattern of one's own is not for a read; by a file's name the person is asked anyway.
 */
export const wordDiffs = {
  leavesOut: walked =>
    (cutsWords(walked) || (wordsByConfig(walked) && !takesNoPathspec(walked))) && !inForce(walked, '--no-index')
      ? WITHOUT_SECRET_FILES
      : [],
  check: walked =>
    cutsWords(walked) && !inForce(walked, '--no-index') && takesNoPathspec(walked)
      ? objectTo('a word regex', cutsSecrets)
      : undefined,
} satisfies Pick<Leaf, 'leavesOut' | 'check'>;

/** Redoing a merge writes objects, which git removes again. */
export const redoesMerge = (walked: Walked): boolean => inForce(walked, '--remerge-diff');

/** The same for a command that takes no pathspecs. */
export const wholeWords = (walked: Walked): Objection | undefined =>
  cutsWords(walked) ? objectTo('a word regex', cutsSecrets) : undefined;
