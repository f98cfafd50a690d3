import { ConfigurationTarget, workspace } from 'vscode';
import { setting } from '../settings.ts';

/** A panel that a person wants at hand: a label and a gh command, in which `{branch}` is the branch that is checked out. */
export interface SavedPanel {
  readonly label: string;
  readonly command: string;
}

/** A saved panel at its place in the list. */
export interface SavedPanelNode extends SavedPanel {
  readonly at: number;
}

/** The saved panels as the settings have them now, without entries that are none. */
export const savedPanels = (): readonly SavedPanel[] => setting('github.savedPanels').filter(isSavedPanel);

/** Settings are written by hand too. */
function isSavedPanel(entry: unknown): entry is SavedPanel {
  if (typeof entry !== 'object' || entry === null) return false;
  const { label, command } = entry as Partial<Record<keyof SavedPanel, unknown>>;
  return typeof label === 'string' && label.trim() !== '' && typeof command === 'string';
}

/** Writes them where they are set now: for a person's own list in their settings, for a workspace's in those of the workspace. */
export async function writeSavedPanels(panels: readonly SavedPanel[]): Promise<void> {
  const section = workspace.getConfiguration('sluice');
  const isWorkspaces = section.inspect('github.savedPanels')?.workspaceValue !== undefined;
  const target = isWorkspaces ? ConfigurationTarget.Workspace : ConfigurationTarget.Global;
  await section.update('github.savedPanels', panels, target);
}

/** The list with the entry at a place moved one up or down; as it is at either end. */
export function moved<T>(list: readonly T[], from: number, step: -1 | 1): readonly T[] {
  const entry = list[from];
  const to = from + step;
  if (entry === undefined || to < 0 || to >= list.length) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, entry);
}
