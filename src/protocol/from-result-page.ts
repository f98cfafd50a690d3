import * as z from 'zod/mini';

/** Messages from the page of a result panel to the host. */

/** A `url` opens as a panel where it stands for something of GitHub that a panel can show, a `web` always outside. */
const LINKS = ['commit', 'path', 'issue', 'user', 'run', 'job', 'log', 'url', 'web'] as const;

const link = z.object({
  type: z.literal('link'),
  kind: z.enum(LINKS),
  value: z.string().check(z.minLength(1), z.maxLength(4096)),
  line: z.optional(z.int().check(z.positive())),
});

const button = z.object({
  type: z.enum(['ready', 'refresh', 'pause', 'resume', 'open-text', 'open-full', 'export', 'keep', 'close']),
});

const copy = z.object({ type: z.literal('copy'), text: z.string() });

/** Commits, by full or short id as printed, of which a log shows more than git printed; at most 500 at once. */
const askCommits = z.object({
  type: z.literal('commits'),
  commits: z.array(z.string().check(z.regex(/^[0-9a-f]{4,64}$/))).check(z.maxLength(500)),
});

/** A command that a person typed in the header of a panel: judged while it is typed, run as any other when they say so. */
const typed = z.object({
  type: z.enum(['classify', 'run']),
  text: z.string().check(z.minLength(1), z.maxLength(10_000)),
});

/** Look for the filter in the full output, which only the host has. */
const search = z.object({ type: z.literal('search'), filter: z.string().check(z.minLength(1), z.maxLength(1000)) });

/** Something went wrong in the page, for the log. */
const failed = z.object({ type: z.literal('failed'), message: z.string().check(z.maxLength(4000)) });

export const fromResultPage = z.union([button, link, copy, askCommits, typed, search, failed]);

export type FromResultPage = z.infer<typeof fromResultPage>;
export type LinkKind = (typeof LINKS)[number];
