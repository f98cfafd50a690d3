import * as z from 'zod/mini';
import { ACTIONS, CHANGE_ACTIONS, CONFLICT_SIDES, EMPTY_REASONS, HUNK_SIDES, KINDS } from './status-vocabulary.ts';

/** Messages from the status view's page to the host. */

const path = z.string().check(z.minLength(1), z.maxLength(8192));

const button = z.object({
  type: z.enum(['ready', 'pick-base', 'clear-base', 'open-log', 'run-command', 'more-room', 'open-pull']),
});
const ofFile = z.object({ type: z.enum(['open-diff', 'open-file', 'expand']), path });
/** The host looks the command up by these two names: no page can bring one of its own. */
const operate = z.object({ type: z.literal('operate'), kind: z.enum(KINDS), action: z.enum(ACTIONS) });
/** The files of a row, by the paths that the status has; the host looks them up and makes the command. */
const change = z.object({
  type: z.literal('change'),
  action: z.enum(CHANGE_ACTIONS),
  paths: z.array(path).check(z.minLength(1), z.maxLength(100_000)),
  /** The folder that holds these files and nothing else, '' for all there are; null when a filter leaves some out. */
  folder: z.nullable(z.string().check(z.maxLength(8192))),
});
/** A hunk of a diff that the host sent: the host makes the patch from what it sent, not from what the page has. */
const hunk = z.object({
  type: z.literal('hunk'),
  action: z.enum(CHANGE_ACTIONS),
  path,
  diff: z.int(),
  side: z.enum(HUNK_SIDES),
  hunk: z.int().check(z.minimum(0)),
});
/** Takes one side of a file that is in conflict, as a whole; the host asks the person. */
const resolve = z.object({ type: z.literal('resolve'), path, take: z.enum(CONFLICT_SIDES) });
const select = z.object({ type: z.literal('select'), root: z.string() });
const toggle = z.object({ type: z.literal('toggle'), setting: z.enum(['showDiffs', 'showLogs']), on: z.boolean() });
const commit = z.object({ type: z.literal('commit'), id: z.string().check(z.regex(/^[0-9a-f]{4,64}$/)) });
/** The one button of an empty state. */
const help = z.object({ type: z.literal('help'), reason: z.enum(EMPTY_REASONS) });
const failed = z.object({ type: z.literal('failed'), message: z.string().check(z.maxLength(4000)) });

export const fromStatusPage = z.union([
  button,
  ofFile,
  operate,
  change,
  hunk,
  resolve,
  select,
  toggle,
  commit,
  help,
  failed,
]);

export type FromStatusPage = z.infer<typeof fromStatusPage>;
