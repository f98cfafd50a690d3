import { existsSync, readFileSync, statSync } from 'node:fs';
import { printTable } from './table.ts';

/** What is shipped, in bytes. */
export function benchSizes(): void {
  const sizes = Object.entries<number>(JSON.parse(readFileSync('dist/sizes.json', 'utf8')));
  const shipped = sizes.map(([name, bytes]) => [name, bytes] as const);
  const vsix = 'dist/sluice.vsix';
  const rows = [...shipped, ...(existsSync(vsix) ? [[vsix, statSync(vsix).size] as const] : [])];
  printTable(
    'Sizes of the bundles',
    ['file', 'size', 'bar'],
    rows.map(([name, bytes]) => [
      name,
      `${(bytes / 1024).toFixed(0)} KiB`,
      name.endsWith('extension.cjs') ? '1 MiB' : '',
    ]),
  );
}
