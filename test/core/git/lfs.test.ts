import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { classify } from '../../../src/core/command/classify.ts';
import { isReadOnly } from '../../../src/core/command/command.ts';
import { createLog } from '../../../src/core/git/log.ts';
import { createRedactor } from '../../../src/core/git/redact.ts';
import { createRunner } from '../../../src/core/git/runner.ts';
import { ghWith } from '../../support/gh-with.ts';
import { unguarded } from './fixture.ts';

const repository = mkdtempSync(join(tmpdir(), 'sluice-lfs-'));
execFileSync('git', ['init', '-q'], { cwd: repository });
afterAll(() => rmSync(repository, { recursive: true }));

const { redact } = createRedactor({ tokens: [], environment: {}, patterns: [] });
const runner = createRunner({
  spendApproval: async () => 'not-approved',
  guard: unguarded,
  roots: () => [repository],
  gh: ghWith({ configDir: repository }),
  tokens: () => [],
  redactor: () => createRedactor({ tokens: [], environment: {}, patterns: [] }),
  log: createLog({ write: () => {}, redact }),
});
const read = (...args: string[]) => {
  const command = classify('git', ['lfs', ...args], { roots: [repository], cwd: repository });
  if (!isReadOnly(command)) throw new Error(`${command.canonical} is not a read`);
  return runner.read(command, { repository, origin: 'cli' });
};
const config = () => readFileSync(join(repository, '.git', 'config'), 'utf8');
const isInstalled = spawnSync('git', ['lfs', 'version']).status === 0;

describe('Git LFS', () => {
  it('is not started where it would mark the repository as its own', async () => {
    const before = config();
    const { ok, failure } = await read('ls-files');
    expect({ ok, reason: failure?.reason }).toEqual({ ok: false, reason: 'not-set-up' });
    expect(failure?.message).toContain('git lfs install --local');
    expect(config()).toBe(before);
  });

  it.skipIf(!isInstalled)('leaves a repository it knows as it was', async () => {
    execFileSync('git', ['config', 'lfs.repositoryformatversion', '0'], { cwd: repository });
    const before = config();
    for (const words of [['ls-files'], ['status'], ['track']])
      expect((await read(...words)).failure?.message).toBeUndefined();
    expect(config()).toBe(before);
  });
});
