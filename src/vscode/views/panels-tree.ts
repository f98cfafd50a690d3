import { basename } from 'node:path';
import {
  type Disposable,
  EventEmitter,
  MarkdownString,
  ThemeColor,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  window,
} from 'vscode';
import type { Core } from '../../core/core.ts';
import { type Panel, type PanelState, stateOf } from '../../core/panels/panel.ts';
import { PANEL_STATES, TEXT } from '../text.ts';

const STATE_ICONS: Readonly<Record<PanelState, { readonly icon: string; readonly color?: string }>> = {
  fresh: { icon: 'pass', color: 'testing.iconPassed' },
  stale: { icon: 'circle-outline' },
  refreshing: { icon: 'sync' },
  failed: { icon: 'error', color: 'list.errorForeground' },
  'rate-limited': { icon: 'watch', color: 'list.warningForeground' },
  paused: { icon: 'debug-pause' },
};

/** The list of open panels beside the status view. */
export function createPanelsTree({ panels: { panels }, forDisplay }: Core): Disposable {
  const change = new EventEmitter<Panel | undefined>();
  const provider: TreeDataProvider<Panel> = {
    onDidChangeTreeData: change.event,
    getChildren: panel => (panel === undefined ? [...panels.list()] : []),
    getTreeItem: panel => itemOf(panels.find(panel.id) ?? panel, forDisplay),
  };
  const view = window.createTreeView('sluice.panels', { treeDataProvider: provider });
  const states = new Map<string, string>();
  const unlisten = panels.listen(({ type, panel }) => {
    const state = type === 'closed' ? '' : stateOf(panel);
    // A result that came in without a change of state shows nothing new here.
    if (type === 'updated' && states.get(panel.id) === state) return;
    states.set(panel.id, state);
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

function itemOf(panel: Panel, forDisplay: (text: string) => string): TreeItem {
  const { id, uid, name, command, repository, refreshed, failure } = panel;
  const state = stateOf(panel);
  const { icon, color } = STATE_ICONS[state];
  const item = new TreeItem(forDisplay(name));
  item.id = uid;
  item.description = `${id} · ${PANEL_STATES[state]}`;
  item.iconPath = new ThemeIcon(icon, color === undefined ? undefined : new ThemeColor(color));
  item.contextValue = `panel.${state}`;
  item.accessibilityInformation = { label: `${id}, ${forDisplay(command.canonical)}, ${PANEL_STATES[state]}` };
  item.command = { command: 'sluice.openPanel', title: TEXT.panels.open, arguments: [id] };
  const about = [
    TEXT.panels.inRepository(basename(repository)),
    refreshed === undefined ? TEXT.panels.notRunYet : TEXT.panels.refreshedAt(new Date(refreshed).toLocaleTimeString()),
    ...(failure ? [forDisplay(failure.message)] : []),
  ];
  // A code block shows a command as it is, whatever Markdown is in it.
  item.tooltip = new MarkdownString()
    .appendCodeblock(forDisplay(command.canonical), 'shellscript')
    .appendText(about.join('\n'));
  return item;
}
