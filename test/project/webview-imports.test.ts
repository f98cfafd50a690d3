import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const project = fileURLToPath(new URL('../..', import.meta.url));
const filesUnder = (folder: string): string[] =>
  readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(?:ts|css)$/.test(name))
    .map(name => join(folder, name));

/** The files and packages that a file imports; files by their path from the project. */
function importsOf(file: string): string[] {
  const source = readFileSync(join(project, file), 'utf8');
  const specifiers = [...source.matchAll(/(?:from|import|require)\s*\(?\s*['"]([^'"\s]+)['"]/g)].map(
    ([, name = '']) => name,
  );
  return specifiers.map(name => (name.startsWith('.') ? normalize(join(dirname(file), name)) : name));
}

const PACKAGES = [
  '@tanstack/virtual-core',
  '@vscode/codicons/dist/codicon.css',
  '@vscode/webview-ui-toolkit',
  'marked',
];
const isIn =
  (...folders: readonly string[]) =>
  (file: string) =>
    folders.some(folder => file.startsWith(folder.replaceAll('/', sep) + sep));

describe('a page takes', () => {
  const sheets = filesUnder('webview').filter(file => file.endsWith('.css'));

  it.each(filesUnder('webview'))('%s: only from the pages, src/shared and src/protocol', file => {
    const ours = isIn('webview', 'src/shared', 'src/protocol');
    const wrong = importsOf(file).filter(name => !ours(name) && !PACKAGES.includes(name) && name !== 'zod/mini');
    expect(wrong).toEqual([]);
  });

  it.each(filesUnder('webview/render'))('%s: nothing from a page of its own', file => {
    expect(importsOf(file).filter(isIn('webview/result', 'webview/status'))).toEqual([]);
  });

  it('every sheet beside who needs it, and none is long', () => {
    const imported = new Set(filesUnder('webview').flatMap(importsOf));
    expect(sheets.filter(sheet => !imported.has(sheet))).toEqual([]);
    const long = sheets.filter(sheet => readFileSync(join(project, sheet), 'utf8').split('\n').length > 200);
    expect(long).toEqual([]);
  });
});

describe.each(filesUnder('src/protocol'))('%s', file => {
  it('takes nothing but its own folder, src/shared and the schemas', () => {
    const wrong = importsOf(file).filter(name => !isIn('src/shared', 'src/protocol')(name) && name !== 'zod/mini');
    expect(wrong).toEqual([]);
  });
});
