import type { Program } from '../command/command.ts';
import type { Origin } from '../origin.ts';
import { panelKey, panelName } from './identity.ts';
import type { SavedPanel } from './panels.ts';
import type { Reader } from './readers.ts';

/** The content of `panels/<uid>.json`; neither output nor ETags, which would outlive what they were true of. */
export interface PanelFile {
  readonly panel_type: PanelType;
  readonly panel_id?: string | undefined;
  readonly name: string;
  readonly result_command: string;
  readonly result_command_hash: string;
  readonly repository: string;
  readonly created: string;
  readonly read_by?: readonly SavedReader[] | undefined;
}

export interface SavedReader {
  readonly origin: Origin;
  readonly name?: string | undefined;
  readonly at: string;
}

export type PanelType = keyof typeof PANEL_PROGRAMS;

export const PANEL_PROGRAMS = { git_result: 'git', github_result: 'gh' } as const satisfies Record<string, Program>;

/** The text of a panel's file. */
export function encodePanel({ id, command, repository, created, readers = [] }: SavedPanel): string {
  const { program, canonical } = command;
  const file: PanelFile = {
    panel_type: program === 'git' ? 'git_result' : 'github_result',
    panel_id: id,
    name: panelName(canonical),
    result_command: canonical,
    result_command_hash: panelKey(repository, canonical),
    repository,
    created: new Date(created).toISOString(),
    ...(readers.length > 0 && { read_by: readers.map(savedReader) }),
  };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

const savedReader = ({ origin, name, at }: Reader): SavedReader => ({
  origin,
  ...(name && { name }),
  at: new Date(at).toISOString(),
});
