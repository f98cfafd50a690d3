import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { groups } from '../../../../src/core/command/gh/groups.ts';
import { isAct, isGroup, type Node } from '../../../../src/core/command/table.ts';
import { createGitReader } from '../../../../src/core/git/reader.ts';
import type { GitHubClient } from '../../../../src/core/github/client.ts';
import { gitHubFailure } from '../../../../src/core/github/failure-text.ts';
import { costOfRun, createFindProbes } from '../../../../src/core/github/probes/find-probes.ts';
import { ROWS } from '../../../../src/core/github/probes/rows.ts';
import { gitHubRemotes } from '../../../../src/core/github/remotes.ts';
import { temporaryFolder } from '../../git/support.ts';
import { reading } from './reading.ts';

const git = createGitReader();
const root = temporaryFolder();
execFileSync('git', ['init', '-q', '-b', 'topic', root]);
execFileSync('git', ['-C', root, 'remote', 'add', 'origin', 'git@github.com:octo/demo.git']);

/** A GitHub that has these answers and no other, and what was asked of it. */
function answering(answers: Readonly<Record<string, unknown>> = {}) {
  const asked: string[] = [];
  const get: GitHubClient['get'] = async (_host, path, { etag } = {}) => {
    asked.push(`${path}${etag ? ' again' : ''}`);
    const none = { rate: undefined, pollIntervalMs: undefined };
    if (etag !== undefined) return { ...none, kind: 'unchanged' };
    if (!Object.hasOwn(answers, path)) return { ...none, kind: 'failed', failure: gitHubFailure('not-found') };
    return { ...none, kind: 'changed', data: answers[path], etag: `"${path}"` };
  };
  const findProbes = createFindProbes({
    ...{ client: { get }, git },
    remotesOf: folder => gitHubRemotes(git, folder, ['github.com']),
    placeOf: () => ({ host: 'github.com', owner: undefined }),
  });
  const probes = (text: string) => findProbes(reading(text, root), root);
  return { asked, probes, paths: async (text: string) => (await probes(text))?.paths };
}

const items = (count: number, item: object = {}) => Array.from({ length: count }, (_, number) => ({ number, ...item }));

describe('every command that asks GitHub is thought of', () => {
  /** Why a command has no row: its output is compared, or seldom wanted as a panel. */
  const WITHOUT: Readonly<Record<string, string>> = {
    'agent-task list': 'not in the documented API',
    'agent-task view': 'not in the documented API',
    'attestation trusted-root': 'not of GitHub',
    'attestation verify': 'not of GitHub',
    'auth status': 'tells of the token',
    browse: 'prints an address',
    'codespace list': 'changes by being used',
    'codespace view': 'changes by being used',
    'discussion list': 'GraphQL only',
    'discussion view': 'GraphQL only',
    'extension list': 'of this machine',
    'extension search': 'a search',
    'issue artifact list': 'not in the documented API',
    'issue develop': 'GraphQL only',
    'project field-list': 'GraphQL only',
    'project item-list': 'GraphQL only',
    'project list': 'GraphQL only',
    'project view': 'GraphQL only',
    'release download': 'prints a file',
    'release verify': 'not of GitHub',
    'release verify-asset': 'not of GitHub',
    'repo autolink list': 'hardly ever changes',
    'repo autolink view': 'hardly ever changes',
    'repo gitignore list': 'hardly ever changes',
    'repo gitignore view': 'hardly ever changes',
    'repo license list': 'hardly ever changes',
    'repo license view': 'hardly ever changes',
    'ruleset check': 'hardly ever changes',
    'ruleset list': 'hardly ever changes',
    'ruleset view': 'hardly ever changes',
    'skill search': 'a search',
    'variable get': 'hardly ever changes',
  };

  const leaves = (node: Node, path: string): string[] => {
    if (isAct(node)) return [];
    if (isGroup(node)) {
      const first = Object.entries(node.actions).filter(
        ([name, each], at, all) => all.findIndex(([, other]) => other === each) === at && name !== '',
      );
      return first.flatMap(([name, each]) => leaves(each, `${path} ${name}`));
    }
    return node.forms.length > 0 && Array.isArray(node.dependsOn) && node.dependsOn.includes('github') ? [path] : [];
  };

  it('by a row, or by a reason to have none', () => {
    const first = [...groups].filter(([, node], at, all) => all.findIndex(([, other]) => other === node) === at);
    const all = first.flatMap(([name, node]) => leaves(node, name));
    expect(all.filter(path => !Object.hasOwn(ROWS, path)).toSorted()).toEqual(Object.keys(WITHOUT).toSorted());
    expect(Object.keys(ROWS).filter(path => !all.includes(path))).toEqual([]);
  });
});

