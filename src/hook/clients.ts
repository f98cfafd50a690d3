import * as z from 'zod/mini';
import type { Decision } from './decide.ts';
import { TEXT } from './text.ts';

/** The call of a tool as a client tells of it. */
export interface ClientCall {
  readonly line: string;
  /** Undefined where the client does not say it. */
  readonly cwd: string | undefined;
  /** What the tool was given, with the line under `field`. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly field: string;
}

/** What came on standard input: a shell call, a call of another tool, or nothing that we know. */
export type Heard = ClientCall | 'other-tool' | 'unknown';

/** The hooks of one client: how it asks, and what it understands. */
export interface Client {
  readonly hear: (input: unknown) => Heard;
  /** The object to print; undefined for no opinion. */
  readonly answer: (decision: Decision, call: ClientCall, guard: string) => object | undefined;
  /** True where a line that the person is asked about runs as it was written. */
  readonly runsAsked?: boolean;
  /** A message for the person that decides nothing; on standard error without it. */
  readonly tell?: (message: string) => object;
}

const text = z.string();
const shellInput = z.looseObject({ command: text });
const eventOf = (name: string) =>
  z.looseObject({ hook_event_name: z.literal(name), tool_name: text, cwd: z.optional(text) });

/** The form that Claude Code began and most took over. */
const hearSnakeCase =
  (event: string, tools: readonly string[]) =>
  (input: unknown): Heard => {
    const known = eventOf(event).safeParse(input);
    if (!known.success) return 'unknown';
    const { tool_name: tool, cwd, tool_input: given } = known.data;
    if (!tools.includes(tool)) return 'other-tool';
    const shell = shellInput.safeParse(given);
    return shell.success ? { line: shell.data.command, cwd, input: shell.data, field: 'command' } : 'unknown';
  };

const changedInput = ({ input, field }: ClientCall, line: string) => ({ ...input, [field]: line });

type Said = {
  readonly decision?: 'allow' | 'ask' | 'deny';
  readonly reason: string;
  readonly changed?: Readonly<Record<string, unknown>>;
};

/** What a client understands of a decision that another makes otherwise. */
interface Understanding {
  /** False where it is not known which shell runs the line, and in which folder: then nothing is allowed. */
  readonly allows: boolean;
  /** `ask`: the person is asked by the client; without it such a call is denied. */
  readonly asks: boolean;
  /** `changes`: the line may be another; `alone`: also where the client is to ask as usual. */
  readonly changes: 'no' | 'allowed' | 'alone';
}

/** A decision in the words that a client understands; undefined for no opinion. */
function said(
  decision: Decision,
  call: ClientCall,
  guard: string,
  { allows, asks, changes }: Understanding,
): Said | undefined {
  if (decision.kind === 'silent' || (decision.kind === 'allow' && !allows)) return undefined;
  if (decision.kind !== 'rewrite') return { decision: decision.kind, reason: decision.reason };
  const { allowed, line, reason, waits } = decision;
  const changed = changedInput(call, line);
  if (changes !== 'no' && allowed) return { decision: 'allow', reason, changed };
  if (changes === 'alone') return { reason, changed };
  if (!waits) return undefined;
  if (asks) return { decision: 'ask', reason };
  return { decision: 'deny', reason: changes === 'no' ? `${TEXT.useRun(guard)}${reason}` : TEXT.alone(reason) };
}

const inClaudeForm = ({ decision, reason, changed }: Said) => ({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    ...(decision && { permissionDecision: decision }),
    permissionDecisionReason: reason,
    ...(changed && { updatedInput: changed }),
  },
});

const claudeForm =
  (understanding: Understanding): Client['answer'] =>
  (decision, call, guard) => {
    const answer = said(decision, call, guard, understanding);
    return answer && inClaudeForm(answer);
  };

const EDITOR_SHELLS = ['run_in_terminal', 'runInTerminal', 'runTerminalCommand'];

/** The editor named its event in another way for a time. */
const inSnakeCase = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && 'hookEventName' in input
    ? { ...input, hook_event_name: input.hookEventName }
    : input;

