/** A kind of name that a word of a command can be. */
export type Place = 'branch' | 'remote-branch' | 'tag' | 'remote' | 'repository' | 'stash' | 'changed' | 'path';

/** The kinds of a subcommand's words, one after the other; the last goes on. After `--` stand paths, where it takes any. */
export interface Grammar {
  readonly words: readonly (readonly Place[])[];
  readonly afterDashes?: readonly Place[];
}

const COMMIT = ['branch', 'remote-branch', 'tag'] as const;
const nothing = [] as const;
const paths = ['path'] as const;
const changed = ['changed', 'path'] as const;

const commits: Grammar = { words: [COMMIT] };
const commitsAndPaths: Grammar = { words: [[...COMMIT, 'path']], afterDashes: paths };
const onlyPaths: Grammar = { words: [paths], afterDashes: paths };
const onlyChanged: Grammar = { words: [changed], afterDashes: changed };
const stash: Grammar = { words: [['stash'], nothing] };

/** git's grammar as far as it says which names fit where; a subcommand without a row takes none that could be completed. */
export const GRAMMAR: Readonly<Record<string, Grammar>> = {
  add: onlyChanged,
  'bisect bad': commits,
  'bisect good': commits,
  'bisect start': { words: [COMMIT], afterDashes: paths },
  blame: commitsAndPaths,
  branch: { words: [['branch'], COMMIT] },
  'cat-file': commits,
  checkout: { words: [[...COMMIT, 'changed']], afterDashes: changed },
  'check-ignore': onlyPaths,
  cherry: commits,
  'cherry-pick': commits,
  clean: { words: [paths], afterDashes: paths },
  commit: { words: [['changed']], afterDashes: changed },
  describe: commits,
  diff: { words: [[...COMMIT, 'changed', 'path']], afterDashes: changed },
  fetch: { words: [['remote'], ['branch', 'tag']] },
  'format-patch': commits,
  grep: { words: [nothing, [...COMMIT, 'path']], afterDashes: paths },
  log: commitsAndPaths,
  'ls-files': onlyPaths,
  'ls-remote': { words: [['remote'], ['branch', 'tag']] },
  'ls-tree': { words: [COMMIT, paths], afterDashes: paths },
  merge: { words: [['branch', 'remote-branch', 'tag']] },
  'merge-base': commits,
  mv: onlyPaths,
  'name-rev': commits,
  pull: { words: [['remote'], ['branch']] },
  push: { words: [['remote'], ['branch', 'tag']] },
  'range-diff': commits,
  rebase: { words: [['branch', 'remote-branch', 'tag'], ['branch']] },
  reflog: commits,
  'reflog show': commits,
  'remote get-url': { words: [['remote'], nothing] },
  'remote prune': { words: [['remote']] },
  'remote remove': { words: [['remote'], nothing] },
  'remote rename': { words: [['remote'], nothing] },
  'remote rm': { words: [['remote'], nothing] },
  'remote set-url': { words: [['remote'], nothing] },
  'remote show': { words: [['remote']] },
  'remote update': { words: [['remote']] },
  reset: { words: [[...COMMIT, 'changed']], afterDashes: changed },
  restore: onlyChanged,
  'rev-list': commitsAndPaths,
  'rev-parse': commits,
  revert: commits,
  rm: onlyPaths,
  shortlog: commitsAndPaths,
  show: commitsAndPaths,
  'show-branch': commits,
  stage: onlyChanged,
  'stash apply': stash,
  'stash branch': { words: [nothing, ['stash'], nothing] },
  'stash drop': stash,
  'stash pop': stash,
  'stash push': { words: [changed], afterDashes: changed },
  'stash show': stash,
  status: onlyPaths,
  switch: { words: [['branch', 'remote-branch'], COMMIT] },
  tag: { words: [['tag'], COMMIT] },
  'verify-commit': commits,
  'verify-tag': { words: [['tag']] },
  whatchanged: commitsAndPaths,
  'worktree add': { words: [nothing, COMMIT] },
};

/** Options, by subcommand, right after which another kind of name stands. */
export const AFTER_OPTION: Readonly<Record<string, readonly Place[]>> = {
  'branch --contains': COMMIT,
  'branch --merged': COMMIT,
  'branch --no-contains': COMMIT,
  'branch --no-merged': COMMIT,
  'branch --points-at': COMMIT,
  'branch --set-upstream-to': ['remote-branch', 'branch'],
  'checkout -b': nothing,
  'commit --fixup': COMMIT,
  'rebase --onto': COMMIT,
  'restore --source': COMMIT,
  'switch --create': nothing,
  'tag --contains': COMMIT,
  'tag --merged': COMMIT,
  'tag --no-contains': COMMIT,
  'tag --no-merged': COMMIT,
  'tag --points-at': COMMIT,
};
