import * as z from 'zod/mini';
import type { Entry } from './entry.ts';

const VERSION = 1;

const savedFile = z.object({
  mode: z.enum(['file', 'executable', 'link', 'folder']),
  oid: z.string(),
  permissions: z.optional(z.number()),
  clean: z.optional(z.literal(true)),
});

const files = z.record(z.string(), savedFile);

const snapshot = z.object({
  gitDirectory: z.string(),
  commonDirectory: z.string(),
  workTree: z.string(),
  link: z.nullable(z.string()),
  head: z.string(),
  refs: z.record(z.string(), z.string()),
  state: files,
  indexMtimeMs: z.nullable(z.number()),
  indexDigest: z.nullable(z.string()),
  changed: z.nullable(z.record(z.string(), z.nullable(savedFile))),
  untracked: files,
});

const scope = z.object({
  tracked: z.boolean(),
  untracked: z.union([z.enum(['none', 'visible', 'ignored']), z.object({ inTheWayOf: z.array(z.string()) })]),
  unreachable: z.boolean(),
  reflogs: z.boolean(),
  paths: z.array(z.string()),
  whole: z.boolean(),
});

const words = z.array(z.string());

const manifest = z.object({
  version: z.literal(VERSION),
  id: z.string(),
  group: z.nullable(z.string()),
  time: z.number(),
  origin: z.enum(['palette', 'view', 'chat', 'mcp', 'cli']),
  command: z.string(),
  undoes: z.nullable(z.string()),
  outcome: z.enum(['pending', 'ok', 'failed', 'interrupted']),
  scopes: z.array(scope),
  begun: z.number(),
  writer: z.object({ host: z.string(), pid: z.number() }),
  before: z.array(snapshot),
  after: z.array(snapshot),
  files: z.array(z.record(z.string(), z.object({ before: z.nullable(savedFile), after: z.nullable(savedFile) }))),
  changes: words,
  reverts: words,
  sentTo: words,
  notSaved: words,
});

export const writeEntry = (entry: Entry): string => JSON.stringify({ version: VERSION, ...entry });

/** Undefined for what is no entry, or one of another version of Sluice. */
export function parseEntry(text: string): Entry | undefined {
  try {
    const { success, data } = manifest.safeParse(JSON.parse(text));
    return success ? (data as unknown as Entry) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
