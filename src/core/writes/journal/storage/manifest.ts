import * as z from 'zod/mini';
import type { Entry } from './entry.ts';

const VERSION = 2;

const savedFile = z.object({
  mode: z.enum(['file', 'executable', 'link', 'folder']),
  oid: z.string(),
  permissions: z.optional(z.number()),
  clean: z.optional(z.literal(true)),
});

const files = z.record(z.string(), savedFile);

/** The same as a schema of a record would say, without a copy of each: there may be a hundred thousand files. */
const fileChanges = z.custom<Entry['files'][number]>(
  value => isRecord(value) && Object.values(value).every(isFileChange),
);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isFileChange = (change: unknown): boolean =>
  isRecord(change) && isSavedFile(change.before) && isSavedFile(change.after);

const MODES: ReadonlySet<unknown> = new Set(['file', 'executable', 'link', 'folder']);

const isSavedFile = (file: unknown): boolean =>
  file === null ||
  (isRecord(file) &&
    MODES.has(file.mode) &&
    typeof file.oid === 'string' &&
    (file.permissions === undefined || typeof file.permissions === 'number') &&
    (file.clean === undefined || file.clean === true));

const snapshot = z.object({
  gitDirectory: z.string(),
  commonDirectory: z.string(),
  workTree: z.string(),
  link: z.nullable(z.string()),
  head: z.string(),
  refs: z.record(z.string(), z.string()),
  refList: z.optional(z.string()),
  state: files,
  headLogBytes: z.optional(z.nullable(z.number())),
  indexMtimeMs: z.nullable(z.number()),
  indexDigest: z.nullable(z.string()),
  changed: z.nullable(z.record(z.string(), z.nullable(savedFile))),
  untracked: files,
  permissions: z.optional(
    z.object({
      file: z.number(),
      executable: z.number(),
      folder: z.number(),
      others: z.record(z.string(), z.number()),
    }),
  ),
  named: z.optional(z.record(z.string(), z.nullable(savedFile))),
  unsaved: z.optional(z.array(z.string())),
  unsavedFolders: z.optional(z.array(z.string())),
});

const words = z.array(z.string());

const writes = z.object({
  trees: words,
  commits: words,
  stashes: words,
  patches: words,
  paths: words,
  unfinished: z.boolean(),
  merges: z.boolean(),
  besideIndex: z.boolean(),
});

const scope = z.object({
  tracked: z.boolean(),
  indexOnly: z.optional(z.boolean()),
  leavesFiles: z.optional(z.boolean()),
  named: z.optional(
    z.array(z.object({ path: z.string(), kind: z.enum(['file', 'folder']), endings: z.optional(z.array(z.string())) })),
  ),
  // Earlier versions noted revisions.
  untracked: z.union([z.enum(['none', 'visible', 'ignored-files', 'ignored']), z.object({})]),
  unreachable: z.boolean(),
  reflogs: z.boolean(),
  administrative: z.optional(z.boolean()),
  resolutions: z.optional(z.boolean()),
  paths: words,
  writes: z.optional(z.nullable(writes)),
  whole: z.boolean(),
  gitDirectoryInode: z.optional(z.number()),
});

const moves = z.object({
  head: z.nullable(z.enum(['HEAD', 'branch'])),
  refs: words,
  config: z.boolean(),
  says: z.nullable(words),
  steps: z.nullable(z.number()),
  whole: z.boolean(),
  hooks: z.nullable(words),
});

const manifest = z.object({
  version: z.literal(VERSION),
  id: z.string(),
  group: z.nullable(z.string()),
  time: z.number(),
  origin: z.enum(['palette', 'view', 'chat', 'mcp', 'cli', 'agent', 'foreign']),
  checkpoint: z.optional(z.literal(true)),
  label: z.optional(z.string()),
  call: z.optional(z.string()),
  actor: z.optional(z.string()),
  command: z.string(),
  undoes: z.nullable(z.string()),
  inPart: z.optional(z.literal(true)),
  outcome: z.enum(['pending', 'ok', 'failed', 'interrupted']),
  moves: z.optional(moves),
  scopes: z.array(scope),
  begun: z.number(),
  writer: z.object({ host: z.string(), pid: z.number() }),
  before: z.array(snapshot),
  after: z.array(snapshot),
  kept: z.array(z.nullable(z.string())),
  storedBytes: z.number(),
  owned: z.array(z.string()),
  files: z.array(fileChanges),
  shared: z.optional(words),
  byOthers: z.optional(words),
  changes: words,
  reverts: words,
  sentTo: words,
  notSaved: words,
});

/** The manifest of an entry, to be sealed. */
export const manifestOf = (entry: Entry): string =>
  JSON.stringify({
    version: VERSION,
    ...entry,
    before: entry.before.map(each => (each.refList === undefined ? each : { ...each, refs: {} })),
  });

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
