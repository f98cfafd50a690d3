import { changes, changesFiles, overwritesFile, refuse, refusesProgram, runs } from '../acts.ts';
import { objectTo } from '../judge.ts';
import { leaf, type Node, none, type OptionRows, options, paths, revs, upTo } from '../table.ts';
import { historyCondition } from './conditions.ts';
import { diffOptions, mergeDiffOptions, plainDiffs, redoesMerge, wordDiffs } from './diff-options.ts';
import { revisionOptions } from './revision-options.ts';

const applies = {
  ...changesFiles('applies a patch'),
  effects: ['writes-files', 'writes-repo'] as const,
};

/** git-apply(1): `--stat`, `--numstat`, `--summary` and `--check` look at a patch without applying it. */
const apply = leaf({
  options: options({
    flag: [
      '-N --intent-to-add',
      '-q --quiet',
      '-R --reverse',
      '-v --verbose',
      '-z',
      '--add',
      '--allow-binary-replacement --binary',
      '--allow-empty',
      '--allow-overlap',
      '--cached',
      '--check',
      '--ignore-space-change',
      '--ignore-whitespace',
      '--inaccurate-eof',
      '--no-add',
      '--numstat',
      '--recount',
      '--stat',
      '--summary',
      '--unidiff-zero',
    ],
    value: ['--directory', '--exclude', '--include', '--whitespace'],
    checked: { '-C': upTo(9999), '-p': upTo(9999) },
    acts: {
      '-3 --3way': { ...applies, says: 'merges the patch' },
      '--apply': { ...applies, says: 'still applies the patch' },
      '--build-fake-ancestor': overwritesFile('writes a file'),
      '--index': { ...applies, says: 'refreshes the index' },
      '--ours': { ...applies, says: 'merges the patch' },
      '--reject': { ...applies, says: 'leaves rejected hunks in files' },
      '--theirs': { ...applies, says: 'merges the patch' },
      '--union': { ...applies, says: 'merges the patch' },
      '--unsafe-paths': refuse({ ...applies, says: 'lets a patch write anywhere, .git included; leave it out' }),
    },
  }),
  forms: [{ with: ['--check', '--numstat', '--stat', '--summary'], takes: paths() }],
  otherwise: applies,
  dependsOn: ['index', 'worktree'],
});

const cover = 'compares with the configured conversion programs, which no option turns off';

/** git-format-patch(1): files unless `--stdout`. */
const formatPatch = leaf({
  dialect: 'revisions',
  options: options(diffOptions, mergeDiffOptions, revisionOptions, {
    flag: [
      '-k --keep-subject',
      '-n --numbered',
      '-N --no-numbered',
      '-p --no-stat',
      '-q --quiet',
      '-t',
      '-s --signoff',
      '--cover-letter',
      '--encode-email-headers',
      '--force-in-body-from',
      '--ignore-if-in-upstream',
      '--no-attach',
      '--no-base',
      '--no-binary',
      '--no-cc',
      '--no-cover-letter',
      '--no-encode-email-headers',
      '--no-force-in-body-from',
      '--no-from',
      '--no-notes',
      '--no-signature',
      '--no-signoff',
      '--no-stdout',
      '--no-thread',
      '--no-to',
      '--no-zero-commit',
      '--numbered-files',
      '--patch',
      '--progress',
      '--root',
      '--stdout',
      '--zero-commit',
    ],
    optional: ['--attach', '--from', '--inline', '--notes', '--rfc', '--thread'],
    value: [
      '-v --reroll-count',
      '--add-header',
      '--base',
      '--cc',
      '--cover-from-description',
      '--in-reply-to',
      '--signature',
      '--subject-prefix',
      '--suffix',
      '--to',
    ],
    checked: {
      '--creation-factor': upTo(9999),
      '--description-file': 'path',
      '--filename-max-length': upTo(9999),
      '--signature-file': 'path',
      '--start-number': upTo(999_999),
    },
    acts: {
      '-o --output-directory': overwritesFile('writes files, over those of the same name; use --stdout to read them'),
      '--commit-list-format': runs('takes a format that may run gpg'),
      '--interdiff': runs(cover),
      '--range-diff': runs(cover),
    },
  }),
  forms: [{ with: ['--stdout'], without: ['--no-stdout'], takes: revs() }],
  otherwise: overwritesFile('writes a file for each commit, over those of the same name; use --stdout to read them'),
  dependsOn: ['refs'],
  harden: plainDiffs,
  condition: historyCondition,
  scratchObjects: redoesMerge,
  ...wordDiffs,
});

/** git-merge-file(1): prints with `-p`, otherwise overwrites its first file. */
const mergeFile = leaf({
  options: options({
    flag: ['-p --stdout', '-q --quiet', '--diff3', '--object-id', '--ours', '--theirs', '--union', '--zdiff3'],
    value: ['-L', '--diff-algorithm'],
    checked: { '--marker-size': upTo(999) },
  }),
  forms: [{ with: ['--stdout'], takes: paths(3, 3) }],
  otherwise: overwritesFile('overwrites its first file; use -p to print'),
  dependsOn: ['worktree'],
});

const trailerCommands = runs('may run the configured trailer commands; use --parse');

/** git-interpret-trailers(1): the configured trailer commands run unless only the input counts. */
const interpretTrailers = leaf({
  options: options({
    flag: ['--divider', '--no-divider', '--only-input', '--only-trailers', '--parse', '--trim-empty', '--unfold'],
    acts: {
      '--in-place': overwritesFile('rewrites files'),
      '--trailer': refusesProgram('may run a configured trailer command; use --parse to read trailers'),
    },
  }),
  forms: [{ with: ['--only-input', '--parse'], takes: paths() }],
  otherwise: trailerCommands,
  // --parse stands for three options, one of which is the one that counts; it can be taken back by itself.
  check: walked =>
    walked.options.get('--only-input') === false ? objectTo('--no-only-input', trailerCommands) : undefined,
  dependsOn: ['worktree'],
});

/** Readers of standard input, which is empty here. */
const readsInput = (rows: OptionRows) =>
  leaf({ options: options(rows), forms: [{ takes: none }], dependsOn: ['nothing'] });

export const patches: Record<string, Node> = {
  apply,
  'format-patch': formatPatch,
  'merge-file': mergeFile,
  'interpret-trailers': interpretTrailers,
  'patch-id': readsInput({ flag: ['--stable', '--unstable', '--verbatim'] }),
  stripspace: readsInput({ flag: ['-c --comment-lines', '-s --strip-comments'] }),
  'get-tar-commit-id': readsInput({}),
  'merge-tree': changes(
    'writes the merged tree and may run a merge driver; git diff <one>...<other> shows what would come',
  ),
};
