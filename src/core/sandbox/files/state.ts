import * as z from 'zod/mini';

const name = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const mode = z.enum(['100644', '100755']);
const size = z.int().check(z.minimum(0));
const stored = z.strictObject({ sha256: name, size, mode });
const file = z.strictObject({ sha256: name, size, mode, modified: z.number() });
const oid = z.string().check(z.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/));
const source = z.strictObject({ repository: z.string(), ref: z.string(), commit: oid });

const staged = z.strictObject({
  id: z.uuid(),
  message: z.string(),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  files: z.array(
    z.strictObject({
      path: z.string(),
      operation: z.enum(['create', 'update', 'delete']),
      /** Null for one that goes. */
      content: z.nullable(stored),
      /** The content that it takes the place of; null for a new file. */
      base: z.nullable(stored),
    }),
  ),
  /** Where the sandbox has come from when it was staged, the last one last. */
  sources: z.array(source),
  /** True since a pull has brought something else than what it was made from. */
  outdated: z.boolean(),
  /** What the person wrote who rejected it. */
  rejected: z.optional(z.string()),
});

/** One step of a sandbox: what it sets, by path or id, and what it takes away, which is null. */
export const change = z.strictObject({
  files: z.optional(z.array(z.tuple([z.string(), z.nullable(file)]))),
  bases: z.optional(z.array(z.tuple([z.string(), z.nullable(stored)]))),
  staged: z.optional(z.array(z.tuple([z.uuid(), z.nullable(staged)]))),
  /** Paths whose conflict is still to be resolved, and those that are. */
  unresolved: z.optional(z.array(z.tuple([z.string(), z.boolean()]))),
  sources: z.optional(z.array(source)),
});

export type Mode = z.infer<typeof mode>;
/** A content with its mode. */
export type Stored = z.infer<typeof stored>;
export type SandboxFile = z.infer<typeof file>;
/** The commit of a branch that was last pulled from there or pushed there. */
export type Source = z.infer<typeof source>;
export type StagedCommit = z.infer<typeof staged>;
export type StagedFile = StagedCommit['files'][number];
export type Change = z.infer<typeof change>;

/** All there is in a sandbox, by path and id. */
export interface State {
  readonly files: Map<string, SandboxFile>;
  /** What was there when a file was pulled or pushed last. */
  readonly bases: Map<string, Stored>;
  readonly staged: Map<string, StagedCommit>;
  readonly unresolved: Set<string>;
  /** One for each branch, the last one last. */
  sources: readonly Source[];
}

export const newState = (): State => ({
  files: new Map(),
  bases: new Map(),
  staged: new Map(),
  unresolved: new Set(),
  sources: [],
});

export function applyChange(state: State, { files, bases, staged: commits, unresolved, sources = [] }: Change): void {
  set(state.files, files);
  set(state.bases, bases);
  set(state.staged, commits);
  for (const [path, is] of unresolved ?? []) {
    if (is) state.unresolved.add(path);
    else state.unresolved.delete(path);
  }
  for (const each of sources) state.sources = [...state.sources.filter(other => !isSameBranch(each, other)), each];
}

/** The one change that makes a state from nothing. */
export const wholeChange = (state: State): Change => ({
  files: [...state.files],
  bases: [...state.bases],
  staged: [...state.staged],
  unresolved: [...state.unresolved].map(path => [path, true]),
  sources: [...state.sources],
});

export const isSameBranch = (one: Omit<Source, 'commit'>, other: Omit<Source, 'commit'>): boolean =>
  one.repository === other.repository && one.ref === other.ref;

export const isSameContent = (one: Stored | null | undefined, other: Stored | null | undefined): boolean =>
  one?.sha256 === other?.sha256 && one?.mode === other?.mode;

/** Every content that the state needs, with its size. */
export function contentsOf({ files, bases, staged: commits }: State): Map<string, number> {
  const all = new Map<string, number>();
  const add = (each: Stored | null) => void (each && all.set(each.sha256, each.size));
  for (const each of [...files.values(), ...bases.values()]) add(each);
  for (const { files: some } of commits.values())
    for (const { content, base } of some) {
      add(content);
      add(base);
    }
  return all;
}

function set<T>(map: Map<string, T>, entries: readonly (readonly [string, T | null])[] = []): void {
  for (const [key, value] of entries) {
    if (value === null) map.delete(key);
    else map.set(key, value);
  }
}
