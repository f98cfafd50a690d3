import { workspace } from 'vscode';

/** Every setting of ours, as package.json has it with its default. */
export interface EditorSettings {
  readonly 'git.path': string;
  readonly 'gh.path': string;
  readonly 'github.hosts': readonly string[];
  readonly 'github.accounts': Readonly<Record<string, unknown>>;
  readonly 'github.statusBar': 'attention' | 'always';
  readonly 'github.useEditorSession': boolean;
  readonly 'github.useTokenOfGh': boolean;
  readonly 'timeouts.gh': number;
  readonly 'timeouts.git': number;
  readonly 'timeouts.transfer': number;
  readonly 'reads.atOnce': number;
  readonly 'redaction.patterns': readonly string[];
  readonly 'confirmation.timeout': number;
  readonly 'gate.radiusTimeout': number;
  readonly 'journal.foreignChanges': boolean;
  readonly 'journal.keepDays': number;
  readonly 'journal.keepEntries': number;
  readonly 'journal.keepMegabytes': number;
  readonly 'journal.mostMegabytes': number;
  readonly 'panels.column': 'active' | 'beside';
  readonly 'panels.preview': boolean;
  readonly 'panels.keepAgents': number;
  readonly 'panels.wrap': boolean;
  readonly 'repositories.scanDepth': number;
  readonly 'repositories.ignoredFolders': readonly string[];
  readonly 'status.followEditor': boolean;
  readonly 'status.untrackedLimit': number;
  readonly 'status.checkInterval': number;
  readonly 'github.hideOutsiders': boolean;
  readonly 'github.savedPanels': readonly unknown[];
  readonly 'history.size': number;
  readonly 'walkthrough.openOnFirstRun': boolean;
  readonly policy: readonly unknown[];
  readonly windowLink: boolean;
  readonly 'tools.git': boolean;
  readonly 'tools.github': boolean;
  readonly 'tools.panels': boolean;
  readonly 'tools.conflicts': boolean;
  readonly 'tools.sandbox': boolean;
  readonly 'sandbox.askBeforePull': boolean;
  readonly 'sandbox.branchTemplate': string;
  readonly 'sandbox.defaultTarget': string;
  readonly 'sandbox.maxMegabytes': number;
  readonly 'sandbox.pullPaths': readonly string[];
  readonly 'sandbox.updateCheckedOutBranch': boolean;
  readonly 'chat.confirmTools': boolean;
  readonly 'chat.openPanels': boolean;
  readonly 'chat.skill': boolean;
  readonly 'mcp.provide': boolean;
}

/** A setting as it is now; a value of another kind than the default, which a file can hold, counts as the default. */
export function setting<Name extends keyof EditorSettings>(name: Name): EditorSettings[Name] {
  const section = workspace.getConfiguration('sluice');
  const value = section.get<EditorSettings[Name]>(name);
  const fallback = section.inspect<EditorSettings[Name]>(name)?.defaultValue;
  const isEmpty = Array.isArray(fallback) && Array.isArray(value) && value.length === 0;
  return (isEmpty || kindOf(value) === kindOf(fallback) ? value : fallback) as EditorSettings[Name];
}

/** A list is one of words, or of something else. */
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
