import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DENIAL_CODES } from '../../src/core/refusals.ts';
import { readArguments } from '../../src/mcp/arguments.ts';
import { TEXT } from '../../src/mcp/text.ts';
import { temporaryFolder } from '../core/git/support.ts';

const folder = temporaryFolder();
const inner = join(folder, 'inner');
mkdirSync(inner);
const declared = ['--allow', 'local', '--budget', 'writes=5,minutes=30', '--actor', 'nightly', '--root', folder];
const without = (option: string) => declared.toSpliced(declared.indexOf(option), 2);
const withValue = (option: string, value: string) => declared.with(declared.indexOf(option) + 1, value);

it('takes folders, several of them, in either spelling', () => {
  expect(readArguments(['--repo', folder, `--repo=${inner}/.`])).toMatchObject({
    ok: true,
    value: { repositories: [folder, inner], terms: undefined },
  });
});

it('takes a declaration of writes without a person in full', () => {
  expect(readArguments([...declared, '--repo', inner])).toMatchObject({
    ok: true,
    value: {
      terms: { classes: new Set(['local']), mostWrites: 5, mostMinutes: 30, actor: 'nightly', roots: [folder] },
    },
  });
  expect(readArguments(withValue('--allow', 'local,remote'))).toMatchObject({
    value: { terms: { classes: new Set(['local', 'remote']) } },
  });
});

it.each(['--allow', '--budget', '--actor', '--root'])('refuses a declaration without %s', option => {
  expect(readArguments(without(option))).toEqual({ ok: false, message: TEXT.partial([option]) });
});

it.each([
  ['--allow', 'destructive', TEXT.unknownClass('destructive')],
  ['--allow', 'local,destructive', TEXT.unknownClass('destructive')],
  ['--allow', 'all', TEXT.unknownClass('all')],
  ['--allow', 'local,', TEXT.unknownClass('')],
  ['--budget', 'writes=5', TEXT.badBudget],
  ['--budget', 'writes=0,minutes=5', TEXT.badBudget],
  ['--budget', 'writes=-1,minutes=5', TEXT.badBudget],
  ['--budget', 'writes=1e9,minutes=5', TEXT.badBudget],
  ['--budget', 'writes=10001,minutes=5', TEXT.badBudget],
  ['--budget', 'writes=5,minutes=1441', TEXT.badBudget],
  ['--budget', 'minutes=5,writes=5', TEXT.badBudget],
  ['--actor', 'a\nb', TEXT.badActor],
  ['--actor', 'x'.repeat(65), TEXT.badActor],
  ['--root', join(folder, 'none'), TEXT.noFolder(join(folder, 'none'))],
])('refuses %s %j', (option, value, message) => {
  expect(readArguments(withValue(option, value))).toEqual({ ok: false, message });
});

it.each([
  [['--wat'], TEXT.unknownOption('--wat')],
  [['git', 'log'], TEXT.unknownOption('git')],
  [['--repo'], TEXT.noValue('--repo')],
  [['--repo='], TEXT.noValue('--repo')],
  [['--repo', join(folder, 'none')], TEXT.noFolder(join(folder, 'none'))],
  [[...declared, '--budget', 'writes=9,minutes=9'], TEXT.badBudget],
  [[...declared, '--actor', 'other'], TEXT.badActor],
  [[...withValue('--root', inner), '--repo', folder], TEXT.outsideRoots(folder)],
])('refuses %j', (words, message) => {
  expect(readArguments(words)).toEqual({ ok: false, message });
});

it('docs/mcp.md names every option, and every code of a write that is denied', () => {
  const page = readFileSync(new URL('../../docs/mcp.md', import.meta.url), 'utf8');
  const options = TEXT.usage.match(/^ {2}--[a-z]+/gm)?.map(option => option.trim()) ?? [];
  expect(options).toContain('--allow');
  expect([...options, ...DENIAL_CODES].filter(name => !page.includes(`\`${name}`))).toEqual([]);
});
