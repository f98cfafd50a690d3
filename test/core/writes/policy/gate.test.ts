import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createGitReader } from '../../../../src/core/git/reader.ts';
import { findRestriction } from '../../../../src/core/writes/find-restriction.ts';
import { createPolicy } from '../../../../src/core/writes/policy/policy.ts';
import type { ComingRun } from '../../../../src/core/writes/restrictions.ts';
import { createUnattended } from '../../../../src/core/writes/unattended.ts';
import { personal } from '../../git/fixture.ts';
import { git } from '../../git/support.ts';
import { forgetful, newRepository, person, rig } from '../rig.ts';

let folder: string;
let repository: string;
beforeEach(async () => {
  ({ folder, repository } = await newRepository());
});

const write = (match: object, answer: 'deny' | 'ask-always') =>
  writeFileSync(join(repository, '.sluice.json'), JSON.stringify({ policy: [{ match, answer, reason: 'Our rule.' }] }));

function restricted() {
  const environment = personal(folder);
  const askPolicy = createPolicy({ git: createGitReader({ environment }), environment });
  const given = { askPolicy, listeners: [], redact: (text: string) => text, reportError: () => {} };
  return { findRestriction: (run: ComingRun) => findRestriction(given, run) };
}

describe('8.9 rules at the gate', () => {
  it('what is denied is not even asked about, and the caller hears why', async () => {
    write({ subcommand: 'branch' }, 'deny');
    const ui = person([]);
    const { execute, request } = rig(folder, ui, forgetful, restricted());
    expect(await execute('git', 'git branch new', request)).toMatchObject({
      kind: 'refused',
      message: 'A rule of .sluice.json does not allow it: Our rule.',
    });
    expect(ui.asked).toEqual([]);
  });

  it('ask-always comes before what was allowed for the session, and offers nothing to allow', async () => {
    const ui = person([{ kind: 'allow' }, { kind: 'declined' }]);
    const { execute, request } = rig(folder, ui, forgetful, restricted());
    expect(await execute('git', 'git branch one', request)).toMatchObject({ kind: 'ran' });
    expect(await execute('git', 'git branch two', request)).toMatchObject({ kind: 'ran' });
    expect(ui.asked).toHaveLength(1);
    write({ subcommand: 'branch' }, 'ask-always');
    expect(await execute('git', 'git branch three', request)).toMatchObject({ kind: 'declined' });
    expect(ui.asked[1]?.note).toContain('Our rule.');
    expect(await ui.asked[1]?.shape).toBeNull();
  });

  it('what is true when the person has said yes decides: a branch that was switched meanwhile', async () => {
    write({ branch: 'release/*' }, 'deny');
    git(repository, 'branch', 'release/1');
    const ui = person([
      () => {
        git(repository, 'symbolic-ref', 'HEAD', 'refs/heads/release/1');
        return { kind: 'run' };
      },
    ]);
    const { execute, request } = rig(folder, ui, forgetful, restricted());
    const before = git(repository, 'rev-parse', 'release/1');
    expect(await execute('git', 'git commit --allow-empty -m words', request)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('Our rule.'),
    });
    expect(git(repository, 'rev-parse', 'release/1')).toBe(before);
  });

  it('or a setting that was written meanwhile', async () => {
    write({ subcommand: 'push', options: '--force' }, 'deny');
    git(folder, 'init', '-q', '--bare', 'there.git');
    git(repository, 'remote', 'add', 'there', join(folder, 'there.git'));
    const ui = person([
      () => {
        appendFileSync(join(repository, '.git', 'config'), '[remote "there"]\n\tpush = +HEAD:refs/heads/x\n');
        return { kind: 'run' };
      },
    ]);
    const { execute, request } = rig(folder, ui, forgetful, restricted());
    expect(await execute('git', 'git push there', request)).toMatchObject({ kind: 'refused' });
  });

  it('nobody there is nobody to ask: a declared class does not cover it', async () => {
    write({ subcommand: 'branch' }, 'ask-always');
    const terms = {
      classes: new Set(['local'] as const),
      mostWrites: 9,
      mostMinutes: 9,
      actor: 'Night',
      roots: [repository],
    };
    const ui = createUnattended({ terms, now: Date.now });
    const { execute, request } = rig(folder, ui, forgetful, restricted());
    const caller = { call: '1', allowMutation: true };
    expect(await execute('git', 'git branch new', { ...request, caller })).toMatchObject({
      kind: 'refused',
      denied: 'not-unattended',
      message: expect.stringContaining('Our rule.'),
    });
    expect(await execute('git', 'git tag v1', { ...request, caller })).toMatchObject({ kind: 'ran' });
  });
});