describe('paths', () => {
  const answers = {
    user: { login: 'mona' },
    'repos/octo/demo/git/ref/pull/4/head': { object: { sha: 'abc' } },
    'repos/octo/demo/issues/4/comments?per_page=100': items(100),
    'repos/octo/demo/issues/4/comments?page=2&per_page=100': items(1),
    'repos/octo/demo/pulls?per_page=100&state=open': items(2, {
      head: { sha: 'abc', label: 'x' },
      user: { login: 'mona' },
    }),
    'repos/octo/demo/issues?creator=mona&per_page=100&state=open': [{ number: 4, pull_request: {} }, { number: 1 }],
    'repos/octo/demo/issues?per_page=100&state=open': items(3),
    'repos/octo/demo/releases?per_page=100': items(3, { tag_name: 'v1', draft: false, prerelease: false }),
    'repos/octo/drafts/releases?per_page=100': items(3, { tag_name: 'v1', draft: true, prerelease: false }),
    'repos/octo/demo/releases/latest': { tag_name: 'v1' },
    'repos/octo/demo/releases/tags/v1%2F2': { tag_name: 'v1/2' },
    'repos/octo/demo/actions/workflows?per_page=100': {
      workflows: [{ id: 7, name: 'CI', path: '.github/workflows/ci.yml' }],
    },
  };
  const tags = 'repos/octo/demo/git/matching-refs/tags';
  const head = 'repos/octo/demo/git/ref/pull/4/head';
  const checks = [
    'repos/octo/demo/commits/abc/check-runs?per_page=100',
    'repos/octo/demo/commits/abc/status?per_page=100',
  ];

  it.each<[string, readonly string[] | undefined]>([
    ['pr view 4 --json title', ['repos/octo/demo/issues/4']],
    ['pr view #4 --json title,state --jq .title', ['repos/octo/demo/issues/4']],
    ['pr view https://github.com/a/b/pull/9 --json title', ['repos/a/b/issues/9']],
    ['pr view 9 --json title -R github.com/a/b', ['repos/a/b/issues/9']],
    ['-R https://github.com/a/b pr view 9 --json title', ['repos/a/b/issues/9']],
    ['pr view 4 --json statusCheckRollup', [head, ...checks]],
    ['pr view 4 --json title,statusCheckRollup', ['repos/octo/demo/issues/4', head, ...checks]],
    ['pr checks 4', [head, ...checks]],
    [
      'pr view 4 --json comments',
      [
        'repos/octo/demo/issues/4',
        'repos/octo/demo/issues/4/comments?per_page=100',
        'repos/octo/demo/issues/4/comments?page=2&per_page=100',
      ],
    ],
    ['pr view 4 --json title,somethingNew', undefined],
    ['pr list', ['repos/octo/demo/pulls?per_page=100&state=open#pulls-themselves']],
    ['pr list --json number,updatedAt', ['repos/octo/demo/pulls?per_page=100&state=open#pulls']],
    ['pr list --author @me', ['repos/octo/demo/issues?creator=mona&per_page=100&state=open']],
    [
      'pr list --author @me --json number,statusCheckRollup',
      ['repos/octo/demo/issues?creator=mona&per_page=100&state=open', ...checks],
    ],
    ['pr list --author app/dependabot', undefined],
    ['pr list --search review:required', undefined],
    ['issue list --label bug', ['repos/octo/demo/issues?per_page=100&state=open#issues']],
    [
      'run list -L 150 -b main',
      [1, 2]
        .map(page => `repos/octo/demo/actions/runs?branch=main&${page === 2 ? 'page=2&' : ''}per_page=100`)
        .concat('repos/octo/demo/actions/workflows?per_page=100'),
    ],
    [
      'run list -w ci.yml',
      ['repos/octo/demo/actions/workflows/7/runs?per_page=100', 'repos/octo/demo/actions/workflows?per_page=100'],
    ],
    ['api repos/{owner}/{repo}/milestones?state=all', ['repos/octo/demo/milestones?state=all']],
    ['api /user', ['user']],
    ['api https://api.github.com/user', ['user']],
    ['api -X GET search/issues -f q=a&b -F per_page=3', ['search/issues?per_page=3&q=a%26b']],
    ['api user -i', undefined],
    ['api user -H Accept:application/vnd.github.raw', undefined],
    ['api -X HEAD user', undefined],
    ['api repos/octo/demo/branches/{branch}', undefined],
    ['api graphql -f query={viewer{login}}', undefined],
    ['api rate_limit', undefined],
    ['release list', [tags, 'repos/octo/demo/releases?per_page=100', 'repos/octo/demo/releases/latest']],
    [
      'release list -R octo/drafts',
      ['octo/drafts/git/matching-refs/tags', 'octo/drafts/releases?per_page=100'].map(path => `repos/${path}`),
    ],
    ['release list -R octo/nothing', undefined],
    ['release view', [tags, 'repos/octo/demo/releases/latest']],
    ['release view v1/2', ['repos/octo/demo/releases/tags/v1%2F2']],
    ['release view a-draft', [tags, 'repos/octo/demo/releases?per_page=100']],
    ['release view -R octo/nothing', undefined],
    ['search prs --author @me', undefined],
    ['status', undefined],
    ['pr list --help', undefined],
    ['alias list', undefined],
    ['gist view https://gist.github.com/mona/abc', ['gists/abc']],
  ])('gh %s', async (text, paths) => {
    expect(await answering(answers).paths(text)).toEqual(paths);
  });

  it('words become no other path than the one they are part of', async () => {
    for (const text of ['run view ../../../user', 'run view 1?x=y', 'gist view ..%2f..%2fuser'])
      for (const path of (await answering({}).paths(text)) ?? []) expect(path).not.toMatch(/\.\.(?:\/|$)|\?x=y/);
  });

  it('a list is followed until enough is seen, and not for ever', async () => {
    const page = (at: number) => `repos/octo/demo/issues?${at === 1 ? '' : `page=${at}&`}per_page=100&state=open`;
    const pulls = items(100, { pull_request: {} });
    const two = answering({ [page(1)]: pulls, [page(2)]: items(100) });
    expect(await two.paths('issue list')).toEqual([`${page(1)}#issues`, `${page(2)}#issues`]);
    expect(await two.paths('issue list -L 101')).toBeUndefined();
    const five = answering(Object.fromEntries([1, 2, 3, 4, 5].map(at => [page(at), pulls])));
    expect(await five.paths('issue list')).toBeUndefined();
  });

  it('looking up again costs nothing, whatever was looked for the last time', async () => {
    const { asked, paths } = answering({
      ...answers,
      'repos/octo/demo/actions/workflows?per_page=100': {
        total_count: 1,
        ...answers['repos/octo/demo/actions/workflows?per_page=100'],
      },
    });
    for (const text of ['workflow list', 'run list -w CI', 'workflow list', 'run list -w CI']) await paths(text);
    expect(asked.map(path => path.endsWith(' again'))).toEqual([false, false, true, true]);
  });

  it('no answer, or one of another shape, means that nothing can tell', async () => {
    expect(await answering().paths('pr checks 4')).toBeUndefined();
    expect(await answering({ [head]: { message: 'Moved' } }).paths('pr checks 4')).toBeUndefined();
  });
});

