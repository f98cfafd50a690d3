import { workspace } from 'vscode';
import type { PolicySetting } from '../core/writes/policy/sources.ts';
import type { EditorSettings } from './settings.ts';

const NAME: keyof EditorSettings = 'policy';

/** The rules of a person and of a workspace, each list by itself: neither takes the place of the other. */
export function policySettings(): readonly PolicySetting[] {
  const found = workspace.getConfiguration('sluice').inspect(NAME);
  return [
    { source: 'your settings', rules: found?.globalValue },
    { source: 'the settings of the workspace', rules: found?.workspaceValue },
    { source: 'the settings of the folder', rules: found?.workspaceFolderValue },
  ].filter(({ rules }) => rules !== undefined);
}
