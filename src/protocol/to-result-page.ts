import * as z from 'zod/mini';

/**
 * Messages from the host to the page of a result panel; from-result-page.ts has the answers. Both sides parse what arrives,
 * and neither loads the schemas that only the other needs.
 */

const panel = z.object({
  type: z.literal('panel'),
  /** P8, P9, …. */
  id: z.string(),
  /** The panel's name on disk: all that the page keeps over a reload, besides how it is looked at. */
  uid: z.string(),
  program: z.enum(['git', 'gh']),
  /** The subcommand by its whole name, such as `log` or `pr view`, and the words after it: they choose the renderer. */
  subcommand: z.string(),
  args: z.array(z.string()),
  command: z.string(),
  /** The repository's name for people, and its root. */
  repository: z.string(),
  root: z.string(),
  state: z.enum(['fresh', 'stale', 'refreshing', 'failed', 'rate-limited', 'paused']),
  /** Null before the first run came to its end, and when no exit code was had. */
  exitCode: z.nullable(z.number()),
  durationMs: z.nullable(z.number()),
  /** True when something changed since the last run. */
  outOfDate: z.boolean(),
  /** Milliseconds since the epoch. */
  refreshed: z.nullable(z.number()),
  /** Until when GitHub accepts no requests for it; null when it does, and when that is not known. */
  limitedUntil: z.nullable(z.number()),
  /** What it shows that may have changed with nothing to tell of it, by GitHub's names. */
  mayLag: z.array(z.string()),
  /** Why the last run failed. */
  failure: z.nullable(z.string()),
  /** Sentences about how it was run that change what its output means. */
  notes: z.array(z.string()),
  /** What is missing from the output, and the line of it, from 0, that says so; null when it is all there. */
  gap: z.nullable(
    z.object({
      at: z.int(),
      bytes: z.int(),
      lines: z.int(),
      /** How many commits of a log; null when that is not known. */
      commits: z.nullable(z.int()),
    }),
  ),
  /** True when the whole output lies in a file that can be opened. */
  hasFullOutput: z.boolean(),
  wrap: z.boolean(),
  /** True while the next command may take the tab. */
  preview: z.boolean(),
});

/** The output, redacted and capped; sent only when it changed. */
const content = z.object({ type: z.literal('content'), text: z.string() });

/** A command of the palette, for the panel that is in front. */
const act = z.object({
  type: z.literal('act'),
  action: z.enum(['filter', 'toggle-wrap', 'toggle-text', 'toggle-side-by-side', 'fold-all', 'unfold-all', 'copy']),
});

/** Answers a page's `commits`: parents by their full ids, the time in milliseconds since the epoch. */
const commits = z.object({
  type: z.literal('commits'),
  commits: z.array(z.object({ id: z.string(), parents: z.array(z.string()), author: z.string(), time: z.number() })),
});

/** The branches and tags of the repository by the full id of the commit they point at; sent beside a log. */
const refs = z.object({
  type: z.literal('refs'),
  refs: z.array(z.object({ id: z.string(), kind: z.enum(['head', 'branch', 'remote', 'tag']), name: z.string() })),
});

/** What a pull request is like beyond what gh prints of it; null when GitHub did not answer. Sent beside `gh pr view`. */
const pull = z.object({
  type: z.literal('pull'),
  facts: z.nullable(
    z.object({
      head: z.string(),
      base: z.string(),
      /** True when its author may not push to the repository. */
      byOutsider: z.boolean(),
      checks: z.object({
        passed: z.int(),
        /** The first of them by name, and how many there are. */
        failed: z.object({ names: z.array(z.string()), count: z.int() }),
        running: z.int(),
        skipped: z.int(),
      }),
      /** How many checks more there are than were looked at. */
      moreChecks: z.int(),
      /** Null where the repository requires no review; who said what is among gh's own fields. */
      decision: z.nullable(z.enum(['approved', 'changes-requested', 'review-required'])),
      /** GitHub finds out when it is asked, so that it may lag. */
      mergeable: z.enum(['yes', 'conflicts', 'unknown']),
    }),
  ),
});

/** Answers a page's `classify`: what would become of the text as a command. */
const verdict = z.object({
  type: z.literal('verdict'),
  text: z.string(),
  verdict: z.enum(['read-only', 'mutating', 'refused', 'invalid']),
  reason: z.string(),
});

/** The picture that the output is, after that output; of few kinds, of which a drawing is shown as a picture only. */
const image = z.object({
  type: z.literal('image'),
  mime: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml']),
  /** In base64. */
  data: z.string().check(z.regex(/^[A-Za-z0-9+/]+=*$/), z.maxLength(6_000_000)),
});

/** The page's text is on the clipboard. */
const copied = z.object({ type: z.literal('copied') });

/** Answers a page's `search` of the full output. */
const found = z.object({
  type: z.literal('found'),
  filter: z.string(),
  hits: z.array(z.object({ line: z.int(), text: z.string() })),
  /** True when there may be more. */
  more: z.boolean(),
  problem: z.nullable(z.string()),
});

export const toResultPage = z.discriminatedUnion('type', [
  panel,
  content,
  act,
  commits,
  refs,
  pull,
  verdict,
  image,
  copied,
  found,
]);

export type ToResultPage = z.infer<typeof toResultPage>;
export type PanelHead = z.infer<typeof panel>;
export type { FromResultPage, LinkKind } from './from-result-page.ts';
