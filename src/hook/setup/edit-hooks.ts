import * as z from 'zod/mini';
import { ownerOf } from './signed-entry.ts';

/** What is to become of a file with hooks. */
export type HooksEdit =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'write'; readonly text: string }
  /** Somebody edited our entry: it is theirs now. */
  | { readonly kind: 'edited'; readonly found: object }
  /** It is no JSON, or not in the form that the client reads. */
  | { readonly kind: 'unreadable' };

/** What is to become of a file of a client, with hooks or with a skill. */
export type FileEdit = HooksEdit | { readonly kind: 'edited'; readonly found: string } | { readonly kind: 'remove' };

export interface HooksPlace {
  readonly event: string;
  readonly start: Readonly<Record<string, unknown>>;
}

const settings = z.looseObject({ hooks: z.optional(z.record(z.string(), z.array(z.unknown()))) });
type Settings = z.infer<typeof settings>;

/** Puts an entry of ours into a file, in the place of one that we wrote before; undefined takes ours out. */
export function editHooks(
  text: string | undefined,
  entry: object | undefined,
  { event, start }: HooksPlace,
): HooksEdit {
  const read = readSettings(text, start);
  if (read === undefined) return { kind: 'unreadable' };
  const entries = read.hooks?.[event] ?? [];
  const edited = entries.find(each => ownerOf(each) === 'edited');
  if (edited !== undefined && edited !== null) return { kind: 'edited', found: edited };
  const at = entries.findIndex(each => ownerOf(each) === 'ours');
  const others = entries.filter(each => ownerOf(each) === 'other');
  if (entry === undefined) return at === -1 ? { kind: 'unchanged' } : writing(text, withEntries(read, event, others));
  const isThere = others.length === entries.length - 1 && JSON.stringify(entries[at]) === JSON.stringify(entry);
  if (isThere) return { kind: 'unchanged' };
  const place = at === -1 ? others.length : at;
  return writing(text, withEntries(read, event, others.toSpliced(place, 0, entry)));
}

/** Whose the entries for an event in a file are. */
export function ownersIn(
  text: string | undefined,
  { event, start }: HooksPlace,
): readonly ReturnType<typeof ownerOf>[] {
  return readSettings(text, start)?.hooks?.[event]?.map(ownerOf) ?? [];
}

function readSettings(text: string | undefined, start: HooksPlace['start']): Settings | undefined {
  if (text === undefined || text.trim() === '') return settings.parse(start);
  try {
    const read = settings.safeParse(JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

/** Without the list, and without what held it, where nothing is left in it. */
function withEntries({ hooks = {}, ...rest }: Settings, event: string, entries: readonly unknown[]): object {
  const { [event]: _, ...others } = hooks;
  // In the place it had, so that a diff shows only what changed.
  const changed = event in hooks ? { ...hooks, [event]: entries } : { ...others, [event]: entries };
  const left = entries.length > 0 ? changed : others;
  return Object.keys(left).length > 0 ? { ...rest, hooks: left } : rest;
}

const writing = (before: string | undefined, after: object): HooksEdit => ({
  kind: 'write',
  text: `${JSON.stringify(after, undefined, indentOf(before))}\n`,
});

const indentOf = (text: string | undefined): string => /^\s*\{\s*?\n([ \t]+)/.exec(text ?? '')?.[1] ?? '  ';
