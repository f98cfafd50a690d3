import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

/** One bundle for each door and each page; `npm run build` makes them all. */
const common = { bundle: true, logLevel: 'warning', metafile: true, outdir: 'dist' };
const production = !process.argv.includes('--development');
const node = { ...common, platform: 'node', target: 'node20' };

const builds = await Promise.all([
  build({
    ...node,
    entryPoints: { cli: 'src/cli/main.ts' },
    format: 'esm',
    banner: {
      js: "#!/usr/bin/env node\nimport { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
    },
  }),
  build({
    ...node,
    entryPoints: { extension: 'src/extension.ts' },
    format: 'cjs',
    // The package is of type module, and the editor's host loads CommonJS fastest.
    outExtension: { '.js': '.cjs' },
    external: ['vscode'],
    minify: production,
  }),
  build({
    ...common,
    entryPoints: { 'webview/result': 'webview/result/main.ts', 'webview/status': 'webview/status/main.ts' },
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    loader: { '.ttf': 'file' },
    assetNames: 'webview/[name]',
    minify: production,
  }),
]);
chmodSync('dist/cli.js', 0o755);

// What the size test and the benchmark read.
mkdirSync('dist', { recursive: true });
const outputs = builds.flatMap(({ metafile }) => Object.entries(metafile.outputs));
writeFileSync(
  'dist/sizes.json',
  `${JSON.stringify(Object.fromEntries(outputs.map(([name, { bytes }]) => [name, bytes])), undefined, 2)}\n`,
);
