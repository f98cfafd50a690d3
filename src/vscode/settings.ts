import { workspace } from 'vscode';
import * as z from 'zod/mini';

/** Every setting of ours; the defaults are those of package.json, and a value that does not fit falls back to them. */
const SETTINGS = {
  'git.path': z.string(),
  'timeouts.git': z.number(),
  'timeouts.transfer': z.number(),
  'reads.atOnce': z.number(),
  'redaction.patterns': z.array(z.string()),
  'confirmation.timeout': z.number(),
  'panels.column': z.enum(['active', 'beside']),
  'panels.wrap': z.boolean(),
  'status.untrackedLimit': z.number(),
  'status.checkInterval': z.number(),
  'history.size': z.number(),
} as const;

export type SettingName = keyof typeof SETTINGS;
export const settingNames = Object.keys(SETTINGS) as readonly SettingName[];

/** A setting as it is now. */
export function setting<Name extends SettingName>(name: Name): z.infer<(typeof SETTINGS)[Name]> {
  const section = workspace.getConfiguration('sluice');
  const read = SETTINGS[name].safeParse(section.get(name));
  const value = read.success ? read.data : section.inspect(name)?.defaultValue;
  return value as z.infer<(typeof SETTINGS)[Name]>;
}

/** Calls `changed` when one of these settings has another value. */
export function onSetting(names: readonly SettingName[], changed: () => void) {
  return workspace.onDidChangeConfiguration(event => {
    if (names.some(name => event.affectsConfiguration(`sluice.${name}`))) changed();
  });
}
