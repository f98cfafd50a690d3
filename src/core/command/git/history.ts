import { changes, destroys } from '../acts.ts';
import { each, group, inForce, leaf, type Node, none, options, revs, upTo, type ValueCheck, words } from '../table.ts';
import { noSecretFile, objectionTo } from '../values.ts';
import { historyCondition, plainDiffsOnly } from './conditions.ts';
import {
  abbreviation,
  diffOptions,
  mergeDiffOptions,
  plainDiffs,
  redoesMerge,
  showsPatch,
  wholeWords,
  wordDiffs,
} from './diff-options.ts';
import { commits, countOption, historyDependsOn, prettyOptions, refSets, revisionOptions } from './revision-options.ts';

const logOptions = options(diffOptions, mergeDiffOptions, revisionOptions, countOption, prettyOptions, {
  flag: [
    '-q --quiet',
    '-r',
    '-t',
    '--clear-decorations',
    '--mailmap --use-mailmap',
    '--no-mailmap --no-use-mailmap',
    '--no-decorate',
    '--no-decorate-refs',
    '--no-decorate-refs-exclude',
    '--no-source',
    '--source',
    '--i-still-use-this',
  ],
  optional: ['--decorate'],
  value: ['--decorate-refs', '--decorate-refs-exclude'],
  // `<range>:<file>`, whose lines are shown.
  checked: { '-L': noSecretFile },
});

/** git-log(1), and git-show(1) and git-whatchanged(1), which share its parser. */
const log = leaf({
  dialect: 'revisions',
  options: logOptions,
  forms: [{ takes: revs() }],
  dependsOn: historyDependsOn,
  harden: plainDiffs,
  showsContents: showsPatch(false),
  condition: historyCondition,
  scratchObjects: redoesMerge,
  ...wordDiffs,
});

/** git-reflog(1): shows unless an action says otherwise. */
const reflog = group(
  {
    show: { ...log, dependsOn: ['refs'] },
    list: leaf({ options: options(), forms: [{ takes: none }], dependsOn: ['refs'] }),
    exists: leaf({ options: options(), forms: [{ takes: words(1, 1) }], dependsOn: ['refs'] }),
    ...each('expire delete drop', destroys('removes reflog entries')),
    write: changes('adds a reflog entry'),
  },
  { ...log, dependsOn: ['refs'] },
);

/** git-rev-list(1): lists objects, shows no differences. */
const revList = leaf({
  dialect: 'revisions',
  options: options(diffOptions, mergeDiffOptions, revisionOptions, countOption, prettyOptions, {
    flag: [
      '-r',
      '-t',
      '--bisect-all',
      '--bisect-vars',
      '--commit-header',
      '--filter-print-omitted',
      '--filter-provided-objects',
      '--header',
      '--no-commit-header',
      '--no-filter',
      '--no-object-names',
      '--object-names',
      '--objects',
      '--objects-edge',
      '--objects-edge-aggressive',
      '--test-bitmap',
      '--timestamp',
      '--unpacked',
      '--use-bitmap-index',
    ],
    optional: ['--disk-usage', '--filter', '--missing', '--no-kept-objects', '--progress'],
  }),
  forms: [{ takes: revs() }],
  dependsOn: historyDependsOn,
  harden: ['--no-textconv'],
  showsContents: false,
  condition: historyCondition,
  scratchObjects: redoesMerge,
});

/** Fields by name, or a format: shortlog runs gpg for one with %G, and not the one that is configured. */
const groupBy: ValueCheck = (value, option, context) =>
  /^(author|committer|trailer:.*)$/.test(value) ? undefined : objectionTo('pretty', value, option, context);

/** git-shortlog(1): without a revision it would wait for a log on its standard input, so it is given HEAD. */
const shortlog = leaf({
  dialect: 'revisions',
  options: options(revisionOptions, {
    flag: [
      '-c --committer',
      '-e --email',
      '-n --numbered',
      '-s --summary',
      '--no-committer',
      '--no-email',
      '--no-numbered',
      '--no-summary',
    ],
    checked: {
      '-w': { optional: { like: /^\d{0,4}(?:,\d{0,4}){0,2}$/, written: '<width>,<indent>,<indent>' } },
      '--format': { optional: 'pretty' },
      '--group': groupBy,
      '--max-count': commits,
      '--pretty': { optional: 'pretty' },
    },
  }),
  forms: [{ takes: revs() }],
  dependsOn: historyDependsOn,
  harden: walked => (walked.beforeDashes > 0 || refSets.some(name => inForce(walked, name)) ? [] : ['HEAD']),
  showsContents: false,
  condition: historyCondition,
});

/** git-cherry(1). */
const cherry = leaf({
  options: options({ flag: ['-v --verbose'], checked: { '--abbrev': { optional: abbreviation } } }),
  forms: [{ takes: words(0, 3) }],
  dependsOn: ['refs'],
});

/** git-range-diff(1): compares patches, made by a log of its own that no option reaches. */
const rangeDiff = leaf({
  dialect: 'revisions',
  options: options(diffOptions, {
    flag: ['--dual-color', '--left-only', '--no-dual-color', '--no-notes', '--right-only'],
    optional: ['--notes'],
    checked: { '--creation-factor': upTo(9999) },
  }),
  forms: [{ takes: revs(1) }],
  dependsOn: historyDependsOn,
  condition: () => plainDiffsOnly,
  check: wholeWords,
});

/** git-last-modified(1), new in git 2.52. */
const lastModified = leaf({
  dialect: 'revisions',
  options: options({
    flag: ['-r --recursive', '-t --show-trees', '-z'],
    checked: { '--max-depth': diffOptions.checked['--max-depth'] },
  }),
  forms: [{ takes: revs() }],
  dependsOn: historyDependsOn,
  showsContents: false,
  guardAlias: true,
});

export const history: Record<string, Node> = {
  log,
  show: { ...log, showsContents: showsPatch(true) },
  // On its way out: newer gits let an alias take its place.
  whatchanged: { ...log, guardAlias: true },
  reflog,
  'rev-list': revList,
  shortlog,
  cherry,
  'last-modified': lastModified,
  'range-diff': rangeDiff,
};
