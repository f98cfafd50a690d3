import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quote } from '../../../src/core/command/quote.ts';
import { detect } from '../../../webview/render/detect.ts';
import type { Command, Document, Kind, RenderOptions } from '../../../webview/render/document.ts';
import { render as renderSteps } from '../../../webview/render/render.ts';
import { runToEnd } from '../../../webview/ui/incremental.ts';
import { git } from '../../core/git/support.ts';
import { commit, newRepository } from '../../core/repository/support.ts';
import { commandForPage } from '../../support/verdict-of.ts';

export const PLAIN: RenderOptions = { sideBySide: false, sort: null };

/** All of it at once. */
export const render = (kind: Kind, text: string, options: RenderOptions, command: Command | null = null): Document =>
  runToEnd(renderSteps(kind, text, options, command));

/** The document a person would see of a git command. */
export function shown(
  repository: string,
  args: readonly string[],
  options: RenderOptions = PLAIN,
): Document & { readonly output: string } {
  const output = git(repository, ...args);
  const command = commandForPage(quote('git', args));
  const document = render(detect(command, output), output, options, command);
  return { ...document, output };
}

export const textOf = ({ rows }: Document) => rows.map(({ text }) => text).join('\n');

/** A history with a merge, a merge of three, a rename, a binary file, a mode change and names that git has to quote. */
export function newHistory(folder: string): string {
  const repository = newRepository(folder, 'history');
  commit(repository, { 'a.txt': 'one\ntwo\nthree\n', 'src/app.ts': 'let x = 1;\n' }, 'First');
  git(repository, 'checkout', '-qb', 'topic');
  commit(repository, { 'a.txt': 'one\ntwo\nthree\nfour\n' }, 'Add four\n\n* a bullet\n* another (#12)');
  git(repository, 'checkout', '-q', 'main');
  commit(repository, { 'src/app.ts': 'const xyz = 1;\n' }, 'Rename x');
  git(repository, 'merge', '-q', '--no-ff', '-m', 'Merge topic', 'topic');
  for (const name of ['left', 'right']) {
    git(repository, 'checkout', '-qb', name, 'main');
    commit(repository, { [`${name}.txt`]: `${name}\n` }, name);
    git(repository, 'checkout', '-q', 'main');
  }
  commit(repository, { 'middle.txt': 'middle\n' }, 'middle');
  git(repository, 'merge', '-q', '-m', 'Octopus', 'left', 'right');
  git(repository, 'mv', 'a.txt', 'b c.txt');
  chmodSync(join(repository, 'src/app.ts'), 0o755);
  writeFileSync(join(repository, 'bin.dat'), 'bin\0');
  commit(repository, { 'no-end': 'no newline', 'q"uo\tté\nx.txt': 'q\n' }, 'Moves');
  git(repository, 'tag', '-a', 'v1', '-m', 'the first');
  return repository;
}
