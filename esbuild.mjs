import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

/** One bundle for each door and each page; `npm run build` makes them all. */
const common = { bundle: true, logLevel: 'warning', metafile: true, outdir: 'dist' };
const production = !process.argv.includes('--development');
const node = { ...common, platform: 'node', target: 'node20' };

/** What the extension loads when it is first used, each in a file of its own: parsing it would delay the activation. */
const LATER = {
  gate: 'src/vscode/gate/gate-room.ts',
  processes: 'execa',
  'from-result': 'src/protocol/from-result-page.ts',
  'from-status': 'src/protocol/from-status-page.ts',
};
const later = {
  name: 'later',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^execa$|protocol\/from-[\w-]+\.ts$|gate\/gate-room\.ts$/ }, ({ path, kind }) => {
      if (kind !== 'dynamic-import') return undefined;
      const [name] = Object.entries(LATER).find(([, source]) => source.endsWith(path.replace(/^[./]+/, '')));
      return { path: `./${name}.cjs`, external: true };
    }),
};
/** What the gate issues the runner spends: they must mean the same approvals, though their bundles are two. */
const SHARED = { seals: 'src/core/seals.ts' };
const shared = {
  name: 'shared',
  setup: ({ onResolve }) => onResolve({ filter: /\/seals\.ts$/ }, () => ({ path: './seals.cjs', external: true })),
};
/** The command tables, a third of the code: loaded by the first call of one of these. */
const TABLES = {
  judgeGit: './src/core/command/git/judge-git.ts',
  judgeGh: './src/core/command/gh/judge-gh.ts',
  complete: './src/core/command/complete.ts',
};
const tables = {
  name: 'tables',
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /^\.\/tables\.cjs$/ }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /command\/(?:git\/judge-git|gh\/judge-gh|complete)\.ts$/ }, ({ path }) => {
      const [name] = Object.entries(TABLES).find(([, source]) => path.replaceAll('\\', '/').endsWith(source.slice(1)));
      return { contents: `export const ${name} = (...given) => require('./tables.cjs').${name}(...given);` };
    });
  },
};
const allTables = Object.entries(TABLES).map(([name, source]) => `export { ${name} } from '${source}';`);

const { gate, ...alone } = LATER;

// The package is of type module, and the editor's host loads CommonJS fastest.
const commonJs = { ...node, format: 'cjs', outExtension: { '.js': '.cjs' }, minify: production };

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
    ...commonJs,
    entryPoints: { extension: 'src/vscode/activate.ts' },
    external: ['vscode'],
    plugins: [later, shared, tables],
  }),
  build({ ...commonJs, entryPoints: { gate }, external: ['vscode'], plugins: [later, shared, tables] }),
  build({ ...commonJs, entryPoints: { ...SHARED, ...alone } }),
  build({
    ...commonJs,
    outdir: undefined,
    outExtension: undefined,
    stdin: { contents: allTables.join('\n'), resolveDir: '.' },
    outfile: 'dist/tables.cjs',
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
