import type { Program } from '../command/command.ts';
import { programOf } from '../command/parse.ts';
import { isOrigin } from '../origin.ts';
import { PANEL_PROGRAMS, type PanelFile, type PanelType, type SavedReader } from './panel-file.ts';
import { type Reader, withReader } from './readers.ts';

/** The fields that are used again; name and hash follow from them, and so cannot contradict them. */
export interface PanelFields {
  readonly id?: string | undefined;
  readonly program: Program;
  readonly command: string;
  readonly repository: string | undefined;
  readonly created: number | undefined;
  readonly readers?: readonly Reader[] | undefined;
}

export type Decoded =
  | { readonly kind: 'panel'; readonly fields: PanelFields }
  /** Another kind of panel, perhaps of a newer version: not ours to judge. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'corrupt'; readonly why: string };

/** Reads a panel's file, whatever bytes are in it. */
export function decodePanel(bytes: Uint8Array): Decoded {
  const value = jsonIn(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { kind: 'corrupt', why: 'it holds no JSON object' };
  }
  const file = value as Record<keyof PanelFile, unknown>;
  const { panel_type: type, panel_id: id, result_command: command, repository, created, read_by: readers } = file;
  const named = typeof type === 'string';
  if (named && !Object.hasOwn(PANEL_PROGRAMS, type)) return { kind: 'foreign' };
  if (typeof command !== 'string') return { kind: 'corrupt', why: 'it holds no result_command' };
  const fields = {
    id: typeof id === 'string' ? id : undefined,
    program: named ? PANEL_PROGRAMS[type as PanelType] : programOf(command),
    command,
    repository: typeof repository === 'string' ? repository : undefined,
    created: timeIn(created),
    readers: Array.isArray(readers) ? readers.reduce(withSaved, []) : [],
  };
  return { kind: 'panel', fields };
}

/** The readers with one from a file; what is no reader is left out. */
function withSaved(readers: readonly Reader[], saved: unknown): readonly Reader[] {
  if (typeof saved !== 'object' || saved === null) return readers;
  const { origin, name, at } = saved as Record<keyof SavedReader, unknown>;
  const time = timeIn(at);
  if (!isOrigin(origin) || time === undefined) return readers;
  return withReader(readers, { origin, at: time, ...(typeof name === 'string' && { name }) });
}

function timeIn(text: unknown): number | undefined {
  const time = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
