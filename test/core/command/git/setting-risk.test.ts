import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { settingRisk } from '../../../../src/core/command/git/setting-risk.ts';

/** Every key that the installed git documents, with `x` for what is left open in it. */
const documented = execFileSync('git', ['help', '--config'], { encoding: 'utf8' })
  .split('\n')
  .filter(line => /^[a-z][\w-]*\./i.test(line))
  .map(line => line.trim().replaceAll(/<[^>]*>|\*/g, 'x'));

/** Words by which a key says that its value is a program, or a place where git finds one. */
const NAMES_PROGRAM =
  /(?:askpass|browser|cmd|command|driver|editor|external|filter|helper|hook|hookspath|pager|program|receivepack|smudge|clean|process|sshcommand|templatedir|textconv|tool|tunnel|uploadpack|viewer|include\.path|\.insteadof|attributesfile)$/i;

/** Keys of which such a word says something else. */
const NAMES_NONE: Readonly<Record<string, string>> = {
  'advice.ignoredHook': 'whether a hint is shown',
  'advice.waitingForEditor': 'whether a hint is shown',
  'color.pager': 'whether colours go to the pager',
  'column.clean': 'whether git clean lists in columns',
  'diff.x.cachetextconv': 'whether what a program said is kept',
  'gitcvs.dbDriver': 'not known, so it asks as if it named one',
  'remote.x.partialclonefilter': 'which objects are left out',
  'notes.rewrite.x': 'which command copies notes',
  'uploadpack.allowFilter': 'whether objects may be left out',
};

describe('C1 settings that lead to a program', () => {
  it('git documents its keys', () => expect(documented.length).toBeGreaterThan(500));

  it.each(documented.filter(key => NAMES_PROGRAM.test(key) && NAMES_NONE[key] === undefined))('%s', key => {
    expect(settingRisk(key)).toBe('program');
    expect(settingRisk(key.toUpperCase())).toBe('program');
  });

  it.each(Object.keys(NAMES_NONE).filter(key => documented.includes(key)))('%s is none', key =>
    expect(['plain', 'unknown']).toContain(settingRisk(key)),
  );

  it.each([
    'alias.x',
    'branch.x.mergeOptions',
    'core.alternateRefsCommand',
    'core.fsmonitor',
    'core.gitProxy',
    'core.protectHFS',
    'core.protectNTFS',
    'core.worktree',
    'diff.x.command',
    'filter.x.process',
    'gc.recentObjectsHook',
    'hook.x.command',
    'http.sslEngine',
    'includeIf.gitdir:x.path',
    'init.templateDir',
    'mergetool.x.path',
    'pager.log',
    'protocol.ext.allow',
    'rebase.instructionFormat',
    'receive.procReceiveRefs',
    'remote.x.vcs',
    'sequence.editor',
    'submodule.x.update',
    'tar.x.command',
    'trailer.x.cmd',
    'uploadpack.packObjectsHook',
    'url.x.pushInsteadOf',
  ])('%s, though its name need not say so', key => expect(settingRisk(key)).toBe('program'));

  it('a key that no table has is not taken for a plain one', () =>
    expect(settingRisk('somebody.elses')).toBe('unknown'));
});
