import { describe, expect, it, vi } from 'vitest';
import {
  configure,
  logCommand,
  type P6Fields,
  resolveCommit as resolveBy,
} from '../../../../src/core/repository/status/configure.ts';
import { DEFAULT_P6_SETTINGS } from '../../../../src/core/repository/status/p6-settings.ts';
import { workspace } from '../../../support/verdict-of.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository } from '../support.ts';
import { countingGit } from './scan-support.ts';

const repository = newRepository(temporaryFolder());
for (const text of ['1', '2']) commit(repository, { f: text });
git(repository, 'tag', '-am', 'one', 'v1');

const { git: reader } = countingGit();
const resolveCommit = vi.fn((ref: string) => resolveBy(reader, repository, ref));
const before = { ...DEFAULT_P6_SETTINGS, showLogs: true, diffBase: 'v1' };
const configured = (fields: P6Fields) => configure(before, fields, { context: workspace, resolveCommit });
const invalid = (ref: string) => `Invalid git ref: '${ref}'. Must be a valid commit, branch, tag, or relative ref.`;

describe('what is given is changed', () => {
  it.each<[P6Fields, object, string]>([
    [
      { show_diffs: true, diff_base: 'HEAD~1' },
      { showDiffs: true, diffBase: 'HEAD~1' },
      "P6 configured: show_diffs=true, diff_base='HEAD~1'",
    ],
    [{ show_logs: false }, { showLogs: false }, 'P6 configured: show_logs=false'],
    [{ log_args: '-5 --stat' }, { logArgs: '-5 --stat' }, "P6 configured: log_args='-5 --stat'"],
    [{ log_args: '' }, { logArgs: '-10 --oneline' }, "P6 configured: log_args='-10 --oneline'"],
    [{ diff_base: '' }, { diffBase: null }, "P6 configured: diff_base='HEAD'"],
    [{ diff_base: 'HEAD' }, { diffBase: null }, "P6 configured: diff_base='HEAD'"],
    [{}, {}, 'P6 configured: nothing was given to change'],
  ])('%j', async (fields, changes, message) => {
    expect(await configured(fields)).toEqual({ ok: true, settings: { ...before, ...changes }, message });
  });

  it.each(['main', 'v1', 'HEAD~1', '@', '@^', 'main@{0}', 'HEAD^{/more}'])('the base %s', async diff_base => {
    expect(await configured({ diff_base })).toMatchObject({ ok: true, settings: { diffBase: diff_base } });
  });
});

describe('one wrong field changes nothing', () => {
  it.each(['nowhere', 'HEAD~9', 'HEAD:f', 'HEAD^{tree}', '0'.repeat(40), 'main..v1', ' '])('the ref %j', async ref => {
    const result = await configured({ show_diffs: true, diff_base: ref });
    expect(result).toEqual({ ok: false, reason: 'invalid-ref', message: invalid(ref) });
  });

  it.each(['-', '--output=x', '--all', '^main', 'main\n'])('the ref %j, without asking git', async ref => {
    resolveCommit.mockClear();
    expect(await configured({ diff_base: ref })).toMatchObject({ ok: false, message: invalid(ref) });
    expect(resolveCommit).not.toHaveBeenCalled();
  });

  it.each([
    '--output=x',
    '--ext-diff',
    '--show-signature',
    '--format=%G?',
    '-1 -- /etc/passwd',
    '-1; rm x',
    '> f',
    "'",
    '-1\n',
    '--no-such-option',
  ])('the log arguments %j', async log_args => {
    const result = await configured({ show_logs: true, log_args });
    expect(result).toMatchObject({ ok: false, reason: 'invalid-log-args' });
    expect(result.message).toContain(`Invalid log_args: '${log_args}'. `);
  });
});

it('the log is a command the runner takes', async () => {
  const log = await logCommand(DEFAULT_P6_SETTINGS.logArgs, workspace);
  expect(log.ok && log.command.canonical).toBe('git log -10 --oneline');
});
