import { describe, expect, it } from 'vitest';
import { groups } from '../../../../src/core/command/gh/groups.ts';
import { isAct, isGroup, type Node } from '../../../../src/core/command/table.ts';
import { verdictOf } from '../../../support/verdict-of.ts';

describe('the risk of a change', () => {
  it.each([
    ['gh pr create --fill', 'remote'],
    ['gh pr merge 1 --squash', 'remote'],
    ['gh pr merge 1 --squash --delete-branch', 'destructive'],
    ['gh pr merge 1 -sd', 'destructive'],
    ['gh pr merge 1 --admin', 'destructive'],
    ['gh pr merge 1 --subject --admin', 'remote'],
    ['gh pr close 1', 'remote'],
    ['gh pr close 1 -d', 'destructive'],
    ['gh pr checkout 1', 'local'],
    ['gh pr checkout 1 --force', 'destructive'],
    ['gh pr comment 1 --delete-last', 'destructive'],
    ['gh issue close 1', 'remote'],
    ['gh issue delete 1', 'destructive'],
    ['gh issue develop 1 --checkout', 'remote'],
    ['gh repo archive', 'destructive'],
    ['gh repo clone a/b', 'local'],
    ['gh repo create x --private', 'remote'],
    ['gh repo create x --public', 'destructive'],
    ['gh repo delete a/b --yes', 'destructive'],
    ['gh repo edit --visibility public', 'destructive'],
    ['gh repo edit --description --visibility', 'remote'],
    ['gh repo set-default a/b', 'local'],
    ['gh repo sync', 'local'],
    ['gh repo sync a/b', 'remote'],
    ['gh repo sync --force', 'destructive'],
    ['gh run cancel 1', 'remote'],
    ['gh run delete 1', 'destructive'],
    ['gh cache delete --all', 'destructive'],
    ['gh release create v1', 'remote'],
    ['gh release delete v1', 'destructive'],
    ['gh release upload v1 f --clobber', 'destructive'],
    ['gh gist delete x', 'destructive'],
    ['gh label delete x', 'destructive'],
    ['gh label create x --force', 'destructive'],
    ['gh secret set X --body y', 'destructive'],
    ['gh secret remove X', 'destructive'],
    ['gh project delete 1', 'destructive'],
    ['gh config set git_protocol ssh', 'local'],
    ['gh config set pager less', 'destructive'],
    ['gh alias set x pr', 'destructive'],
    ['gh extension install a/b', 'destructive'],
    ['gh codespace delete', 'destructive'],
    ['gh codespace ports', 'remote'],
    ['gh auth logout', 'destructive'],
    ['gh api -X POST repos/a/b/issues', 'remote'],
    ['gh api -X DELETE repos/a/b', 'destructive'],
    ['gh api repos/a/b --frob -X DELETE', 'destructive'],
    ["gh api graphql -f query='mutation { addStar(input: {}) { id } }'", 'remote'],
    ["gh api graphql -f query='mutation { deleteRef(input: {}) { id } }'", 'destructive'],
    ['gh frob', 'destructive'],
  ])('%s: %s', (line, risk) => {
    expect(verdictOf(line)).toMatchObject({ class: 'mutating', risk });
  });
});

describe('refused, with what to do instead', () => {
  it.each([
    ['gh auth token', 'reveals-secret', 'gh auth status'],
    ['gh auth token --hostname github.com', 'reveals-secret', 'gh auth status'],
    ['gh auth git-credential get', 'reveals-secret', 'gh auth status'],
    ['gh auth status --show-token', 'reveals-secret', 'leave it out'],
    ['gh auth status --show-token=true', 'reveals-secret', 'leave it out'],
    ['gh auth status -t', 'reveals-secret', 'leave it out'],
    ['gh auth status -at', 'reveals-secret', 'leave it out'],
    ['gh auth status -ta', 'reveals-secret', 'leave it out'],
    ['gh config get oauth_token', 'reveals-secret', 'gh auth status'],
    ['gh config get -h github.com oauth_token', 'reveals-secret', 'gh auth status'],
    ['gh pr list --json number --jq env', 'reveals-secret', 'select fields'],
    ['gh auth login', 'interactive', 'Set GitHub Token…'],
    ['gh auth login --with-token', 'interactive', 'Set GitHub Token…'],
    ['gh auth refresh -s repo', 'interactive', 'Set GitHub Token…'],
    ['gh pr create --editor', 'interactive', '--body'],
    ['gh issue comment 1 -e', 'interactive', '--body'],
  ])('%s', (line, effect, instead) => {
    const verdict = verdictOf(line);
    expect(verdict.class).toBe('refused');
    expect(verdict.effects).toContain(effect);
    expect(verdict.reason).toContain(instead);
  });
});

