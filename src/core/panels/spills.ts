import { rm } from 'node:fs/promises';
import type { Panel } from './panel.ts';
import type { Panels } from './panels.ts';

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
