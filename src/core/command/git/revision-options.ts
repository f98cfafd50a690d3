import { runs } from '../acts.ts';
import { inForce, type OptionRows, upTo, type Walked, type WholeNumber } from '../table.ts';
import { noSecretFile } from '../values.ts';
import type { Dependency } from '../verdict.ts';

/** How many commits; -1 is the documented word for all of them. */
export const commits: WholeNumber = { ...upTo(99_999_999), orMinusOne: true };
const seconds = upTo(999_999_999_999);

/** The options of rev-list-options.adoc, read by revision.c; exact names only. */
export const revisionOptions = {
  flag: [
    '-E --extended-regexp',
    '-F --fixed-strings',
    '-P --perl-regexp',
    '-g --walk-reflogs',
    '-i --regexp-ignore-case',
    '--all',
    '--all-match',
    '--alternate-refs',
    '--always',
    '--author-date-order',
    '--basic-regexp',
    '--bisect',
    '--boundary',
    '--cherry',
    '--cherry-mark',
    '--cherry-pick',
    '--children',
    '--count',
    '--date-order',
    '--dense',
    '--do-walk',
    '--exclude-first-parent-only',
    '--exclude-promisor-objects',
    '--first-parent',
    '--full-diff',
    '--full-history',
    '--graph',
    '--no-graph',
    '--graph-indent',
    '--no-graph-indent',
    '--ignore-missing',
    '--in-commit-order',
    '--indexed-objects',
    '--invert-grep',
    '--left-only',
    '--left-right',
    '--maximal-only',
    '--merge',
    '--merges',
    '--no-max-parents',
    '--no-merges',
    '--no-min-parents',
    '--not',
    '--parents',
    '--reflog',
    '--relative-date',
    '--remove-empty',
    '--reverse',
    '--right-only',
    '--root',
    '--show-pulls',
    '--simplify-by-decoration',
    '--simplify-merges',
    '--single-worktree',
    '--sparse',
    '--stdin',
    '--topo-order',
  ],
  optional: ['--ancestry-path', '--branches', '--no-walk', '--remotes', '--show-linear-break', '--tags'],
  value: ['--after', '--before', '--exclude', '--exclude-hidden', '--glob', '--since', '--since-as-filter', '--until'],
  checked: {
    '-<n>': commits,
    '--author': 'pattern',
    '--committer': 'pattern',
    '--date': 'date-format',
    '--default': noSecretFile,
    '--graph-lane-limit': { optional: upTo(9999) },
    '--grep': 'pattern',
    '--grep-reflog': 'pattern',
    '--max-age': seconds,
    '--max-count-oldest': commits,
    '--max-parents': { optional: { ...upTo(9999), orMinusOne: true } },
    '--min-age': seconds,
    '--min-parents': { optional: upTo(9999) },
    '--skip': commits,
  },
} as const satisfies OptionRows;

/** `-n` counts commits everywhere but in shortlog. */
export const countOption = { checked: { '-n --max-count': commits } } as const satisfies OptionRows;

/** The options of pretty-options.adoc. */
export const prettyOptions = {
  flag: [
    '-v',
    '--abbrev-commit',
    '--encode-email-headers',
    '--log-size',
    '--no-abbrev-commit',
    '--no-commit-id',
    '--no-encode-email-headers',
    '--no-expand-tabs',
    '--no-notes',
    '--no-show-signature',
    '--no-standard-notes',
    '--oneline',
    '--show-notes-by-default',
    '--standard-notes',
  ],
  optional: ['--notes', '--show-notes'],
  value: ['--encoding'],
  checked: {
    '--expand-tabs': { optional: upTo(99) },
    '--format': { optional: 'pretty' },
    '--pretty': { optional: 'pretty' },
  },
  acts: { '--show-signature': runs('runs gpg; leave it out') },
} as const satisfies OptionRows;

const fullName = /^\^?([0-9a-f]{40}|[0-9a-f]{64})$/;
/** Options that stand for whole sets of refs. */
export const refSets = [
  '--all',
  '--branches',
  '--tags',
  '--remotes',
  '--glob',
  '--reflog',
  '--bisect',
  '--walk-reflogs',
  '--stdin',
];

/** True when every revision is a full object name, so that what they show can never change. */
export function isPinned(walked: Walked): boolean {
  const names = walked.positionals.slice(0, walked.beforeDashes).flatMap(word => word.split(/\.{2,3}/));
  return names.length > 0 && names.every(name => fullName.test(name)) && !refSets.some(each => inForce(walked, each));
}

/** Commits depend on refs unless every one of them is named in full. */
export const historyDependsOn = (walked: Walked): readonly Dependency[] => (isPinned(walked) ? ['nothing'] : ['refs']);
