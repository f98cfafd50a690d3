import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, it } from 'mocha';
import { extensions } from 'vscode';
import { folder } from '../support/sluice.ts';

/** All that may be in the package. */
const MAY = [
  /^(package(\.nls)?\.json|readme\.md|changelog\.md|LICENSE\.txt|\.vsixmanifest)$/,
  /^dist\/(cli|extension|hook|mcp)\.cjs$/,
  /^dist\/chunks\/[\w-]+-[A-Z\d]{8}\.cjs$/,
  /^dist\/webview\/(result|status)\.(js|css)$/,
  /^dist\/webview\/codicon\.ttf$/,
  /^dist\/webview\/mcp-app\.html$/,
  /^media\/.+\.(svg|png|md|json)$/,
];

const MUST = [
  'package.json',
  'package.nls.json',
  'dist/cli.cjs',
  'dist/extension.cjs',
  'dist/hook.cjs',
  'dist/mcp.cjs',
  'dist/webview/mcp-app.html',
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

  it('has an MCP server that starts from where it is', () => {
    const server = join(root(), 'dist', 'mcp.cjs');
    const said = execFileSync(process.execPath, [server, '--check', '--json', '--repo', folder()], {
      encoding: 'utf8',
    });
    const { tools } = JSON.parse(said);
    assert.ok(tools.some(({ name }: { name: string }) => name === 'git_execute'));
  });

  it('has nothing else: no sources, no tests, no maps, no other package', () => {
    assert.deepEqual(
      files().filter(file => !MAY.some(pattern => pattern.test(file))),
      [],
    );
  });
});