/** Whether a call is of a tool of the editor; a shell by Copilot's own name is none, in whatever form it is told of. */
function isEditorEvent(input: unknown): boolean {
  const known = eventOf('PreToolUse').safeParse(inSnakeCase(input));
  return known.success && known.data.tool_name.toLowerCase() !== COPILOT_SHELL;
}

const COPILOT_SHELL = 'bash';
const flatEvent = z.looseObject({ toolName: text, cwd: z.optional(text), toolArgs: z.unknown() });

/** Copilot's own event, with names of its own; its arguments are an object or, of old, one as text. */
function hearCopilot(input: unknown): Heard {
  const known = flatEvent.safeParse(input);
  // The editor starts what stands in Copilot's folder too, where it has a hook of its own.
  if (!known.success) return isEditorEvent(input) ? 'other-tool' : 'unknown';
  const { toolName, cwd, toolArgs } = known.data;
  if (toolName !== COPILOT_SHELL) return 'other-tool';
  const shell = shellInput.safeParse(typeof toolArgs === 'string' ? parsed(toolArgs) : toolArgs);
  return shell.success ? { line: shell.data.command, cwd, input: shell.data, field: 'command' } : 'unknown';
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const cursorEvent = z.looseObject({
  hook_event_name: z.literal('beforeShellExecution'),
  command: text,
  cwd: z.optional(text),
});

const systemMessage = (message: string) => ({ systemMessage: message });

/** Each was tried with the real client but `cursor` and `vscode`, which follow their documentation. */
export const CLIENTS = {
  claude: {
    hear: hearSnakeCase('PreToolUse', ['Bash']),
    answer: claudeForm({ allows: true, asks: true, changes: 'alone' }),
    tell: systemMessage,
  },
  codex: {
    hear: hearSnakeCase('PreToolUse', ['Bash']),
    // It runs what is to be asked about, and what is changed without being allowed as it was.
    answer: claudeForm({ allows: true, asks: false, changes: 'allowed' }),
  },
  copilot: {
    hear: hearCopilot,
    answer(decision, call, guard) {
      const answer = said(decision, call, guard, { allows: true, asks: true, changes: 'alone' });
      if (answer === undefined) return undefined;
      return {
        ...(answer.decision && { permissionDecision: answer.decision }),
        permissionDecisionReason: answer.reason,
        ...(answer.changed && { modifiedArgs: answer.changed }),
      };
    },
  },
  cursor: {
    hear(input) {
      const known = cursorEvent.safeParse(input);
      if (!known.success) return 'unknown';
      const { command, cwd } = known.data;
      return { line: command, cwd, input: known.data, field: 'command' };
    },
    // In one of its modes what a hook wants asked runs unasked.
    answer(decision, call, guard) {
      const answer = said(decision, call, guard, { allows: false, asks: false, changes: 'no' });
      if (answer === undefined) return undefined;
      const { decision: permission, reason } = answer;
      return { permission, user_message: reason, agent_message: reason };
    },
  },
  gemini: {
    hear: hearSnakeCase('BeforeTool', ['run_shell_command']),
    // A question of the hook ends a session that nobody sits at.
    answer(decision, call, guard) {
      const answer = said(decision, call, guard, { allows: true, asks: false, changes: 'alone' });
      if (answer === undefined) return undefined;
      return {
        ...(answer.decision && { decision: answer.decision }),
        reason: answer.reason,
        ...(answer.changed && {
          hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input: answer.changed },
        }),
      };
    },
  },
  vscode: {
    hear: input => hearSnakeCase('PreToolUse', EDITOR_SHELLS)(inSnakeCase(input)),
    // The terminal is the person's own, wherever it stands by then.
    answer: claudeForm({ allows: false, asks: true, changes: 'no' }),
    runsAsked: true,
    tell: systemMessage,
  },
} as const satisfies Record<string, Client>;

export type ClientName = keyof typeof CLIENTS;

export const isClientName = (name: string): name is ClientName => Object.hasOwn(CLIENTS, name);
