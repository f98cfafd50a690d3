import * as z from 'zod/mini';
import { LONGEST_LINE, shownImpact } from './shown-impact.ts';

/**
 * Frames from a process without an editor to a window, a line of JSON each; from-window.ts has those from the window. A
 * process puts questions and takes them back. There is no frame by which it could answer one, read an output or run anything.
 */

/** The version of both directions: a window and a process that differ in it have nothing to say to each other. */
export const PROTOCOL = 2;

/** Of one frame, in bytes. */
export const LARGEST_FRAME = 1 << 20;

/** A command is never cut: who says yes has seen the end of it. One that is longer is asked about elsewhere. */
const LONGEST_COMMAND = 100_000;

/** Doors that have no editor of their own. A window never takes the word of another process that a person asks. */
export const LINKED_ORIGINS = ['mcp', 'cli'] as const;

const EFFECTS = [
  'network',
  'writes-repo',
  'writes-files',
  'writes-remote',
  'runs-program',
  'opens-ui',
  'interactive',
  'long-running',
  'reveals-secret',
  'reads-outside',
] as const;

const line = z.string().check(z.maxLength(LONGEST_LINE));
const command = z.string().check(z.minLength(1), z.maxLength(LONGEST_COMMAND));
const id = z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER));
const hex = (bytes: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`)));

/** The first frame, as every version can read it. */
export const opening = z.object({ type: z.literal('hello'), protocol: z.int() });

/** The first frame of a process of the same version. */
export const hello = z.object({
  type: z.literal('hello'),
  protocol: z.literal(PROTOCOL),
  version: z.string().check(z.maxLength(100)),
  process: z.object({ pid: z.int().check(z.minimum(1)), started: z.nullable(z.string().check(z.maxLength(100))) }),
  /** Made up for this connection: the window proves by it that it has the same key. */
  nonce: hex(16),
  proof: hex(32),
});

const asked = {
  id,
  repository: z.string().check(z.minLength(1), z.maxLength(4096)),
  origin: z.enum(LINKED_ORIGINS),
  /** How the client calls itself: a claim. */
  name: z.nullable(z.string().check(z.maxLength(100))),
  note: z.nullable(line),
};

const ask = z.object({
  type: z.literal('ask'),
  ...asked,
  kind: z.enum(['command', 'undo', 'write-files', 'push', 'pull']),
  text: command,
  subject: command,
  effects: z.array(z.enum(EFFECTS)).check(z.maxLength(EFFECTS.length)),
  risk: z.enum(['local', 'remote', 'destructive']),
  reason: line,
  programs: z.array(z.object({ starts: z.enum(['now', 'later']), text: command })).check(z.maxLength(20)),
  recovery: line,
  editable: z.boolean(),
});

const askPlan = z.object({
  type: z.literal('ask-plan'),
  ...asked,
  steps: z
    .array(
      z.object({
        text: command,
        class: z.enum(['read-only', 'mutating', 'refused']),
        effects: z.array(z.enum(EFFECTS)).check(z.maxLength(EFFECTS.length)),
        risk: z.enum(['none', 'local', 'remote', 'destructive']),
        reason: line,
        /** False for a step that only reads, of which no impact comes. */
        writes: z.boolean(),
      }),
    )
    .check(z.minLength(1), z.maxLength(50)),
});

/** What a command would do, as far as it is known; the last one says so. */
const impact = z.object({
  type: z.literal('impact'),
  id,
  /** Which step of a plan, from 0; null for a command. */
  step: z.nullable(z.int().check(z.minimum(0), z.maximum(49))),
  whole: z.boolean(),
  impact: shownImpact,
  /** What a snapshot is too small for. */
  unsaved: z.nullable(line),
});

/** The commands that an allowance would cover, in the process that asks. */
const shape = z.object({ type: z.literal('shape'), id, summary: z.nullable(line) });

/** Nobody waits for the answer any more. */
const withdraw = z.object({ type: z.literal('withdraw'), id });

const ping = z.object({ type: z.literal('ping') });

export const toWindow = z.discriminatedUnion('type', [ask, askPlan, impact, shape, withdraw, ping]);

export type Hello = z.infer<typeof hello>;
export type ToWindow = z.infer<typeof toWindow>;
export type AskFrame = z.infer<typeof ask>;
export type AskPlanFrame = z.infer<typeof askPlan>;
export type ImpactFrame = z.infer<typeof impact>;
