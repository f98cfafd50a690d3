import { basename } from 'node:path';
import {
  type Disposable,
  EventEmitter,
  MarkdownString,
  ThemeColor,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  TreeItemCollapsibleState,
  window,
} from 'vscode';
import type { Core } from '../../core/core.ts';
import { type Panel, type PanelState, stateOf } from '../../core/panels/panel.ts';
import { isAgents } from '../../core/panels/readers.ts';
import { ORIGINS, PANEL_STATES, TEXT } from '../text.ts';
import { type AgentsNode, isAgentsNode, type PanelNode, panelNodes, readerName, readerNames } from './panel-nodes.ts';

const STATE_ICONS: Readonly<Record<PanelState, { readonly icon: string; readonly color?: string }>> = {
  fresh: { icon: 'pass', color: 'testing.iconPassed' },
  stale: { icon: 'circle-outline' },
  refreshing: { icon: 'sync' },
  failed: { icon: 'error', color: 'list.errorForeground' },
  'rate-limited': { icon: 'watch', color: 'list.warningForeground' },
  paused: { icon: 'debug-pause' },
};

type ForDisplay = (text: string) => string;

/** The list of open panels beside the status view. */
export function createPanelsTree({ panels: { panels }, forDisplay }: Core): Disposable {
  const change = new EventEmitter<PanelNode | undefined>();
  const provider: TreeDataProvider<PanelNode> = {
    onDidChangeTreeData: change.event,
    getChildren(node) {
      if (node === undefined) return [...panelNodes(panels.list())];
      return isAgentsNode(node) ? [...node.panels] : [];
    },
    getTreeItem: node =>
      isAgentsNode(node) ? agentsItem(node, forDisplay) : itemOf(panels.find(node.id) ?? node, forDisplay),
  };
  const view = window.createTreeView('sluice.panels', { treeDataProvider: provider });
  const shown = new Map<string, string>();
  const unlisten = panels.listen(({ type, panel }) => {
    const state = type === 'closed' ? '' : `${stateOf(panel)} ${panel.readers[0]?.at}`;
    // A result that came in without a change of state shows nothing new here.
    if (type === 'updated' && shown.get(panel.id) === state) return;
    shown.set(panel.id, state);
    change.fire(undefined);
  });
  return {
    dispose() {
      unlisten();
      view.dispose();
      change.dispose();
    },
  };
}

function agentsItem({ panels }: AgentsNode, forDisplay: ForDisplay): TreeItem {
  const names = readerNames(panels, forDisplay).join(', ');
  const item = new TreeItem(TEXT.panels.agents, TreeItemCollapsibleState.Expanded);
  item.id = 'agents';
  item.description = `${panels.length} · ${names}`;
  item.iconPath = new ThemeIcon('hubot');
  item.contextValue = 'agents';
  item.tooltip = TEXT.panels.aboutAgents;
  item.accessibilityInformation = { label: `${TEXT.panels.agents}, ${panels.length}, ${names}` };
  return item;
}

function itemOf(panel: Panel, forDisplay: ForDisplay): TreeItem {
  const { id, uid, name, command, repository, refreshed, failure, readers } = panel;
  const state = stateOf(panel);
  const [reader] = isAgents(panel) ? readers : [];
  const facts = reader ? [readerName(reader, forDisplay), clockTime(reader.at)] : [PANEL_STATES[state]];
  const { icon, color } = STATE_ICONS[state];
  const item = new TreeItem(forDisplay(name));
  item.id = uid;
  item.description = [id, ...facts].join(' · ');
  item.iconPath = new ThemeIcon(icon, color === undefined ? undefined : new ThemeColor(color));
  item.contextValue = `panel.${state}`;
  item.accessibilityInformation = {
    label: [id, forDisplay(command.canonical), PANEL_STATES[state], ...(reader ? facts : [])].join(', '),
  };
  item.command = { command: 'sluice.openPanel', title: TEXT.panels.open, arguments: [id] };
  const programs = readers.filter(({ origin }) => origin !== 'palette' && origin !== 'view');
  const about = [
    TEXT.panels.inRepository(basename(repository)),
    refreshed === undefined ? TEXT.panels.notRunYet : TEXT.panels.refreshedAt(new Date(refreshed).toLocaleTimeString()),
    ...programs.map(({ origin, name: claim = '', at }) =>
      TEXT.panels.readBy(forDisplay(claim), ORIGINS[origin], new Date(at).toLocaleTimeString()),
    ),
    ...(failure ? [forDisplay(failure.message)] : []),
  ];
  // A code block shows a command as it is, whatever Markdown is in it.
  item.tooltip = new MarkdownString()
    .appendCodeblock(forDisplay(command.canonical), 'shellscript')
    .appendText(about.join('\n'));
  return item;
}

/** A time of the last hour, which needs no row to be drawn again as it passes. */
const clockTime = (at: number): string => new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
