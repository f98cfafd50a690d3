import { describe, expect, it } from 'vitest';
import {
  commandOfLink,
  type GitHubLink,
  pageOfLink,
  repositoryOfPanel,
} from '../../../src/core/github/link-command.ts';
import fc from '../../support/fast-check.ts';
import { commandOf, verdictOf } from '../../support/verdict-of.ts';

const DEMO = { host: 'github.com', owner: 'octo', name: 'demo' };
const OTHER = { host: 'github.com', owner: 'other', name: 'x' };
const AT_WORK = { host: 'github.octo.example', owner: 'octo', name: 'demo' };
const HERE = { about: DEMO, here: DEMO };
const THERE = { about: AT_WORK, here: AT_WORK };

describe('the command of a link', () => {
  it.each([
    ['issue', '12', 'gh issue view 12'],
    ['issue', 'octo/demo#3', 'gh issue view 3'],
    ['issue', 'Octo/Demo#3', 'gh issue view 3'],
    ['issue', 'other/demo#3', 'gh issue view 3 -R other/demo'],
    ['user', 'mona-lisa', 'gh api users/mona-lisa'],
    ['user', 'dependabot[bot]', "gh api 'users/dependabot[bot]'"],
    ['run', '1027', 'gh run view 1027'],
    ['job', '1029', 'gh run view --job=1029'],
    ['log', '1027', 'gh run view 1027 --log-failed'],
    ['url', 'https://github.com/octo/demo/pull/4', 'gh pr view 4'],
    ['url', 'https://github.com/octo/other/issues/4/', 'gh issue view 4 -R octo/other'],
    ['url', 'https://github.com/octo/demo/actions/runs/1027', 'gh run view 1027'],
    ['url', 'https://github.com/octo/demo/actions/runs/1027/job/1029', 'gh run view --job=1029'],
  ] as const)('%s %s', (kind, value, command) => {
    expect(commandOfLink({ kind, value }, HERE)).toBe(command);
  });

  it.each([
    ['issue', '0'],
    ['issue', '-R'],
    ['issue', 'a/b/c#1'],
    ['issue', '--web'],
    ['issue', '--web/demo#2'],
    ['issue', 'octo/demo27'],
    ['url', 'https://github.com/--web/demo/pull/4'],
    ['user', '../repos/octo/demo'],
    ['user', '-X'],
    ['user', 'a?per_page=1'],
    ['run', '1 --web'],
    ['job', '-1'],
    ['url', 'https://github.com/octo/demo/pull/4/files'],
    ['url', 'https://github.com/octo/demo/pull/4#issuecomment-1'],
    ['url', 'https://github.com/octo/demo/pull/4?x=y'],
    ['url', 'http://github.com/octo/demo/pull/4'],
    ['url', 'https://github.com@evil.example/octo/demo/pull/4'],
    ['url', 'https://mona@github.com/octo/demo/pull/4'],
    ['url', 'https://github.com.evil.example/octo/demo/pull/4'],
    ['url', 'https://github.com/octo/demo/settings'],
    ['url', 'javascript:alert(1)'],
    ['url', 'command:workbench.action.quit'],
    ['url', 'file:///etc/passwd'],
  ] as const)('is none for %s %s', (kind, value) => {
    expect(commandOfLink({ kind, value }, HERE)).toBeUndefined();
  });

  it('names the host of an enterprise', () => {
    expect(commandOfLink({ kind: 'issue', value: 'other/demo#3' }, THERE)).toBe(
      'gh issue view 3 -R github.octo.example/other/demo',
    );
    expect(commandOfLink({ kind: 'user', value: 'mona' }, THERE)).toBe(
      'gh api --hostname github.octo.example users/mona',
    );
  });

  it('is of the repository that the panel is about', () => {
    const context = { about: OTHER, here: DEMO };
    expect(commandOfLink({ kind: 'issue', value: '12' }, context)).toBe('gh issue view 12 -R other/x');
    expect(commandOfLink({ kind: 'run', value: '7' }, context)).toBe('gh run view 7 -R other/x');
    expect(commandOfLink({ kind: 'issue', value: 'octo/demo#3' }, context)).toBe('gh issue view 3');
    expect(commandOfLink({ kind: 'job', value: '7' }, { about: OTHER, here: undefined })).toBe(
      'gh run view --job=7 -R other/x',
    );
  });

  it.each([
    ['gh run list', DEMO],
    ['gh run list -R other/x', OTHER],
    ['gh -R other/x run list', OTHER],
    ['gh issue list --repo=github.octo.example/octo/demo', AT_WORK],
    ['gh pr view https://github.com/other/x/pull/4', OTHER],
    ['gh repo view other/x', OTHER],
    ['git log', DEMO],
  ])('%s is about', (text, repository) => {
    expect(repositoryOfPanel(commandOf(text), DEMO)).toEqual(repository);
  });

  it('is a read, whatever the link holds', () => {
    const kind = fc.constantFrom('issue', 'user', 'run', 'job', 'log', 'url') as fc.Arbitrary<GitHubLink['kind']>;
    const piece = fc.constantFrom(
      ...['octo/demo', '#', '1', '27', '-R', '--web', ' ', "'", '"', ';', '$(x)', '`', '\n', '-X', 'DELETE', '[bot]'],
      ...['https://github.com/', 'octo', '/', 'pull/', 'issues/', 'actions/runs/', '/job/', '..', '%2e', '?', '@', 'x'],
    );
    const value = fc.array(piece, { maxLength: 8 }).map(pieces => pieces.join(''));
    fc.assert(
      fc.property(kind, value, (linkKind, text) => {
        const command = commandOfLink({ kind: linkKind, value: text }, HERE);
        if (command === undefined) return;
        expect(verdictOf(command).class, command).toBe('read-only');
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['issue', '12', 'https://github.com/octo/demo/issues/12'],
    ['issue', 'other/x#3', 'https://github.com/other/x/issues/3'],
    ['issue', 'x y', undefined],
    ['user', 'mona', 'https://github.com/mona'],
    ['user', '..', undefined],
    ['run', '1027', 'https://github.com/octo/demo/actions/runs/1027'],
    ['job', '1029', undefined],
  ] as const)('has a page without a token: %s %s', (kind, value, page) => {
    expect(pageOfLink({ kind, value }, HERE)).toBe(page);
  });
});
