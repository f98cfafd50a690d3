import * as z from 'zod/mini';
import { programOf } from '../command/parse.ts';
import { commandInput } from './inputs.ts';
import { invalidInput } from './invalid-input.ts';
import { createRunCommand } from './run-command.ts';
import { type Tool, tool } from './tool.ts';
import type { RunningCall } from './tool-call.ts';
import type { ToolCore } from './tool-core.ts';
import { problem, type ToolResult, type ToolStatus } from './tool-result.ts';

/** A tool of another extension, as that gives it. */
export interface GivenTool {
  /** Lower case with underscores, such as `deploy_preview`. */
  readonly name: string;
  /** One of ours, with which it is switched on and off, or one of its own. */
  readonly toolset: string;
  /** For a person: two or three words, and a sentence. */
  readonly title: string;
  readonly summary: string;
  /** For a model. */
  readonly description: string;
  /** Its input as JSON Schema of an object. */
  readonly inputSchema: object;
  /** Answers a call with a text for the model. The input is what a model made up: check it. */
  readonly call: (input: Readonly<Record<string, unknown>>, call: GivenCall) => Promise<string> | string;
}

/** A call of such a tool. */
export interface GivenCall {
  /** Runs one git or gh command the way every command goes: a read at once, a write when the person says yes. */
  readonly run: (command: string, repository?: string) => Promise<GivenAnswer>;
  /** Aborts when nobody wants the answer any more. */
  readonly signal: AbortSignal;
}

/** What came of a command, as a model reads it. */
export interface GivenAnswer {
  readonly status: ToolStatus;
  readonly code?: string | undefined;
  readonly text: string;
}

const MOST_CHARACTERS = 16_000;

const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));

const record = z.strictObject({
  name: z.string().check(z.regex(/^[a-z][a-z0-9_]{2,63}$/)),
  toolset: z.string().check(z.regex(/^[a-z][a-z0-9-]{1,31}$/)),
  title: text(50),
  summary: text(300),
  description: text(2000),
  inputSchema: z.looseObject({ type: z.literal('object') }),
  call: z.custom<GivenTool['call']>(value => typeof value === 'function', 'is no function'),
});

/** A tool of another extension as one of ours. It is listed in chats only, and nothing is believed of what it may change. */
export function givenTool(given: unknown): Tool {
  const parsed = record.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`Not a tool: ${issue?.path.join('.') || 'the whole'}: ${issue?.message}`);
  }
  const { call: answer, inputSchema, ...described } = parsed.data;
  const made = tool({
    ...described,
    reference: described.name,
    icon: '$(extensions)',
    effects: { readOnly: false, openWorld: true },
    doors: ['chat'],
    input: z.record(z.string(), z.unknown()),
    examples: [],
    about: () => `Call ${described.name}`,
    handler: core => async (input, call) => {
      // The question says whose it is.
      const own = { ...call, caller: { ...call.caller, name: described.title } };
      const run = (command: string, repository?: string) => runFor(core, own, { command, repository });
      try {
        const said = await answer(input, { run, signal: call.signal });
        return typeof said === 'string' ? answerOf(said) : failed(described.name, 'It did not answer with a text.');
      } catch (error) {
        return failed(described.name, error instanceof Error ? error.message : String(error));
      }
    },
  });
  return { ...made, inputSchema };
}

/** A command of such a tool: it passes where all commands pass, as part of the tool's own call. */
async function runFor(core: ToolCore, call: RunningCall, given: object): Promise<GivenAnswer> {
  const parsed = commandInput.safeParse(given);
  const run = async (): Promise<ToolResult> => {
    if (!parsed.success) return invalidInput(parsed.error.issues, { name: 'run', input: commandInput });
    const program = programOf(parsed.data.command);
    return createRunCommand(core, { program, tool: `${program}_execute` })(parsed.data, call);
  };
  const { status, code, text } = await run();
  return { status, code, text: core.redact(text(MOST_CHARACTERS)) };
}

const CUT = '\n[cut]';

const answerOf = (said: string): ToolResult => ({
  status: 'done',
  text: characters =>
    said.length <= characters ? said : `${said.slice(0, Math.max(0, characters - CUT.length))}${CUT}`,
  facts: {},
});

const failed = (name: string, message: string): ToolResult =>
  problem({ code: 'internal', message: `${name} failed: ${message}`, hint: 'Try another way.' });
