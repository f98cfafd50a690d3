import type { Panel } from './panel.ts';
import { isAgents, lastRead } from './readers.ts';

/** The panels that only agents look at, the last read first. */
export const agentPanels = (panels: readonly Panel[]): readonly Panel[] =>
  panels.filter(isAgents).sort((a, b) => lastRead(b) - lastRead(a));
