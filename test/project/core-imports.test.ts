import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const project = fileURLToPath(new URL('../..', import.meta.url));
const filesUnder = (folder: string): string[] =>
  readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => join(folder, name));
const importsIn = (source: string): string[] =>
  [...source.matchAll(/(?:from|import|require)\s*\(?\s*['"]([^'"]+)['"]/g)].map(match => match[1] ?? '');

describe('the folder says what may be imported', () => {
  it('finds imports in every spelling', () => {
    const spellings = [
      "import a from 'vscode'",
      "import 'vscode'",
      "await import('vscode')",
      "require('vscode')",
      "export * from 'vscode'",
    ];
    expect(spellings.map(importsIn)).toEqual(spellings.map(() => ['vscode']));
  });

  it.each(filesUnder('src/core'))('%s takes nothing from the editor or the doors', file => {
    const wrong = importsIn(readFileSync(join(project, file), 'utf8')).filter(
      name => name === 'vscode' || /\/(vscode|cli|mcp)\//.test(name),
    );
    expect(wrong).toEqual([]);
  });

  it.each(filesUnder('src/core/git'))('%s takes nothing from the write side', file => {
    expect(importsIn(readFileSync(join(project, file), 'utf8')).filter(name => name.includes('/writes/'))).toEqual([]);
  });

  it.each([
    ['storage', /\.\.\/(?:journal\.ts|record\/|undo\/)/],
    ['record', /\.\.\/(?:journal\.ts|undo\/)/],
    ['undo', /\.\.\/journal\.ts/],
  ])('%s of the journal takes nothing from what stands on it', (folder, above) => {
    for (const file of filesUnder(join('src/core/writes/journal', folder)))
      expect(importsIn(readFileSync(join(project, file), 'utf8')).filter(name => above.test(name))).toEqual([]);
  });

  it('only the gate gives approvals', () => {
    const givers = ['src', 'webview']
      .flatMap(filesUnder)
      .filter(file => /\bissue\b[^\n]*from [^\n]*approval/.test(readFileSync(join(project, file), 'utf8')));
    expect(givers).toEqual([join('src', 'core', 'writes', 'gate.ts')]);
  });
});

describe('the manifest', () => {
  const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  it('is one of a workspace extension that is careful with untrusted folders', () => {
    expect(manifest.publisher).toBeTruthy();
    expect(manifest.extensionKind).toEqual(['workspace']);
    expect(manifest.capabilities.untrustedWorkspaces.supported).toBe('limited');
    const [, minor = 0] = manifest.engines.vscode.match(/\d+/g).map(Number);
    expect(minor).toBeLessThanOrEqual(139);
  });
  it('the lockfile names no registry', () => {
    expect(readFileSync(join(project, 'package-lock.json'), 'utf8')).not.toContain('"resolved"');
  });
});
