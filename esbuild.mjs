import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, transform } from 'esbuild';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

/** The doors that run in Node. What several need, or what one loads later by `import()`, becomes a chunk they share. */
const DOORS = { extension: 'src/vscode/activate.ts', cli: 'src/cli/main.ts', mcp: 'src/mcp/main.ts' };
const PAGES = { 'webview/result': 'webview/result/main.ts', 'webview/status': 'webview/status/main.ts' };

/**
 * Builds all doors at once, so that a module is in one file of a process and no more: the seals above all. esbuild splits
 * only ES modules, and the editor's host loads CommonJS faster, so each file is turned into that afterwards.
 */
export async function buildDoors(outdir, { minify = true } = {}) {
  const { outputFiles, metafile } = await build({
    entryPoints: DOORS,
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    outdir,
    format: 'esm',
    outExtension: { '.js': '.cjs' },
    chunkNames: 'chunks/[name]-[hash]',
    platform: 'node',
    target: 'node20',
    external: ['vscode'],
    define: { SLUICE_VERSION: JSON.stringify(version) },
    logLevel: 'warning',
  });
  const common = { format: 'cjs', platform: 'node', target: 'node20', supported: { 'dynamic-import': false }, minify };
  for (const { path, text } of outputFiles) {
    const { code } = await transform(text, common);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, path.endsWith('cli.cjs') ? `#!/usr/bin/env node\n${code}` : code);
  }
  chmodSync(join(outdir, 'cli.cjs'), 0o755);
  return metafile;
}

/**
 * The hook once more, in one file with no more than it needs: an agent waits for its start at every command. Nothing else is
 * ever loaded into its process.
 */
export async function buildHook(outdir, { minify = true } = {}) {
  const { metafile } = await build({
    entryPoints: { hook: 'src/hook/main.ts' },
    bundle: true,
    metafile: true,
    outdir,
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    platform: 'node',
    target: 'node20',
    define: { SLUICE_VERSION: JSON.stringify(version) },
    logLevel: 'warning',
    minify,
  });
  return metafile;
}

const buildPages = minify =>
  build({
    entryPoints: PAGES,
    bundle: true,
    metafile: true,
    outdir: 'dist',
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    loader: { '.ttf': 'file' },
    assetNames: 'webview/[name]',
    logLevel: 'warning',
    minify,
  });

/**
 * The page of the MCP App: one document with all that it needs in it. Clients show it where nothing else can be loaded. Its
 * policy names the one script and the one sheet by what is in them.
 */
export async function buildApp(outdir, { minify = true } = {}) {
  const { outputFiles } = await build({
    entryPoints: { app: 'webview/mcp-app/main.ts' },
    bundle: true,
    write: false,
    outdir,
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    define: { SLUICE_VERSION: JSON.stringify(version) },
    logLevel: 'warning',
    minify,
  });
  const file = ending => outputFiles.find(({ path }) => path.endsWith(ending)).text;
  // No text in it may open a comment of HTML, in which the end of the script is not seen.
  const script = file('.js').replaceAll('<!--', '\\x3C!--');
  const styles = file('.css');
  const hash = text => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(styles)}; base-uri 'none'; form-action 'none'`;
  const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sluice</title>
<style>${styles}</style>
</head>
<body class="vscode-light">
<div id="app"></div>
<script>${script}</script>
</body>
</html>
`;
  mkdirSync(join(outdir, 'webview'), { recursive: true });
  writeFileSync(join(outdir, 'webview', 'mcp-app.html'), html);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const minify = !process.argv.includes('--development');
  // Their names change with what is in them.
  rmSync('dist/chunks', { recursive: true, force: true });
  const [doors] = await Promise.all([
    buildDoors('dist', { minify }),
    buildHook('dist', { minify }),
    buildPages(minify),
    buildApp('dist', { minify }),
  ]);
  writeFileSync('dist/doors.json', JSON.stringify(doors));
}
