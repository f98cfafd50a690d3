import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { complete, type Names, NO_NAMES, readOptionsOf } from '../../../../src/core/command/complete/complete.ts';
import { GH_AFTER_OPTION, GH_GRAMMAR } from '../../../../src/core/command/complete/gh-grammar.ts';
import { GH_OPTION_TEXTS } from '../../../../src/core/command/complete/gh-option-texts.ts';
import { GH_EVERYDAY } from '../../../../src/core/command/complete/gh-subcommand-texts.ts';
import { typedOf } from '../../../../src/core/command/complete/typed.ts';
import { groups } from '../../../../src/core/command/gh/groups.ts';
import { ghPrograms } from '../../../github/gh.ts';

const names: Names = {
  ...NO_NAMES,
  branches: ['main', 'topic/one'],
  remoteBranches: ['origin/main'],
  tags: ['v1.0'],
  remotes: ['origin'],
  repositories: ['octo/demo', 'git.example.com/octo/demo'],
  paths: ['notes.txt'],
};
const words = (text: string) => complete(text, names).map(({ word }) => word);
const kinds = (text: string) => [...new Set(complete(text, names).map(({ kind }) => kind))];

describe('1.4 completion of gh commands', () => {
  it('begins with the groups people use, then the others, the shortest first', () => {
    expect(words('gh ').slice(0, 4)).toEqual(['pr', 'issue', 'run', 'repo']);
    expect(words('gh rel')).toEqual(['release']);
    expect(complete('gh iss', names)).toEqual([
      { kind: 'subcommand', word: 'issue', text: 'gh issue ', about: 'Issues: list, view, open, close, …' },
    ]);
  });

  it('goes on with the actions of a group, also of one within a group and after -R', () => {
    expect(words('gh pr ').slice(0, 3)).toEqual(['list', 'view', 'status']);
    expect(words('gh pr che')).toEqual(['checks', 'checkout']);
    expect(words('gh -R octo/demo pr che')).toEqual(['checks', 'checkout']);
    expect(words('gh pr -R octo/demo che')).toEqual(['checks', 'checkout']);
    expect(words('gh repo deploy-key li')).toEqual(['list']);
    expect(complete('gh pr vi', names)[0]?.about).toBe('Show a pull request');
  });

  it('offers flags with what they do, none of a read that has an effect', () => {
    expect(complete('gh pr list --sta', names)).toEqual([
      { kind: 'option', word: '--state', text: 'gh pr list --state ', about: 'open, closed, merged or all' },
    ]);
    expect(words('gh run view --log')).toEqual(['--log-failed']);
    expect(words('gh pr edit --add-l')).toEqual(['--add-label']);
    expect(words('gh pr list --we')).toEqual([]);
    expect(words('gh auth status --show')).toEqual([]);
  });

  it.each([
    ['gh pr view ', ['branch']],
    ['gh pr view 12 ', []],
    ['gh pr create --base ', ['branch']],
    ['gh pr list --head ', ['branch']],
    ['gh pr list --state ', []],
    ['gh run list -b ', ['branch']],
    ['gh release view ', ['tag']],
    ['gh release upload v1.0 ', ['path']],
    ['gh pr list -R ', ['repository']],
    ['gh -R octo/demo pr list --repo ', ['repository']],
    ['gh search prs --repo ', ['repository']],
    ['gh repo view ', ['repository']],
    ['gh pr view -R other/demo ', []],
    ['gh -R other/demo pr list --head ', []],
    ['gh issue view ', []],
    ['gh lst ', []],
  ])('%s is followed by %j', (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });

  it('is not fooled by names that objects have anyway', () => {
    expect(words('gh toString ')).toEqual([]);
    expect(words('gh pr constructor --x')).toEqual([]);
  });
});

describe('the tables of gh’s completion', () => {
  it('know only what gh’s tables know', () => {
    for (const path of [...Object.keys(GH_EVERYDAY), ...Object.keys(GH_GRAMMAR), ...Object.keys(GH_OPTION_TEXTS)])
      expect(typedOf(`gh ${path} `), path).toMatchObject({ path, unknown: '' });
    expect(new Set(words('gh '))).toEqual(new Set(groups.keys()));
    for (const group of groups.keys()) expect(new Set(words(`gh ${group} `)).size).toBe(words(`gh ${group} `).length);
  });

  it('describe groups, actions and options in one short line', () => {
    const options = Object.values(GH_OPTION_TEXTS).flatMap(texts => Object.entries(texts));
    for (const [name, text] of [...Object.entries(GH_EVERYDAY), ...options])
      expect(text, name).toMatch(/^\S[^\n]{3,64}[^.]$/);
  });

  it('say what follows only of options of the table', () => {
    for (const key of Object.keys(GH_AFTER_OPTION)) {
      const [path = '', option = ''] = key.startsWith('-') ? ['pr list', key] : key.split(/ (?=-)/);
      expect(typedOf(`gh ${path} ${option} `)?.lastOption, key).toBe(option);
    }
  });

  const [newest] = ghPrograms.slice(-1);
  it.skipIf(newest === undefined)('describe only options that gh takes', () => {
    for (const [path, texts] of Object.entries(GH_OPTION_TEXTS)) {
      const node = typedOf(`gh ${path} `)?.node;
      const table = node && 'options' in node ? new Set([...node.options.values()].map(({ name }) => name)) : new Set();
      const unknown = Object.keys(texts).filter(name => !table.has(name) && !readOptionsOf(node).has(name));
      if (unknown.length === 0) continue;
      const env = { ...process.env, GH_NO_UPDATE_NOTIFIER: '1' };
      const help = execFileSync(newest?.path ?? 'gh', [...path.split(' '), '--help'], { encoding: 'utf8', env });
      expect(
        unknown.filter(name => !new RegExp(`${name}\\b`).test(help)),
        path,
      ).toEqual([]);
    }
  });
});
