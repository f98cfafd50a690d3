import type { Program } from '../command/command.ts';
import { programOf } from '../command/parse.ts';
import { panelKey, panelName } from './identity.ts';
import type { SavedPanel } from './panels.ts';

/** The content of `panels/<uid>.json`; neither output nor ETags, which would outlive what they were true of. */
export interface PanelFile {
  readonly panel_type: PanelType;
  readonly panel_id?: string | undefined;
  readonly name: string;
  readonly result_command: string;
  readonly result_command_hash: string;
  readonly repository: string;
  readonly created: string;
}

type PanelType = keyof typeof PROGRAMS;

const PROGRAMS = { git_result: 'git', github_result: 'gh' } as const satisfies Record<string, Program>;

/** The fields that are used again; name and hash follow from them, and so cannot contradict them. */
export interface PanelFields {
  readonly id?: string | undefined;
  readonly program: Program;
  readonly command: string;
  readonly repository: string | undefined;
  readonly created: number | undefined;
}

export type Decoded =
  | { readonly kind: 'panel'; readonly fields: PanelFields }
  /** Another kind of panel, perhaps of a newer version: not ours to judge. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'corrupt'; readonly why: string };

/** The text of a panel's file. */
export function encodePanel({ id, command, repository, created }: SavedPanel): string {
  const { program, canonical } = command;
  const file: PanelFile = {
    panel_type: program === 'git' ? 'git_result' : 'github_result',
    panel_id: id,
    name: panelName(canonical),
    result_command: canonical,
    result_command_hash: panelKey(repository, canonical),
    repository,
    created: new Date(created).toISOString(),
  };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

/** Reads a panel's file, whatever bytes are in it. */
export function decodePanel(bytes: Uint8Array): Decoded {
  const value = jsonIn(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { kind: 'corrupt', why: 'it holds no JSON object' };
  }
  const file = value as Record<keyof PanelFile, unknown>;
  const { panel_type: type, panel_id: id, result_command: command, repository, created } = file;
  const named = typeof type === 'string';
  if (named && !Object.hasOwn(PROGRAMS, type)) return { kind: 'foreign' };
  if (typeof command !== 'string') return { kind: 'corrupt', why: 'it holds no result_command' };
  const time = typeof created === 'string' ? Date.parse(created) : Number.NaN;
  const fields = {
    id: typeof id === 'string' ? id : undefined,
    program: named ? PROGRAMS[type as PanelType] : programOf(command),
    command,
    repository: typeof repository === 'string' ? repository : undefined,
    created: Number.isNaN(time) ? undefined : time,
  };
  return { kind: 'panel', fields };
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