describe('what churns', () => {
  it.each<[string, readonly string[] | undefined]>([
    ['release list', ['repos/octo/demo/releases?per_page=100', 'repos/octo/demo/releases/latest']],
    ['release view', ['repos/octo/demo/releases/latest']],
    ['release view v2', ['repos/octo/demo/releases?per_page=100']],
    ['label list', []],
  ])('gh %s', async (text, churning) => {
    const { probes } = answering({
      'repos/octo/demo/labels?per_page=100': [],
      'repos/octo/demo/releases?per_page=100': items(1, { tag_name: 'v1', draft: false, prerelease: false }),
      'repos/octo/demo/releases/latest': { tag_name: 'v1' },
    });
    expect((await probes(text))?.churning).toEqual(churning);
  });
});

describe('what may lag', () => {
  it.each<[string, readonly string[]]>([
    ['pr view 4 --json title,mergeable,reviewDecision', ['mergeable', 'reviewDecision']],
    ['pr view 4 --json mergeStateStatus --jq .mergeStateStatus', ['mergeStateStatus']],
    ['pr view 4 --json title', []],
    ['issue view 4', ['projectItems']],
    ['pr checks 4 --required', ['required']],
    ['pr list --json comments,title', ['comments']],
  ])('gh %s', async (text, mayLag) => {
    const { probes } = answering({
      'repos/octo/demo/git/ref/pull/4/head': { object: { sha: 'abc' } },
      'repos/octo/demo/pulls?per_page=100&state=open': items(1),
    });
    expect((await probes(text))?.mayLag).toEqual(mayLag);
  });

  it('a branch may get another pull request', async () => {
    const path = 'repos/octo/demo/pulls?head=octo%3Atopic&per_page=100&state=all';
    const { probes } = answering({
      [path]: [
        { number: 9, state: 'closed' },
        { number: 4, state: 'open' },
      ],
    });
    expect(await probes('pr view --json title')).toEqual({
      host: 'github.com',
      paths: ['repos/octo/demo/issues/4'],
      mayLag: ['which pull request'],
      churning: [],
      authored: ['repos/octo/demo/issues/4'],
    });
  });
});

it.each([
  ['pr list', { graphql: 1 }],
  ['api graphql -f query={viewer{login}}', { graphql: 1 }],
  ['api search/issues?q=x', { search: 1 }],
  ['api user', { core: 1 }],
  ['search code x', { code_search: 1 }],
  ['project list', { graphql: 1 }],
  ['alias list', {}],
])('running gh %s costs %o', (text, cost) => {
  expect(costOfRun(reading(text, root))).toEqual(cost);
});
