import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { panelName } from '../../../src/core/panels/identity.ts';
import type { PanelChange } from '../../../src/core/panels/panels.ts';
import { makePanels, NOW, REPOSITORY, reading, uidNumber } from './fixture.ts';

const log = reading('git log --oneline -20');
const prs = reading('gh pr list');

describe('5.1 the open panels', () => {
  it('creates a panel, then updates it', () => {
    const panels = makePanels();
    const first = panels.open(log, REPOSITORY);
    expect(first).toMatchObject({ created: true, answer: 'Panel created: P8 — git log --oneline -20' });
    expect(first.panel).toMatchObject({ id: 'P8', uid: uidNumber(1), name: 'git log --oneline -20', created: NOW });
    const again = panels.open(reading('git  log "--oneline" -20'), REPOSITORY);
    expect(again).toMatchObject({ created: false, answer: 'Panel updated: P8 — git log --oneline -20' });
    expect(panels.list()).toEqual([again.panel]);
  });

  it('keys a panel by repository root and canonical command', () => {
    const panels = makePanels();
    const { key } = panels.open(log, '/a').panel;
    expect(key).toBe(createHash('sha256').update('/a\0git log --oneline -20').digest('hex'));
    expect(panels.open(log, '/b')).toMatchObject({ created: true, panel: { id: 'P9' } });
  });

  it('gives every panel of a window an id of its own', () => {
    const panels = makePanels();
    panels.open(log, REPOSITORY);
    panels.open(prs, REPOSITORY);
    expect(panels.close('p9')?.command).toBe(prs);
    expect(panels.close('P9')).toBeUndefined();
    expect(panels.open(prs, REPOSITORY).panel.id).toBe('P10');
    expect(panels.list().map(({ id }) => id)).toEqual(['P8', 'P10']);
  });

  it('finds a panel however its id is written', () => {
    const panels = makePanels();
    const { panel } = panels.open(log, REPOSITORY);
    for (const id of ['P8', 'p8', ' p8 ']) expect(panels.find(id)).toBe(panel);
    for (const id of ['8', 'P08', 'P88', '', '__proto__']) expect(panels.find(id)).toBeUndefined();
  });

  it('restores a panel under its uid, once', () => {
    const panels = makePanels();
    const saved = { uid: uidNumber(77), repository: REPOSITORY, command: log, created: 5 };
    const panel = panels.restore(saved);
    expect(panel).toMatchObject({ ...saved, id: 'P8', live: { freshness: 'stale' } });
    expect(panels.restore({ ...saved, uid: uidNumber(78) })).toBe(panel);
    expect(panels.open(log, REPOSITORY)).toMatchObject({ created: false, panel: { uid: uidNumber(77) } });
  });

  it('goes on calling a panel what it was called, unless that is taken or no name of a panel', () => {
    const panels = makePanels();
    const commands = ['git log', 'git log -1', 'git log -2', 'git log -3', 'git log -4', 'git log -5', 'git log -6'];
    const ids = ['P12', 'P12', undefined, 'P7', 'P08', 'P1e3', 'P10'].map(
      (id, n) =>
        panels.restore({
          id,
          uid: uidNumber(n),
          repository: REPOSITORY,
          command: reading(commands[n] ?? ''),
          created: n,
        }).id,
    );
    expect(ids).toEqual(['P12', 'P13', 'P14', 'P15', 'P16', 'P17', 'P10']);
    expect(panels.open(reading('git log -7'), REPOSITORY).panel.id).toBe('P18');
    panels.close('P12');
    expect(panels.restore({ id: 'P12', uid: uidNumber(9), repository: REPOSITORY, command: log, created: 9 }).id).toBe(
      'P19',
    );
  });

  it('tells listeners of every change and of nothing else', () => {
    const panels = makePanels();
    const heard: string[] = [];
    const leave = panels.listen(({ type, panel }: PanelChange) => heard.push(`${type} ${panel.live.freshness}`));
    panels.open(log, REPOSITORY);
    panels.send('P8', { type: 'refresh-started' });
    panels.send('P8', { type: 'resumed' });
    panels.send('P9', { type: 'paused' });
    panels.close('P8');
    leave();
    panels.open(log, REPOSITORY);
    expect(heard).toEqual(['created stale', 'updated refreshing', 'closed refreshing']);
  });

  it('tells the others when a listener throws', () => {
    const errors: unknown[] = [];
    const panels = makePanels(error => errors.push(error));
    const heard: string[] = [];
    panels.listen(() => {
      throw new Error('broken view');
    });
    panels.listen(({ type }) => heard.push(type));
    panels.open(log, REPOSITORY);
    expect([heard, errors]).toEqual([['created'], [new Error('broken view')]]);
  });
});

describe('5.1 the name of a panel', () => {
  it.each([
    ['git log --oneline -20', 'git log --oneline -20'],
    [`git ${'x'.repeat(36)}`, `git ${'x'.repeat(36)}`],
    ['gh pr list --state open --json number,title,author', 'gh pr list --state open --json number,t…'],
    [`git ${'x'.repeat(34)}😀yz`, `git ${'x'.repeat(34)}…`],
    [`git ${'x'.repeat(34)}e\u0301yz`, `git ${'x'.repeat(34)}…`],
    [`git ${'x'.repeat(33)}e\u0301yzz`, `git ${'x'.repeat(33)}e\u0301…`],
  ])('%s', (command, name) => {
    expect(panelName(command)).toBe(name);
    expect(name.length).toBeLessThanOrEqual(40);
  });
});
