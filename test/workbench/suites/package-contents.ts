import { strict as assert } from 'node:assert';
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, it } from 'mocha';
import { extensions } from 'vscode';

/** All that may be in the package. */
const MAY = [
  /^(package(\.nls)?\.json|readme\.md|changelog\.md|LICENSE\.txt|\.vsixmanifest)$/,
  /^dist\/(cli|extension|mcp)\.cjs$/,
  /^dist\/chunks\/[\w-]+-[A-Z\d]{8}\.cjs$/,
  /^dist\/webview\/(result|status)\.(js|css)$/,
  /^dist\/webview\/codicon\.ttf$/,
  /^media\/.+\.(svg|png|md|json)$/,
];

const MUST = [
  'package.json',
  'package.nls.json',
  'dist/cli.cjs',
  'dist/extension.cjs',
  'dist/mcp.cjs',
  'dist/webview/result.js',
  'dist/webview/status.js',
  'media/sluice.png',
];

describe('the package', () => {
  const root = () => extensions.getExtension('sluice.sluice')?.extensionPath ?? '';
  const files = () =>
    readdirSync(root(), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => relative(root(), join(entry.parentPath, entry.name)).replaceAll(sep, '/'));

  it('has what it needs', () => {
    const there = files();
    assert.deepEqual(
      MUST.filter(file => !there.includes(file)),
      [],
    );
  });

  it('has nothing else: no sources, no tests, no maps, no other package', () => {
    assert.deepEqual(
      files().filter(file => !MAY.some(pattern => pattern.test(file))),
      [],
    );
  });
});
