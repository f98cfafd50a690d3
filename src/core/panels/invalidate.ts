import type { MutatingCommand } from '../command/command.ts';
import type { Dependency, Effect } from '../command/verdict.ts';
import type { Panel } from './panel.ts';

/** A part of the world that can change. */
export type Facet = Exclude<Dependency, 'nothing'>;

export interface Change {
  /** The root of the repository; linked worktrees and submodules have roots, and so changes, of their own. */
  readonly repository: string;
  readonly touched: ReadonlySet<Facet>;
  /** True when the repository's status view is out of date too. */
  readonly p6: boolean;
}

/** What a repository has to itself. */
export const LOCAL = ['refs', 'index', 'worktree', 'config'] as const satisfies readonly Facet[];
/** No repository has these to itself: another clone may show the same. */
const SHARED = ['remote', 'github'] as const satisfies readonly Facet[];

const writesHere: readonly Effect[] = ['writes-repo', 'writes-files', 'runs-program'];
const goesOut: readonly Effect[] = ['network', 'writes-remote', 'runs-program'];

/** A change that was seen on disk or at a remote. */
export function changeOf(repository: string, touched: readonly Facet[]): Change {
  return { repository, touched: new Set(touched), p6: LOCAL.some(facet => touched.includes(facet)) };
}

/** What a mutating command makes out of date, also when it failed: it may have failed half-way. */
export function changeBy({ program, verdict }: MutatingCommand, repository: string): Change {
  const does = (effects: readonly Effect[]) => verdict.effects.some(effect => effects.includes(effect));
  const local = program === 'git' || does(writesHere);
  const shared = program === 'gh' || does(goesOut);
  return { repository, touched: new Set([...(local ? LOCAL : []), ...(shared ? SHARED : [])]), p6: true };
}

/** The panels whose output a change can have touched. */
export function touchedPanels(panels: readonly Panel[], change: Change): readonly Panel[] {
  const { repository, touched } = change;
  const here = (panel: Panel, facet: Facet) =>
    panel.repository === repository || (SHARED as readonly Facet[]).includes(facet);
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
  return live.freshness === 'stale' && !live.paused;
}

/** True when a panel is to be run again now: hidden ones wait. */
export function isDue(panel: Panel): boolean {
  return panel.live.visible && isDueWhenRead(panel);
}
