import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { classifyText } from '../../src/core/command/classify-text.ts';
import { withBranch } from '../../src/core/command/with-branch.ts';
import { eachGh } from './each-gh.ts';

const { contributes } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const saved: readonly { readonly command: string }[] =
  contributes.configuration.properties['sluice.github.savedPanels'].default;

eachGh(world => {
  test.each(saved)('the saved panel $command only reads, and prints what it is for', async ({ command }) => {
    const { gh, github } = world();
    const judged = classifyText('gh', withBranch(command, 'fix-crash'), { roots: [gh.cwd], cwd: gh.cwd });
    if (!judged.ok) throw new Error(judged.message);
    expect(judged.command.verdict.class).toBe('read-only');
    const git = (...words: string[]) => execFileSync('git', words, { cwd: gh.cwd });
    git('init', '-q');
    git('symbolic-ref', 'HEAD', 'refs/heads/fix-crash');
    git('config', 'remote.origin.url', 'git@github.com:octo/demo.git');
    github.log.clear();
    const printed = await gh.text(...judged.command.args);
    expect(printed).toMatch(/crash on empty input/i);
    expect(github.log.writes()).toEqual([]);
    expect(github.log.missing()).toEqual([]);
  });
});
