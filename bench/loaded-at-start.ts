import type { Metafile } from 'esbuild';

/** The files a door loads before anything is asked of it: itself and the chunks it imports, not those it imports later. */
export function loadedAtStart({ outputs }: Metafile, door: string): string[] {
  const files = new Set<string>();
  const visit = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    for (const { path, kind, external } of outputs[file]?.imports ?? [])
      if (kind === 'import-statement' && !external) visit(path);
  };
  visit(door);
  return [...files];
}
