import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { classify } from '../../../../src/core/command/classify.ts';
import { subcommands } from '../../../../src/core/command/git/subcommands.ts';
import { isAct, isGroup, type Leaf, type Node } from '../../../../src/core/command/table.ts';
import { workspace } from '../../../support/verdict-of.ts';

/** Every subcommand and action that has a read-only form, with the words that call it. */
function readable(node: Node, words: readonly string[]): [readonly string[], Leaf][] {
  if (isAct(node)) return [];
  if (!isGroup(node)) return node.forms.length > 0 ? [[words, node]] : [];
  const actions = Object.entries(node.actions).flatMap(([action, inner]) => readable(inner, [...words, action]));
  return [...readable(node.fallback, words), ...actions];
}

const git = process.env.SLUICE_GIT ?? 'git';
const repository = mkdtempSync(join(tmpdir(), 'sluice-options-'));
execFileSync(git, ['init', '-q'], { cwd: repository });
afterAll(() => rmSync(repository, { recursive: true }));

/** git's own list of a subcommand's long options; `=` at the end of one says that it needs a value. */
function ownOptions(words: readonly string[]): string[] {
  const { stdout } = spawnSync(git, [...words, '--git-completion-helper-all'], { cwd: repository, encoding: 'utf8' });
  return stdout.split(/\s+/).filter(word => /^--[a-z]/.test(word));
}

const tables = [...subcommands].flatMap(([name, node]) => readable(node, [name]));
const known = tables
  .map(([words, leaf]) => [words.join(' '), words, leaf, ownOptions(words)] as const)
  .filter(([, , , own]) => own.length > 0);

it('git lists the options of most of them', () => expect(known.length).toBeGreaterThan(40));

it.each(known)('git %s takes its options as the table says', (_title, _words, leaf, own) => {
  const needsValue = new Set(own.filter(word => word.endsWith('=')).map(word => word.slice(0, -1)));
  const wrong = own
    .map(word => word.replace(/=$/, ''))
    .flatMap(name => {
      const option = leaf.options.get(name);
      if (!option || option.act) return [];
      const takesValue = option.arity === 'value' || option.arity === 'last';
      // A value that may be left out at the end of the line is listed either way.
      return option.arity === 'last' || takesValue === needsValue.has(name) ? [] : [`${name} as ${option.arity}`];
    });
  expect(wrong).toEqual([]);
});

it.each(known)('git %s: no option of its own is taken for another', (_title, words, leaf, own) => {
  const unlisted = own.map(word => word.replace(/=$/, '')).filter(name => !leaf.options.has(name));
  const negates = (name: string) => name.startsWith('--no-') && leaf.options.has(`--${name.slice(5)}`);
  const passed = unlisted.filter(
    name => !negates(name) && classify('git', [...words, name], workspace).verdict.class === 'read-only',
  );
  expect(passed).toEqual([]);
});
