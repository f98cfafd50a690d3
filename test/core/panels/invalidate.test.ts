import { describe, expect, it } from 'vitest';
import { type Change, changeOf, type Facet } from '../../../src/core/change.ts';
import { changeMadeBy } from '../../../src/core/command/change-made-by.ts';
import { isConstant, isDue, isDueWhenRead, touchedPanels } from '../../../src/core/panels/invalidate.ts';
import type { PanelEvent } from '../../../src/core/panels/panel.ts';
import { makePanels, mutating, panelShowing, printed, REPOSITORY, reading } from './fixture.ts';

const SHA = '0123456789abcdef0123456789abcdef01234567';
const commands = [
  'git log',
  'git diff',
  'git config --list',
  'git ls-remote origin',
  'gh pr list',
  `git show ${SHA}`,
  'gh --version',
];
const elsewhere = ['git log', 'git ls-remote origin', 'gh pr list'];

function touchedBy(change: Change): string[] {
  const panels = makePanels();
  for (const text of commands) panels.open(reading(text), REPOSITORY);
  for (const text of elsewhere) panels.open(reading(text), '/elsewhere');
  return touchedPanels(panels.list(), change).map(
    ({ command, repository }) => `${repository === REPOSITORY ? '' : 'elsewhere: '}${command.canonical}`,
  );
}

const LOCAL = ['git log', 'git diff', 'git config --list', 'git ls-remote origin'];
const GITHUB = ['gh pr list', 'elsewhere: gh pr list'];
const REMOTE = ['git ls-remote origin', 'elsewhere: git ls-remote origin'];

describe('6.1 what a change touches', () => {
  const seen: [Facet[], string[], boolean][] = [
    [['refs'], ['git log'], true],
    [['index'], ['git diff'], true],
    [['worktree'], ['git diff'], true],
    [['config'], ['git config --list', 'git ls-remote origin'], true],
    [['remote'], REMOTE, false],
    [['github'], GITHUB, false],
    [[], [], false],
  ];
  it.each(seen)('%s', (touched, panels, p6) => {
    const change = changeOf(REPOSITORY, touched);
    expect(touchedBy(change)).toEqual(panels);
    expect(change.p6).toBe(p6);
  });
});

describe('6.3 what a mutating command makes out of date', () => {
  it.each(['git commit -m x', 'git add .', 'git checkout -b topic', 'git config user.name Ada'])('%s', text => {
    expect(touchedBy(changeMadeBy(mutating(text), REPOSITORY))).toEqual(LOCAL);
  });

  it.each(['git push', 'git fetch', 'git pull', 'git remote update', 'git some-alias', 'gh pr checkout 1'])(
    '%s: GitHub panels too',
    text => {
      const touched = touchedBy(changeMadeBy(mutating(text), REPOSITORY));
      expect(touched.sort()).toEqual([...new Set([...LOCAL, ...GITHUB, ...REMOTE])].sort());
    },
  );

  it.each(['gh pr merge 1', 'gh issue close 2', 'gh api -X DELETE repos/a/b'])('%s: all GitHub panels', text => {
    const touched = touchedBy(changeMadeBy(mutating(text), REPOSITORY));
    expect(touched.sort()).toEqual([...GITHUB, ...REMOTE].sort());
  });

  it.each(['git commit -m x', 'git push', 'gh pr merge 1'])('%s: the status view', text => {
    expect(changeMadeBy(mutating(text), REPOSITORY)).toMatchObject({ repository: REPOSITORY, p6: true });
  });
});

describe('6.1 which panels run again', () => {
  const due = (...events: PanelEvent['type'][]) => {
    const panels = makePanels();
    const { id } = panels.open(reading('git log'), REPOSITORY).panel;
    for (const type of events) panels.send(id, { type } as PanelEvent);
    return panels.list().map(panel => [isDue(panel), isDueWhenRead(panel)])[0];
  };

  it('visible ones at once, hidden ones when seen or read, paused ones not at all', () => {
    expect(due()).toEqual([false, true]);
    expect(due('seen')).toEqual([true, true]);
    expect(due('seen', 'hidden')).toEqual([false, true]);
    expect(due('seen', 'paused', 'invalidated')).toEqual([false, false]);
    expect(due('seen', 'paused', 'invalidated', 'resumed')).toEqual([true, true]);
    expect(due('seen', 'refresh-started')).toEqual([false, false]);
  });

  it('3.7 output that depends on nothing is not run for twice', () => {
    expect(isConstant(panelShowing(`git show ${SHA}`, printed('commit\n')))).toBe(true);
    expect(isConstant(panelShowing(`git show ${SHA}`, printed('', 128)))).toBe(false);
    expect(isConstant(panelShowing('git log', printed('commit\n')))).toBe(false);
  });
});
