import type * as z from 'zod/mini';
import type { Origin } from '../origin.ts';
import type { ToolCore } from './tool-core.ts';
import type { ToolResult } from './tool-result.ts';
import type { Toolset } from './toolsets.ts';

/** A tool as a record: what a door needs to list it, and how its handler is made from the core. */
export interface Tool<Input = unknown> {
  readonly name: string;
  readonly toolset: Toolset;
  /** For a person: two or three words, and a sentence. */
  readonly title: string;
  readonly summary: string;
  /** For a model. */
  readonly description: string;
  /** The name to mention it by in a chat, without the #. */
  readonly reference: string;
  /** A codicon. */
  readonly icon: string;
  readonly effects: ToolEffects;
  /** Doors that list it; all of them when it is left out. */
  readonly doors?: readonly ToolOrigin[];
  readonly input: z.ZodMiniType<Input>;
  /** Run by a test, each in a fresh repository. */
  readonly examples: readonly ToolExample<Input>[];
  /** What is about to happen, in one line, from the input alone. */
  readonly about: (input: Input) => string;
  readonly handler: (core: ToolCore) => ToolHandler<Input>;
  /** The same for two calls that ask for the same write: the second joins the question of the first. */
  readonly sameAs?: ((input: Input) => string) | undefined;
}

/** Hints for a host, true of every call. */
export interface ToolEffects {
  /** Never changes anything but the list of panels. */
  readonly readOnly: boolean;
  /** May reach GitHub or a remote. */
  readonly openWorld: boolean;
}

export interface ToolExample<Input> {
  readonly input: Input;
  /** In the answer, as a model reads it. */
  readonly answers: RegExp;
}

export type ToolOrigin = Extract<Origin, 'chat' | 'mcp' | 'cli'>;

/** One call of a tool, as a door makes it. */
export interface ToolCall {
  readonly origin: ToolOrigin;
  /** Ends the call, and what it runs, as long as its caller waits for it. */
  readonly signal: AbortSignal;
  /** How the client calls itself. */
  readonly name?: string | undefined;
  readonly allowMutation?: boolean | undefined;
  /** The repository of a call that names none; the first of the window without it. */
  readonly repository?: string | undefined;
}

/** A call under way, as a handler sees it. */
export interface RunningCall extends ToolCall {
  /** The handle by which it is found again. */
  readonly handle: string;
  readonly heard: (text: string) => void;
}

export type ToolHandler<Input> = (input: Input, call: RunningCall) => Promise<ToolResult>;

/** Lets the handler's input follow from the schema. */
export const tool = <Input>(record: Tool<Input>): Tool<Input> => record;
