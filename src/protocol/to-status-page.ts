import * as z from 'zod/mini';
import {
  ACTIONS,
  type CHANGE_ACTIONS,
  type CONFLICT_SIDES,
  EMPTY_REASONS,
  HUNK_SIDES,
  KINDS,
} from './status-vocabulary.ts';

/**
 * Messages from the host to the status view's page; from-status-page.ts has those from the page. Both sides parse what arrives, and
 * neither loads the schemas that only the other needs.
 */

const count = z.nullable(z.number());

const file = z.object({
  path: z.string(),
  originalPath: z.nullable(z.string()),
  type: z.enum(['Modified', 'Added', 'Untracked', 'Deleted', 'Renamed', 'Conflicted']),
  /** The letters of `git status --short`, `.` for unchanged. */
  staged: z.string(),
  unstaged: z.string(),
  submodule: z.nullable(z.object({ commitChanged: z.boolean(), modified: z.boolean(), untracked: z.boolean() })),
  /** Null while they are not counted, and for files that are binary or too large. */
  added: count,
  removed: count,
  net: count,
  /** Another one whenever the file may have another content. */
  version: z.number(),
});

const operation = z.object({
  kind: z.enum(KINDS),
  progress: z.nullable(z.readonly(z.object({ step: z.number(), of: z.number() }))),
  /** What is merged, rebased or picked, and onto what, where git says so. */
  names: z.readonly(z.object({ from: z.nullable(z.string()), onto: z.nullable(z.string()) })),
  /** The ways to go on with it or end it, in the order to offer them. */
  actions: z.readonly(z.array(z.enum(ACTIONS))),
});

const empty = z.object({
  type: z.literal('empty'),
  reason: z.enum(EMPTY_REASONS),
  /** Git's message, for `failed`; the folder, for the others. */
  detail: z.string(),
});

/** The host's `RepositoryStatus`, beside what the view shows around it. */
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
  operations: z.readonly(z.array(operation)),
  files: z.readonly(z.array(file)),
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
  notices: z.readonly(z.array(z.string())),
});

/** True while the repository is being scanned. */
const busy = z.object({ type: z.literal('busy'), busy: z.boolean() });

/** A file's diff that was asked for; without parts when it could not be had, and then `notice` says why. */
const diff = z.object({
  type: z.literal('diff'),
  root: z.string(),
  path: z.string(),
  /** Tells this answer from the one before it. */
  id: z.number(),
  /** A half of the file's changes each, or all of them where nothing can be done by the hunk. */
  parts: z.readonly(z.array(z.readonly(z.object({ text: z.string(), side: z.nullable(z.enum(HUNK_SIDES)) })))),
  notice: z.nullable(z.string()),
});

/** The open pull request of the branch that is shown, as GitHub tells of it; null when there is none. */
const pull = z.object({
  type: z.literal('pull'),
  root: z.string(),
  branch: z.string(),
  pull: z.nullable(
    z.object({
      number: z.int(),
      title: z.string(),
      isDraft: z.boolean(),
      checks: z.object({
        passed: z.int(),
        failed: z.object({ names: z.array(z.string()), count: z.int() }),
        running: z.int(),
        skipped: z.int(),
      }),
    }),
  ),
});

export const toStatusPage = z.discriminatedUnion('type', [empty, status, busy, diff, pull]);

export type ToStatusPage = z.infer<typeof toStatusPage>;
export type StatusMessage = z.infer<typeof status>;
export type StatusFile = z.infer<typeof file>;
export type PullMessage = z.infer<typeof pull>;
export type DiffMessage = z.infer<typeof diff>;
export type HunkSide = (typeof HUNK_SIDES)[number];
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];
export type ConflictSide = (typeof CONFLICT_SIDES)[number];
export type EmptyReason = (typeof EMPTY_REASONS)[number];
export type { FromStatusPage } from './from-status-page.ts';
