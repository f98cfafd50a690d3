import * as z from 'zod/mini';

/** The part of a command's impact that a question shows. What is compared before a run stays with the process that asks. */

/** How many of anything are listed. */
export const MOST_ITEMS = 200;
/** A path, the subject of a commit, a sentence: longer ones are cut before they are sent. */
export const LONGEST_LINE = 2000;
/** A patch to look at; a longer one is not sent. */
export const LONGEST_PATCH = 200_000;

const count = z.int().check(z.minimum(0));
const line = z.string().check(z.maxLength(LONGEST_LINE));
const object = z.string().check(z.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/));
/** From the root of the work tree and inside it: the window reads what is there. */
const path = line.check(
  z.minLength(1),
  z.refine(text => !/^(?:[\\/]|[A-Za-z]:)|\0/.test(text) && !text.split(/[\\/]/).includes('..')),
);

const listOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item).check(z.maxLength(MOST_ITEMS)), total: count, inFolders: count });

const lines = listOf(line);
const commits = listOf(z.object({ oid: line, subject: line }));
const goes = z.nullable(z.enum(['replaced', 'removed']));

const preview = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('trees'), from: z.nullable(object), to: object }),
  z.object({ kind: z.literal('index'), from: z.nullable(object), goes }),
  z.object({
    kind: z.literal('patch'),
    text: z.string().check(z.maxLength(LONGEST_PATCH)),
    /** A staged commit that the window can look up itself. */
    staged: z.optional(
      z.object({
        sandbox: line.check(z.regex(/^[a-z0-9][a-z0-9-]*$/)),
        commit: line.check(z.regex(/^[0-9a-f-]{36}$/)),
      }),
    ),
  }),
  z.object({
    kind: z.literal('worktree'),
    from: z.nullable(object),
    paths: z.array(path).check(z.maxLength(MOST_ITEMS)),
    goes,
  }),
  z.object({
    kind: z.literal('contents'),
    files: z
      .array(z.object({ path, text: z.nullable(z.string().check(z.maxLength(LONGEST_PATCH))) }))
      .check(z.maxLength(MOST_ITEMS)),
    patch: z.string().check(z.maxLength(LONGEST_PATCH)),
  }),
]);

export const shownImpact = z.object({
  sentences: z.array(line).check(z.maxLength(MOST_ITEMS)),
  refused: z.boolean(),
  lost: lines,
  conflicts: lines,
  unreachable: commits,
  leaving: commits,
  commits,
  files: lines,
  renames: z.array(z.object({ from: line, to: line })).check(z.maxLength(MOST_ITEMS)),
  remote: z
    .array(z.object({ remote: line, ref: line, from: z.nullable(line), to: z.nullable(line), forced: z.boolean() }))
    .check(z.maxLength(MOST_ITEMS)),
  addresses: z.array(line).check(z.maxLength(MOST_ITEMS)),
  /** Harm on GitHub to look at twice, in a few words each. */
  harms: z.array(line).check(z.maxLength(MOST_ITEMS)),
  preview: z.nullable(preview),
  unknown: z.nullable(line),
  rewrites: z.boolean(),
  fetchFirst: z.nullable(line),
});

export const shownPreview = preview;

export type ShownImpact = z.infer<typeof shownImpact>;
