import { type Node, type OptionRows, words } from '../table.ts';
import { family, json, reads, web } from './reads.ts';

/** Options that issues and pull requests are searched by. `-R` only filters here: no host is read from it. */
const conversation = {
  flag: ['--archived', '--locked', '--no-assignee', '--no-label', '--no-milestone', '--no-project'],
  value: [
    '-L --limit',
    '-R --repo',
    '--app',
    '--assignee',
    '--author',
    '--closed',
    '--commenter',
    '--comments',
    '--created',
    '--interactions',
    '--involves',
    '--label',
    '--language',
    '--match',
    '--mentions',
    '--milestone',
    '--order',
    '--owner',
    '--project',
    '--reactions',
    '--sort',
    '--state',
    '--team-mentions',
    '--updated',
    '--visibility',
  ],
} as const satisfies OptionRows;

const code = {
  value: ['-L --limit', '-R --repo', '--extension', '--filename', '--language', '--match', '--owner', '--size'],
} as const satisfies OptionRows;

const commits = {
  flag: ['--merge'],
  value: [
    '-L --limit',
    '-R --repo',
    '--author',
    '--author-date',
    '--author-email',
    '--author-name',
    '--committer',
    '--committer-date',
    '--committer-email',
    '--committer-name',
    '--hash',
    '--order',
    '--owner',
    '--parent',
    '--sort',
    '--tree',
    '--visibility',
  ],
} as const satisfies OptionRows;

const pullRequests = {
  flag: ['--draft', '--merged'],
  value: ['-B --base', '-H --head', '--checks', '--merged-at', '--review', '--review-requested', '--reviewed-by'],
} as const satisfies OptionRows;

const repositories = {
  flag: ['--archived'],
  value: [
    '-L --limit',
    '--created',
    '--followers',
    '--forks',
    '--good-first-issues',
    '--help-wanted-issues',
    '--include-forks',
    '--language',
    '--license',
    '--match',
    '--number-topics',
    '--order',
    '--owner',
    '--size',
    '--sort',
    '--stars',
    '--topic',
    '--updated',
    '--visibility',
  ],
} as const satisfies OptionRows;

/** gh-search(1): after `--` come words that begin with a dash, such as `-label:bug`. */
const searches = (...rows: OptionRows[]) => reads([json, web, ...rows], words());

const search = family('search', {
  code: searches(code),
  commits: searches(commits),
  issues: searches(conversation, {
    flag: ['--include-prs'],
    checked: { '--search-type': { oneOf: ['hybrid', 'lexical', 'semantic'] } },
  }),
  prs: searches(conversation, pullRequests),
  repos: searches(repositories),
});

export const searching: Record<string, Node> = {
  search,
  status: reads([{ value: ['-e --exclude', '-o --org'] }]),
};
