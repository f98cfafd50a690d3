import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git } from '../git/support.ts';
import { makeTools } from './fixture.ts';

const { call, repository, asked, folder } = await makeTools({ programs: true });
const run = (command: string) => call(command.startsWith('gh') ? 'gh_execute' : 'git_execute', { command });

describe('a typo is named, and nobody is asked about it', () => {
  it.each([
    ['git statsu', 'git status'],
    ['git statsu --short', 'git status --short'],
    ['git -C . brnach -a', 'git -C . branch -a'],
    ['git log --onelin -5', 'git log --oneline -5'],
    ['git stat', 'git status'],
    ['git log --grpah --oneline', 'git log --graph --oneline'],
    ['gh pr lst --limit 3', 'gh pr list --limit 3'],
  ])('%s', async (command, meant) => {
    const { code, facts, text } = await run(command);
    expect(code).toBe('mistyped');
    expect(facts.meant).toContain(meant);
    expect(text).toContain(meant);
    expect(asked).toEqual([]);
  });

  it('in a step of a plan too', async () => {
    const { code } = await call('git_plan', { commands: ['git status', 'git comit -m x'] });
    expect(code).toBe('mistyped');
    expect(asked).toEqual([]);
  });

  it('what the person made themselves is no typo', async () => {
    git(repository, 'config', 'alias.statsu', 'status');
    await run('git statsu');
    expect(asked.splice(0).length).toBe(1);
    const programs = join(folder, 'programs');
    mkdirSync(programs, { recursive: true });
    writeFileSync(join(programs, 'git-brnach'), '#!/bin/sh\nexit 0\n');
    chmodSync(join(programs, 'git-brnach'), 0o755);
    await run('git brnach');
    expect(asked.splice(0)).toHaveLength(1);
  });

  it('a name, a message or a path is none', async () => {
    const { code } = await run("git commit --allow-empty -m 'git statsu --onelin'");
    expect(code).toBeUndefined();
    expect(asked.splice(0)).toHaveLength(1);
  });
});
