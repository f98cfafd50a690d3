import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { ClientName } from './clients.ts';

/** An event of a client that asks nothing: a session begins, or a call of its shell has ended. */
export type AgentEvent =
  | { readonly kind: 'session'; readonly cwd: string | undefined }
  | { readonly kind: 'after'; readonly call: string };

/** What these events are called in the settings of a client, and in what it sends. */
export interface EventNames {
  readonly session: string;
  readonly after: string;
}

/** Clients that have such events. Cursor tells of the end of a call only what it printed, so that no call is known again by it. */
export const EVENTS: Readonly<Partial<Record<ClientName, EventNames>>> = {
  claude: { session: 'SessionStart', after: 'PostToolUse' },
  codex: { session: 'SessionStart', after: 'PostToolUse' },
  gemini: { session: 'SessionStart', after: 'AfterTool' },
  vscode: { session: 'SessionStart', after: 'PostToolUse' },
};

const text = z.string();
const event = z.looseObject({
  hook_event_name: text,
  session_id: z.optional(text),
  cwd: z.optional(text),
  source: z.optional(text),
  tool_use_id: z.optional(text),
  tool_input: z.optional(z.unknown()),
});

/** Undefined for an input that is a question, which the client's own row hears. */
export function agentEvent(client: ClientName, input: unknown): AgentEvent | undefined {
  const names = EVENTS[client];
  const known = event.safeParse(input);
  if (names === undefined || !known.success) return undefined;
  const { hook_event_name: name, cwd } = known.data;
  if (name === names.session) return { kind: 'session', cwd };
  return name === names.after ? { kind: 'after', call: callOf(client, input) } : undefined;
}

/** The name of a call, by which its end is known for its own: the same before and after it. */
export function callOf(client: ClientName, input: unknown): string {
  const known = event.safeParse(input);
  const { session_id = '', tool_use_id, tool_input } = known.success ? known.data : { tool_input: input };
  const which = tool_use_id ?? JSON.stringify(tool_input);
  return createHash('sha256').update([client, session_id, which].join('\0')).digest('hex').slice(0, 24);
}

/** Whether a line that nobody could judge may run git or gh: then what is there is saved before it. */
export const mentionsGit = (line: string): boolean => /\b(?:git|gh)\b/i.test(line);
