import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Panel } from './panel.ts';
import type { Panels } from './panels.ts';

const OLD_MS = 24 * 60 * 60 * 1000;

/** Removes the saved output of a panel once it shows another or is closed; the returned function stops that. */
export function removeReplacedSpills(panels: Panels, reportError: (error: unknown) => void): () => void {
  const held = new Map<string, readonly string[]>();
  return panels.listen(({ type, panel }) => {
    const now = type === 'closed' ? [] : filesOf(panel);
    const gone = (held.get(panel.id) ?? []).filter(file => !now.includes(file));
    held.set(panel.id, now);
    for (const file of gone) rm(file, { force: true }).catch(reportError);
  });
}

const filesOf = ({ result }: Panel): readonly string[] =>
  Object.values(result?.spill ?? {}).filter(file => file !== undefined);

/** Removes what a window that was killed left in the folder; another may be using the newer files. */
export async function removeOldSpills(folder: string, now: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const file = join(folder, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs > OLD_MS) await rm(file, { force: true });
  }
}
