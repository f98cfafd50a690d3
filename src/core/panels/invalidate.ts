import { type Change, type Facet, SHARED_FACETS } from '../change.ts';
import type { Panel } from './panel.ts';

/** The panels whose output a change can have touched. */
export function touchedPanels(panels: readonly Panel[], change: Change): readonly Panel[] {
  const { repository, touched } = change;
  const here = (panel: Panel, facet: Facet) =>
    panel.repository === repository || (SHARED_FACETS as readonly Facet[]).includes(facet);
  return panels.filter(
    panel =>
      panel.command.verdict.dependsOn.some(facet => facet !== 'nothing' && touched.has(facet) && here(panel, facet)) ||
      // By -C it may look into a submodule, whose refs and index are work tree to the repository around it.
      (panel.command.hardening.cwd !== '' && touched.has('worktree') && here(panel, 'worktree')),
  );
}

/** True for output that can never change: once there, it is not run for again. */
export function isConstant({ command, result }: Panel): boolean {
  return result?.ok === true && command.verdict.dependsOn.every(facet => facet === 'nothing');
}

/** True when a panel is to be run again as soon as someone looks at it or reads it. */
export function isDueWhenRead({ live }: Panel): boolean {
  return live.freshness === 'stale' && !live.paused && live.limitedUntil === undefined;
}

/** True when a panel is to be run again now: hidden ones wait. */
export function isDue(panel: Panel): boolean {
  return panel.live.visible && isDueWhenRead(panel);
}
