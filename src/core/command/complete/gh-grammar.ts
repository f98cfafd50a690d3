import type { Grammar, Place } from './grammar.ts';

const BRANCH = ['branch'] as const;
const TAG = ['tag'] as const;
const nothing = [] as const;

/** gh takes the branch of a pull request in place of its number. */
const pull: Grammar = { words: [BRANCH, nothing] };
const release: Grammar = { words: [TAG, nothing] };
const repository: Grammar = { words: [['repository'], nothing] };

/** gh's grammar as far as names of the local repository fit it. */
export const GH_GRAMMAR: Readonly<Record<string, Grammar>> = {
  'pr checkout': pull,
  'pr checks': pull,
  'pr close': pull,
  'pr comment': pull,
  'pr diff': pull,
  'pr edit': pull,
  'pr merge': pull,
  'pr ready': pull,
  'pr reopen': pull,
  'pr review': pull,
  'pr update-branch': pull,
  'pr view': pull,
  'release create': release,
  'release delete': release,
  'release download': release,
  'release edit': release,
  'release upload': { words: [TAG, ['path']] },
  'release view': release,
  'repo archive': repository,
  'repo delete': repository,
  'repo edit': repository,
  'repo set-default': repository,
  'repo sync': repository,
  'repo view': repository,
  'ruleset check': { words: [BRANCH, nothing] },
};

/** Options right after which another kind of name stands. */
export const GH_AFTER_OPTION: Readonly<Record<string, readonly Place[]>> = {
  '--repo': ['repository'],
  'browse --branch': BRANCH,
  'issue develop --base': BRANCH,
  'pr create --base': BRANCH,
  'pr create --head': BRANCH,
  'pr list --base': BRANCH,
  'pr list --head': BRANCH,
  'repo sync --branch': BRANCH,
  'repo view --branch': BRANCH,
  'run list --branch': BRANCH,
  'workflow view --ref': [...BRANCH, ...TAG],
};
