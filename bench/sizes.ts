import { existsSync, readFileSync, statSync } from 'node:fs';
import type { Metafile } from 'esbuild';
import { loadedAtStart } from './loaded-at-start.ts';
import { printTable } from './table.ts';

const PAGES = ['result.js', 'result.css', 'status.js', 'status.css', 'mcp-app.html'].map(
  name => `dist/webview/${name}`,
);

/** The sizes of what is shipped and of what is loaded before anything is asked for. */
export function benchSizes(): void {
  const doors = JSON.parse(readFileSync('dist/doors.json', 'utf8')) as Metafile;
  const size = (files: readonly string[]) => files.reduce((sum, file) => sum + statSync(file).size, 0);
  const vsix = 'dist/sluice.vsix';
  const rows: readonly (readonly [name: string, bytes: number, bar: string])[] = [
    ['extension, loaded at start', size(loadedAtStart(doors, 'dist/extension.cjs')), '150 KiB'],
    ['command line, loaded at start', size(loadedAtStart(doors, 'dist/cli.cjs')), ''],
    ['all doors and their chunks', size(Object.keys(doors.outputs)), '1 MiB'],
    ...PAGES.map(file => [file, statSync(file).size, ''] as const),
    ...(existsSync(vsix) ? [[vsix, statSync(vsix).size, ''] as const] : []),
  ];
  printTable(
    'Sizes of the bundles',
    ['what', 'size', 'bar'],
    rows.map(([name, bytes, bar]) => [name, `${(bytes / 1024).toFixed(0)} KiB`, bar]),
  );
}
