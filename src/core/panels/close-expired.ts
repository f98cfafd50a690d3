import { agentPanels } from './agent-panels.ts';
import type { Panel } from './panel.ts';
import type { Panels } from './panels.ts';
import { lastRead } from './readers.ts';

const UNREAD_MS = 60 * 60 * 1000;
/** What is in use when its time is over is looked at again so much later. */
const AGAIN_MS = 60_000;

/** Panels of agents that are to be closed: nobody read them for an hour, or there are more than `keep` that were read since. */
export const expiredPanels = (panels: readonly Panel[], now: number, keep: number): readonly Panel[] =>
  agentPanels(panels).filter((panel, at) => !isInUse(panel) && (at >= keep || now - lastRead(panel) >= UNREAD_MS));

const isInUse = ({ live }: Panel): boolean => live.visible || live.freshness === 'refreshing';

export interface ExpiryOptions {
  readonly panels: Pick<Panels, 'list' | 'listen'>;
  readonly close: (id: string) => Promise<void>;
  /** How many panels of agents are kept. */
  readonly keep: () => number;
  readonly now: () => number;
  readonly reportError: (error: unknown) => void;
}

/** Closes what agents are done with; there is a timer only while they have panels. The returned function stops it. */
export function closeExpired({ panels, close, keep, now, reportError }: ExpiryOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    for (const { id } of expiredPanels(panels.list(), now(), keep())) close(id).catch(reportError);
  };
  const plan = () => {
    const oldest = agentPanels(panels.list()).at(-1);
    if (oldest === undefined) clearTimeout(timer);
    if (timer !== undefined && oldest !== undefined) return;
    timer = oldest && setTimeout(again, Math.max(AGAIN_MS, lastRead(oldest) + UNREAD_MS - now()));
    // No process stays alive for it.
    timer?.unref();
  };
  const again = () => {
    timer = undefined;
    look();
    plan();
  };
  const unlisten = panels.listen(({ type }) => {
    // Once everybody has heard of the new one.
    if (type === 'created') queueMicrotask(look);
    plan();
  });
  look();
  plan();
  return () => {
    unlisten();
    clearTimeout(timer);
  };
}
