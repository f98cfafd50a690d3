import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeRepository, makeRunner, personal, reading } from './fixture.ts';
import { git, temporaryFolder } from './support.ts';

const folder = temporaryFolder();
const repository = makeRepository(folder);
git(repository, 'config', 'core.hooksPath', 'my-hooks');
git(repository, 'config', 'core.pager', 'my-pager');

const environment = { ...personal(folder), VISUAL: 'my-editor', GIT_PAGER: 'their-pager', TERM: 'xterm' };
const printed = async (...args: string[]) => {
  const { runner } = makeRunner(folder, { environment });
  const { ok, stdout, stderr } = await runner.read(reading(repository, ...args), { repository, origin: 'cli' });
  expect({ ok, stderr }).toEqual({ ok: true, stderr: '' });
  return stdout;
};

describe('4.2a a read about config shows the config of the person', () => {
  it.each([
    [['config', 'core.hooksPath'], 'my-hooks\n'],
    [['config', '--get', 'core.pager'], 'my-pager\n'],
    [['config', '--show-scope', 'core.pager'], 'local\tmy-pager\n'],
    [['config', '--type=bool', '--default', 'true', '--get', 'diff.autoRefreshIndex'], 'true\n'],
    [['rev-parse', '--git-path', 'hooks'], 'my-hooks\n'],
    [['var', 'GIT_EDITOR'], 'my-editor\n'],
    [['var', 'GIT_PAGER'], 'their-pager\n'],
  ])('%j', async (args, answer) => expect(await printed(...args)).toBe(answer));

  it.each([[['config', '--list']], [['config', '--list', '--show-origin']], [['var', '-l']]])('%j', async args => {
    const text = await printed(...args);
    expect(text).not.toMatch(/command line|safe\.bare|autorefreshindex|gpg\.program|\/dev\/null/);
    expect(text).toContain('core.hookspath=my-hooks');
  });

  it('and starts nothing that the config names', async () => {
    const mark = join(folder, 'ran');
    for (const key of ['core.pager', 'pager.config', 'core.editor', 'core.fsmonitor', 'core.askPass'])
      git(repository, 'config', key, `touch '${mark}'; cat`);
    for (const args of [
      ['config', '--list'],
      ['var', '-l'],
      ['rev-parse', '--git-path', 'index'],
    ])
      await printed(...args);
    expect(existsSync(mark)).toBe(false);
  });
});