describe('the reason names what decided', () => {
  it.each([
    ['gh pr frob', "'frob' is not an action of gh pr that Sluice knows; it may be an alias"],
    ['gh frob', "Sluice doesn't know the gh command 'frob'; it may be an alias or an extension"],
    ['gh pr list --frob', 'unknown option --frob; leave it out'],
    ['gh pr view 1 --web', '--web opens a browser; without it the answer is printed'],
    ['gh browse', 'browse opens a browser; with --no-browser it prints the address'],
    ['gh issue develop 1', 'issue develop creates a branch for an issue; with --list it only reads'],
    ['gh api user -X put', 'api sends a PUT request'],
    ['gh api user -f a=b', 'api sends a POST request'],
    ['gh config set editor vim', "'editor' would be set, and it chooses what gh runs or talks to"],
    ['gh --version pr list', "'--version' cannot stand before the command"],
  ])('%s', (line, reason) => {
    expect(verdictOf(line).reason).toBe(reason);
  });
});

/** `gh help` of 2.46, which has all that 2.23 has, and what came later. */
const KNOWN: Readonly<Record<string, string>> = {
  'agent-task': 'create list view',
  alias: 'delete import list set',
  attestation: 'download trusted-root verify',
  auth: 'login logout refresh setup-git status switch token',
  cache: 'delete list',
  codespace: 'code cp create delete edit jupyter list logs ports rebuild ssh stop view',
  config: 'clear-cache get list set',
  discussion: 'close comment create list view',
  extension: 'browse create exec install list remove search upgrade',
  gist: 'clone create delete edit list rename view',
  'gpg-key': 'add delete list',
  issue: 'close comment create delete develop edit list lock pin reopen status transfer unlock unpin view',
  label: 'clone create delete edit list',
  org: 'list',
  pr: 'checkout checks close comment create diff edit list lock merge ready reopen review status unlock update-branch view',
  project: [
    'close copy create delete edit field-create field-delete field-list item-add item-archive item-create item-delete',
    'item-edit item-list link list mark-template unlink view',
  ].join(' '),
  release: 'create delete delete-asset download edit list upload verify verify-asset view',
  repo: 'archive autolink clone create delete deploy-key edit fork gitignore license list rename set-default sync unarchive view',
  ruleset: 'check list view',
  run: 'cancel delete download list rerun view watch',
  search: 'code commits issues prs repos',
  secret: 'delete list set',
  skill: 'install list publish search update',
  'ssh-key': 'add delete list',
  variable: 'delete get list set',
  workflow: 'disable enable list run view',
};

it.each(Object.entries(KNOWN))('gh %s has a verdict of its own for each of its actions', (group, actions) => {
  const node = groups.get(group);
  const unknown = actions.split(' ').filter(action => !(node && isGroup(node) && Object.hasOwn(node.actions, action)));
  expect(unknown).toEqual([]);
});

describe('every table', () => {
  const leaves = (node: Node): Node[] =>
    isGroup(node) ? [...Object.values(node.actions), node.fallback].flatMap(leaves) : [node];

  it("speaks gh's dialect, in which nothing is abbreviated", () => {
    const others = [...groups.values()].flatMap(leaves).filter(node => !isAct(node) && !isGroup(node));
    expect(others.length).toBeGreaterThan(50);
    expect(new Set(others.map(node => ('dialect' in node ? node.dialect : '')))).toEqual(new Set(['pflag']));
  });

  it('opens a browser wherever it has --web', () => {
    const opened = [...groups.values()].flatMap(leaves).flatMap(node => {
      const option = 'options' in node ? node.options.get('--web') : undefined;
      return option ? [option.act?.effects.includes('opens-ui')] : [];
    });
    expect(opened.length).toBeGreaterThan(20);
    expect(opened).not.toContain(false);
    expect(opened).not.toContain(undefined);
  });
});
