import type * as z from 'zod/mini';
import type { RunningCall, ToolCall, ToolOrigin } from './tool-call.ts';
import type { ToolCore } from './tool-core.ts';
import type { ToolResult } from './tool-result.ts';

export type { RunningCall, ToolCall, ToolOrigin } from './tool-call.ts';

/** All that a door tells of a tool before it is called. */
export interface ToolDescription {
  readonly name: string;
  readonly toolset: string;
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
  /** True for one whose answers are of panels, so that a door that can may draw them. */
  readonly answersWithPanel?: boolean;
  /** Doors that list it; all of them when it is left out. */
  readonly doors?: readonly ToolOrigin[];
  /** True for one that waits no longer than its input says, and so never answers with a handle. */
  readonly endsInTime?: boolean;
}

/** Hints for a host, true of every call. */
export interface ToolEffects {
  /** Never changes anything but the list of panels. */
  readonly readOnly: boolean;
  /** May reach GitHub or a remote. */
  readonly openWorld: boolean;
}

/** A tool as its file has it: what a door needs to list it, and how its handler is made from the core. */
export interface ToolRecord<Input> extends ToolDescription {
  readonly input: z.ZodMiniType<Input>;
  /** Run by a test, each in a fresh repository. */
  readonly examples: readonly ToolExample<Input>[];
  /** What is about to happen, in one line, from the input alone. */
  readonly about: (input: Input) => string;
  readonly handler: (core: ToolCore) => ToolHandler<Input>;
  /** The same for two calls that ask for the same write: the second joins the first. Undefined for what is no write. */
  readonly sameAs?: (core: ToolCore) => (input: Input, call: ToolCall) => Promise<string | undefined>;
}

/** A tool as doors have it, whatever its input. */
export interface Tool extends ToolDescription {
  readonly input: z.ZodMiniType;
  /** What models are told of the input, where somebody else checks it. */
  readonly inputSchema?: object;
  readonly examples: readonly ToolExample<unknown>[];
  /** Binds it to a core: what comes of an input there. */
  readonly bind: (core: ToolCore) => (input: unknown) => BoundCall;
}

export interface ToolExample<Input> {
  readonly input: Input;
  /** In the answer, as a model reads it. */
  readonly answers: RegExp;
}

export type BoundCall =
  | {
      readonly ok: true;
      readonly about: string;
      readonly sameAs: (call: ToolCall) => Promise<string | undefined>;
      readonly run: (call: RunningCall) => Promise<ToolResult>;
    }
  | { readonly ok: false; readonly issues: readonly z.core.$ZodIssue[] };

export type ToolHandler<Input> = (input: Input, call: RunningCall) => Promise<ToolResult>;

/** A record as a tool: what fits its schema reaches its functions, and nothing else does. */
export function tool<Input>({ about, handler, sameAs, ...described }: ToolRecord<Input>): Tool {
  return {
    ...described,
    bind(core) {
      const handle = handler(core);
      const same = sameAs?.(core);
      return given => {
        const parsed = described.input.safeParse(given);
        if (!parsed.success) return { ok: false, issues: parsed.error.issues };
        const input = parsed.data;
        return {
          ok: true,
          about: about(input),
          sameAs: async call => same?.(input, call),
          run: call => handle(input, call),
        };
      };
    },
  };
}
