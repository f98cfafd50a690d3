import * as z from 'zod/mini';

/** What the host and the status view's page say to each other; both sides parse what arrives. */

const count = z.nullable(z.number());

const file = z.object({
  path: z.string(),
  originalPath: z.nullable(z.string()),
  type: z.enum(['Modified', 'Added', 'Untracked', 'Deleted', 'Renamed', 'Conflicted']),
  /** The letters of `git status --short`, `.` for unchanged. */
  staged: z.string(),
  unstaged: z.string(),
  submodule: z.boolean(),
  /** Null while they are not counted, for binary and for untracked files. */
  added: count,
  removed: count,
  net: count,
  /** Another one whenever the file may have another content. */
  stamp: z.number(),
});

const kind = z.enum(['rebase', 'am', 'merge', 'cherry-pick', 'revert', 'bisect']);
const action = z.enum(['continue', 'skip', 'good', 'bad', 'abort']);

const operation = z.object({
  kind,
  progress: z.nullable(z.object({ step: z.number(), of: z.number() })),
  /** What can be done about it, in the order to offer it. */
  actions: z.array(action),
});

/** Why there is no status, and what each can be helped by. */
const EMPTY = ['no-folder', 'no-repository', 'no-git', 'untrusted', 'bare', 'failed'] as const;

const empty = z.object({
  type: z.literal('empty'),
  reason: z.enum(EMPTY),
  /** What git said, for `failed`; the folder, for the others. */
  detail: z.string(),
});

const status = z.object({
  type: z.literal('status'),
  /** All repositories of the window; the page offers a choice when there are several. */
  repositories: z.array(z.object({ root: z.string(), name: z.string() })),
  root: z.string(),
  /** Null when HEAD is detached. */
  branch: z.nullable(z.string()),
  /** Null before the first commit. */
  oid: z.nullable(z.string()),
  upstream: z.nullable(z.string()),
  ahead: count,
  behind: count,
  stashes: z.number(),
  operations: z.array(operation),
  files: z.array(file),
  /** Untracked files that are not listed because there are too many. */
  untrackedOmitted: z.number(),
  /** False while lines are still being counted. */
  counted: z.boolean(),
  /** Null for HEAD. */
  diffBase: z.nullable(z.string()),
  showDiffs: z.boolean(),
  showLogs: z.boolean(),
  logArgs: z.string(),
  /** Null when it is not shown or not there yet. */
  log: z.nullable(z.string()),
  /** Things the person should know, such as records that could not be read. */
  notices: z.array(z.string()),
});

/** True while a look at the repository is under way. */
const busy = z.object({ type: z.literal('busy'), busy: z.boolean() });

/** A file's diff that was asked for; null when it could not be had, and then `notice` says why. */
const diff = z.object({
  type: z.literal('diff'),
  root: z.string(),
  path: z.string(),
  text: z.nullable(z.string()),
  notice: z.nullable(z.string()),
});

export const toStatusPage = z.discriminatedUnion('type', [empty, status, busy, diff]);

const path = z.string().check(z.minLength(1), z.maxLength(8192));

const button = z.object({
  type: z.enum(['ready', 'pick-base', 'clear-base', 'open-log', 'run-command']),
});
const ofFile = z.object({ type: z.enum(['open-diff', 'open-file', 'expand']), path });
/** The host looks the command up by these two names: no page can bring one of its own. */
const operate = z.object({ type: z.literal('operate'), kind, action });
const select = z.object({ type: z.literal('select'), root: z.string() });
const toggle = z.object({ type: z.literal('toggle'), setting: z.enum(['showDiffs', 'showLogs']), on: z.boolean() });
const commit = z.object({ type: z.literal('commit'), id: z.string().check(z.regex(/^[0-9a-f]{4,64}$/)) });
/** The one button of an empty state. */
const help = z.object({ type: z.literal('help'), reason: z.enum(EMPTY) });
const failed = z.object({ type: z.literal('failed'), message: z.string().check(z.maxLength(4000)) });

export const fromStatusPage = z.union([button, ofFile, operate, select, toggle, commit, help, failed]);

export type ToStatusPage = z.infer<typeof toStatusPage>;
export type FromStatusPage = z.infer<typeof fromStatusPage>;
export type StatusMessage = z.infer<typeof status>;
export type StatusFile = z.infer<typeof file>;
export type EmptyReason = (typeof EMPTY)[number];
