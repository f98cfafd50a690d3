import * as z from 'zod/mini';
import { ACTIONS, EMPTY_REASONS, KINDS } from './status-vocabulary.ts';

/** Messages from the status view's page to the host. */

const path = z.string().check(z.minLength(1), z.maxLength(8192));

const button = z.object({
  type: z.enum(['ready', 'pick-base', 'clear-base', 'open-log', 'run-command']),
});
const ofFile = z.object({ type: z.enum(['open-diff', 'open-file', 'expand']), path });
/** The host looks the command up by these two names: no page can bring one of its own. */
const operate = z.object({ type: z.literal('operate'), kind: z.enum(KINDS), action: z.enum(ACTIONS) });
const select = z.object({ type: z.literal('select'), root: z.string() });
const toggle = z.object({ type: z.literal('toggle'), setting: z.enum(['showDiffs', 'showLogs']), on: z.boolean() });
const commit = z.object({ type: z.literal('commit'), id: z.string().check(z.regex(/^[0-9a-f]{4,64}$/)) });
/** The one button of an empty state. */
const help = z.object({ type: z.literal('help'), reason: z.enum(EMPTY_REASONS) });
const failed = z.object({ type: z.literal('failed'), message: z.string().check(z.maxLength(4000)) });

export const fromStatusPage = z.union([button, ofFile, operate, select, toggle, commit, help, failed]);

export type FromStatusPage = z.infer<typeof fromStatusPage>;
