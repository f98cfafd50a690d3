import { workspace } from 'vscode';

/** Every setting of ours, as package.json has it with its default. */
export interface EditorSettings {
  readonly 'git.path': string;
  readonly 'timeouts.git': number;
  readonly 'timeouts.transfer': number;
  readonly 'reads.atOnce': number;
  readonly 'redaction.patterns': readonly string[];
  readonly 'confirmation.timeout': number;
  readonly 'gate.radiusTimeout': number;
  readonly 'journal.keepDays': number;
  readonly 'journal.keepEntries': number;
  readonly 'journal.keepMegabytes': number;
  readonly 'journal.mostMegabytes': number;
  readonly 'panels.column': 'active' | 'beside';
  readonly 'panels.preview': boolean;
  readonly 'panels.wrap': boolean;
  readonly 'repositories.scanDepth': number;
  readonly 'repositories.ignoredFolders': readonly string[];
  readonly 'status.followEditor': boolean;
  readonly 'status.untrackedLimit': number;
  readonly 'status.checkInterval': number;
  readonly 'history.size': number;
  readonly 'walkthrough.openOnFirstRun': boolean;
}

/** A setting as it is now; a value of another kind than the default, which a file can hold, counts as the default. */
export function setting<Name extends keyof EditorSettings>(name: Name): EditorSettings[Name] {
  const section = workspace.getConfiguration('sluice');
  const value = section.get<EditorSettings[Name]>(name);
  const fallback = section.inspect<EditorSettings[Name]>(name)?.defaultValue;
  return (kindOf(value) === kindOf(fallback) ? value : fallback) as EditorSettings[Name];
}

/** Lists hold words only. */
function kindOf(value: unknown): string {
  if (!Array.isArray(value)) return typeof value;
  return value.every(each => typeof each === 'string') ? 'words' : 'list';
}

/** Calls `changed` when one of these settings has another value. */
export function onSetting(names: readonly (keyof EditorSettings)[], changed: () => void) {
  return workspace.onDidChangeConfiguration(event => {
    if (names.some(name => event.affectsConfiguration(`sluice.${name}`))) changed();
  });
}
