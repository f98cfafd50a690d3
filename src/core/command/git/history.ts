import { changes, destroys, runs } from '../acts.ts';
import { each, group, inForce, leaf, type Node, none, options, revs, type ValueCheck, words } from '../table.ts';
import { objectionTo } from '../values.ts';
import { diffOptions, mergeDiffOptions, plainDiffs } from './diff-options.ts';
import { countOption, historyDependsOn, prettyOptions, refSets, revisionOptions } from './revision-options.ts';

const logOptions = options(diffOptions, mergeDiffOptions, revisionOptions, countOption, prettyOptions, {
  flag: [
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
  value: ['-L', '--decorate-refs', '--decorate-refs-exclude'],
});

/** git-log(1), and git-show(1) and git-whatchanged(1), which share its parser. */
const log = leaf({
  dialect: 'revisions',
  options: logOptions,
  forms: [{ takes: revs() }],
  dependsOn: historyDependsOn,
  harden: plainDiffs,
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
    optional: ['-w'],
    value: ['--max-count'],
    checked: { '--format': { optional: 'pretty' }, '--group': groupBy, '--pretty': { optional: 'pretty' } },
  }),
  forms: [{ takes: revs() }],
  dependsOn: historyDependsOn,
  harden: walked => (walked.beforeDashes > 0 || refSets.some(name => inForce(walked, name)) ? [] : ['HEAD']),
});

/** git-cherry(1). */
const cherry = leaf({
  options: options({ flag: ['-v --verbose'], optional: ['--abbrev'] }),
  forms: [{ takes: words(0, 3) }],
  dependsOn: ['refs'],
});

/** git-last-modified(1), new in git 2.52. */
const lastModified = leaf({
  dialect: 'revisions',
  options: options({ flag: ['-r --recursive', '-t --show-trees', '-z'], value: ['--max-depth'] }),
  forms: [{ takes: revs() }],
  dependsOn: historyDependsOn,
  guardAlias: true,
});

export const history: Record<string, Node> = {
  log,
  show: log,
  // On its way out: newer gits let an alias take its place.
  whatchanged: { ...log, guardAlias: true },
  reflog,
  'rev-list': revList,
  shortlog,
  cherry,
  'last-modified': lastModified,
  'range-diff': runs('compares with the configured conversion programs, which no option turns off'),
};
