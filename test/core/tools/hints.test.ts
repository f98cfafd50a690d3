import { describe, expect, it } from 'vitest';
import { shellHint } from '../../../src/core/tools/hints.ts';

const use = (input: object, tool = 'git_execute') => `Use ${tool}(${JSON.stringify(input)}).`;

describe('2.2a the call that was meant', () => {
  it.each([
    ['cd x && git log', use({ command: 'git log', repository: 'x' })],
    ['cd x; git log', use({ command: 'git log', repository: 'x' })],
    ["cd 'a b' && git log | head -2", use({ command: 'git log', head: 2, repository: 'a b' })],
    ['git log | head -50', use({ command: 'git log', head: 50 })],
    ['git log | head -n 5', use({ command: 'git log', head: 5 })],
    ['git log | head --lines=5', use({ command: 'git log', head: 5 })],
    ['git log | head', use({ command: 'git log', head: 10 })],
    ['git log | tail -20', use({ command: 'git log', tail: 20 })],
    ['git log | grep y', use({ command: 'git log', filter: 'y' })],
    ["git log | grep 'a b'", use({ command: 'git log', filter: 'a b' })],
    ['git log|grep -iE "a|b" | head -3', use({ command: 'git log', filter: '/a|b/i', head: 3 })],
    ["git log | grep 'a\\|b'", use({ command: 'git log', filter: '/a|b/' })],
    ['git log --format="%h | %s" | head -1', use({ command: 'git log --format="%h | %s"', head: 1 })],
    ['git log 2>&1 | cat', use({ command: 'git log' })],
    ['git log 2>/dev/null || true', use({ command: 'git log' })],
    ['sudo git status', use({ command: 'git status' })],
    ['/usr/bin/git status', use({ command: 'git status' })],
    ['GIT_PAGER=cat git log', use({ command: 'git log' })],
    ['gh pr list', use({ command: 'gh pr list' }, 'gh_execute')],
    ["gh api user | jq '.login'", use({ command: "gh api user --jq '.login'" }, 'gh_execute')],
    [
      'git add f && git commit -m x',
      `Use git_plan({"commands":["git add f","git commit -m x"]}), or a call for each when they only read.`,
    ],
    [
      'cd x && git fetch\ngit log',
      `Use git_plan({"commands":["git fetch","git log"],"repository":"x"}), or a call for each when they only read.`,
    ],
    ['git fetch || git status', 'Run git fetch alone, look at its result, and then decide on the next call.'],
    ['ls && git status', 'This runs git and gh only: one command per call, nothing else.'],
    [
      'git log > f',
      `${use({ command: 'git log' })} The whole output stays in a panel, from which the person can export it; panel_read pages through it.`,
    ],
    [
      'git apply < f',
      `${use({ command: 'git apply' })} Nothing can be passed on standard input: put it into the command.`,
    ],
    ['git log | sort -u', `${use({ command: 'git log' })} Leave | sort out and work on the answer yourself.`],
    [
      'git log | grep -v x',
      `${use({ command: 'git log' })} Leave grep out; filter takes one text or /regex/, and panel_read can filter again.`,
    ],
    [
      'git log | tail -f',
      `${use({ command: 'git log' })} Leave tail out; panel_read reads any lines with fromLine and count.`,
    ],
    [
      'git show $(git rev-parse x)',
      'Run the inner command in a call of its own first, and put what it prints in its place.',
    ],
    [
      'git commit -m "$(cat <<\'EOF\'\na\n\nb\nEOF\n)"',
      "Give -m once for each paragraph: git commit -m 'Subject' -m 'First paragraph' -m 'Second paragraph'.",
    ],
    ['git log "a', "Close the quote. Inside '…' nothing is escaped; write it's as 'it'\\''s'."],
    ['git ', 'Name a subcommand: git status.'],
    [
      'log --oneline',
      'Give one git or gh command, with its program first, such as git status. Perhaps: git log --oneline',
    ],
  ])('%j', (text, hint) => {
    expect(shellHint(text, 'git_execute')).toBe(hint);
  });

  it('names the tool that reads to one that only reads', () => {
    expect(shellHint('git log | head -3', 'git_read')).toBe(use({ command: 'git log', head: 3 }, 'git_read'));
    expect(shellHint('gh pr list', 'git_read')).toBe(use({ command: 'gh pr list' }, 'gh_read'));
  });

  it.each(['', ' ', '|', '&&', '> >', "'", `cd && ${'x|'.repeat(400)}`, '"'.repeat(8000), `git ${"'a ".repeat(2600)}`])(
    'has something to say to %.20j',
    text => {
      expect(shellHint(text, 'git_execute').length).toBeGreaterThan(10);
    },
  );
});
