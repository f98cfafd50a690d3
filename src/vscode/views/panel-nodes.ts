import { agentPanels } from '../../core/panels/agent-panels.ts';
import type { Panel } from '../../core/panels/panel.ts';
import { isAgents, type Reader } from '../../core/panels/readers.ts';
import { ORIGINS } from '../text.ts';

/** A row of the list of panels: a panel, or the group of those that only agents look at. */
export type PanelNode = Panel | AgentsNode;

export interface AgentsNode {
  readonly kind: 'agents';
  /** The last read first. */
  readonly panels: readonly Panel[];
}

export const isAgentsNode = (node: PanelNode): node is AgentsNode => 'kind' in node;

/** The list of panels: those of the person as they were opened, then the group of those of agents. */
export function panelNodes(panels: readonly Panel[]): readonly PanelNode[] {
  const agents = agentPanels(panels);
  const own = panels.filter(panel => !isAgents(panel));
  return agents.length === 0 ? own : [...own, { kind: 'agents', panels: agents }];
}

const LONGEST_NAME = 24;

/** Who reads, as a row has room for: what a program calls itself, else its door. */
export function readerName({ origin, name = '' }: Reader, forDisplay: (text: string) => string): string {
  const shown = forDisplay(name).trim();
  if (shown === '') return ORIGINS[origin];
  return shown.length > LONGEST_NAME ? `${shown.slice(0, LONGEST_NAME - 1)}…` : shown;
}

/** Everybody who looks at these panels, by name, who looked last first. */
export function readerNames(panels: readonly Panel[], forDisplay: (text: string) => string): readonly string[] {
  const readers = panels.flatMap(({ readers }) => readers).sort((a, b) => b.at - a.at);
  return [...new Set(readers.map(reader => readerName(reader, forDisplay)))];
}
