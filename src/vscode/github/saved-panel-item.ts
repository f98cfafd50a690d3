import { MarkdownString, ThemeIcon, TreeItem } from 'vscode';
import { TEXT } from '../text.ts';
import { type SavedPanelNode, savedPanels } from './saved-panels.ts';

/** Icons by the group of the command. */
const ICONS: Readonly<Record<string, string>> = {
  issue: 'issues',
  pr: 'git-pull-request',
  release: 'tag',
  run: 'play-circle',
  search: 'search',
};

export const savedPanelNodes = (): SavedPanelNode[] => savedPanels().map((panel, at) => ({ ...panel, at }));

/** The row of a saved panel: a click opens it. */
export function savedPanelItem(node: SavedPanelNode, forDisplay: (text: string) => string): TreeItem {
  const { label, command } = node;
  const [, group = ''] = command.split(' ');
  const item = new TreeItem(forDisplay(label));
  item.description = forDisplay(command);
  item.iconPath = new ThemeIcon((Object.hasOwn(ICONS, group) && ICONS[group]) || 'github');
  item.contextValue = 'saved';
  item.command = { command: 'sluice.openSavedPanel', title: TEXT.panels.open, arguments: [node] };
  item.tooltip = new MarkdownString().appendCodeblock(forDisplay(command), 'shellscript');
  return item;
}
