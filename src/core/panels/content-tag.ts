import { createHash } from 'node:crypto';
import type { Panel } from './panel.ts';
import { timeText } from './panel-notices.ts';

const LENGTH = 6;

/** A short name for what a panel shows: the same as long as that is, whatever runs were made for it. */
export function contentTag({ result, failure }: Panel): string {
  const { stdout = '', exitCode = null, notes = [], spill } = result ?? {};
  // Of what was spilled only the two ends are here: another run may differ in between.
  const parts = [stdout, String(exitCode), failure?.message ?? '', spill?.stdout ?? '', ...notes];
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:${part}`);
  return hash.digest('hex').slice(0, LENGTH);
}

/** The answer to one who still has this output; undefined when the panel shows another, or may be out of date. */
export function unchangedText(panel: Panel, known: string): string | undefined {
  if (panel.live.freshness !== 'fresh' || known !== contentTag(panel)) return undefined;
  const since = panel.changed === undefined ? '' : ` since ${timeText(panel.changed)}`;
  return `Unchanged${since}: ${panel.id} — ${panel.command.canonical} (output ${known})`;
}
