import * as z from 'zod/mini';

/** Frames from a window to a process that asks, a line of JSON each; to-window.ts has those to the window. */

const id = z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER));
const reason = z.optional(z.string().check(z.maxLength(10_000)));
const command = z.string().check(z.minLength(1), z.maxLength(100_000));

/** Answers a hello of the same version, with the proof that this is the window of the registry. */
const hello = z.object({
  type: z.literal('hello'),
  proof: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});

/**
 * `version`: the connection is of no use. `closed`: the window closes while it asks, which is a no. The others are of one
 * question, which somebody else may take.
 */
const refused = z.object({
  type: z.literal('refused'),
  code: z.enum(['version', 'not-open', 'busy', 'failed', 'closed']),
  id: z.nullable(id),
});

/** The question waits for the person in this window. */
const shown = z.object({ type: z.literal('shown'), id });

const decision = z.object({
  type: z.literal('decision'),
  id,
  decision: z.discriminatedUnion('kind', [
    z.object({ kind: z.enum(['run', 'allow', 'fetch']) }),
    z.object({ kind: z.literal('edit'), text: command }),
    z.object({ kind: z.literal('declined'), reason }),
  ]),
});

const planDecision = z.object({
  type: z.literal('plan-decision'),
  id,
  decision: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('run') }),
    z.object({ kind: z.literal('change'), texts: z.array(command).check(z.maxLength(50)) }),
    z.object({ kind: z.literal('declined'), reason }),
  ]),
});

const pong = z.object({ type: z.literal('pong') });

export const fromWindow = z.discriminatedUnion('type', [hello, refused, shown, decision, planDecision, pong]);

export type FromWindow = z.infer<typeof fromWindow>;
