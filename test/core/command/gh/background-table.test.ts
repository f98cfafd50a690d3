import { describe, expect, it } from 'vitest';
import { groups } from '../../../../src/core/command/gh/groups.ts';
import { verdictOf } from '../../../support/verdict-of.ts';

/** Every row of the background table, called with what the action needs. */
const reads: Record<string, readonly string[]> = {
  pr: ['list', 'view', 'status', 'diff', 'checks'],
  issue: ['list', 'view 1', 'status'],
  repo: ['view', 'list', 'deploy-key list'],
  run: ['list', 'view 1'],
  workflow: ['list', 'view ci.yml'],
  release: ['list', 'view'],
  label: ['list'],
  secret: ['list'],
  variable: ['list', 'get NAME'],
  cache: ['list'],
  gist: ['list', 'view abc'],
  project: ['list', 'view 1', 'field-list 1', 'item-list 1'],
  search: ['repos x', 'issues x', 'prs x', 'commits x', 'code x'],
  status: [''],
  'ssh-key': ['list'],
  'gpg-key': ['list'],
  ruleset: ['list', 'view 1', 'check'],
  attestation: ['verify app.zip --owner cli'],
  org: ['list'],
  extension: ['list', 'search x'],
};

const writes: Record<string, readonly string[]> = {
  pr: [
    ...['create', 'merge 1', 'close 1', 'reopen 1', 'ready', 'review', 'comment', 'edit', 'checkout 1'],
    ...['lock 1', 'unlock 1', 'update-branch'],
  ],
  issue: [
    ...['create', 'close 1', 'reopen 1', 'comment 1', 'edit 1', 'delete 1', 'transfer 1 a/b', 'pin 1', 'unpin 1'],
    ...['lock 1', 'unlock 1', 'develop 1'],
  ],
  repo: [
    ...['clone a/b', 'create x', 'fork', 'edit', 'rename x', 'delete', 'archive', 'unarchive', 'sync'],
    ...['set-default a/b', 'deploy-key add k.pub', 'deploy-key delete 1'],
  ],
  run: ['rerun 1', 'cancel 1', 'delete 1'],
  workflow: ['run ci.yml', 'enable ci.yml', 'disable ci.yml'],
  release: ['create v1', 'edit v1', 'upload v1 f', 'delete v1'],
  label: ['create x', 'edit x', 'delete x', 'clone a/b'],
  secret: ['set X', 'delete X'],
  variable: ['set X', 'delete X'],
  cache: ['delete 1'],
  gist: ['create f', 'edit x', 'clone x', 'rename x a b', 'delete x'],
  project: [
    ...['create', 'edit 1', 'close 1', 'delete 1', 'copy 1', 'link 1', 'unlink 1', 'field-create 1', 'field-delete'],
    ...['item-create 1', 'item-add 1', 'item-edit', 'item-archive 1', 'item-delete 1', 'mark-template 1'],
  ],
  'ssh-key': ['add k', 'delete 1'],
  'gpg-key': ['add k', 'delete 1'],
  extension: ['install a/b', 'upgrade x', 'remove x'],
};

const lines = (table: Record<string, readonly string[]>) =>
  Object.entries(table).flatMap(([group, actions]) => actions.map(action => `gh ${group} ${action}`.trim()));

describe('the background table is the floor', () => {
  it.each(lines(reads))('%s reads', line => {
    expect(verdictOf(line)).toMatchObject({ class: 'read-only', effects: ['network'], dependsOn: expect.anything() });
  });

  it.each(lines(writes))('%s changes something, and it is known what', line => {
    const verdict = verdictOf(line);
    expect(verdict.class).toBe('mutating');
    expect(verdict.reason).not.toMatch(/Sluice knows|form known to read|unknown/);
  });

  it.each([
    ['gh run watch 1', 'long-running'],
    ['gh run download 1', 'writes-files'],
    ['gh release download v1', 'writes-files'],
    ['gh attestation download app.zip', 'writes-files'],
    ['gh browse', 'opens-ui'],
    ['gh extension browse', 'interactive'],
  ])('%s was a read there and is %s', (line, effect) => {
    expect(verdictOf(line).class).toBe('mutating');
    expect(verdictOf(line).effects).toContain(effect);
  });

  it('every group of it is known', () => {
    expect([...Object.keys(reads), ...Object.keys(writes)].filter(name => !groups.has(name))).toEqual([]);
  });
});
