import type { Tool, ToolCall, ToolOrigin } from './tool.ts';
import type { ToolCore } from './tool-core.ts';
import { problem, type ToolResult } from './tool-result.ts';
import { enabledToolsets } from './toolsets.ts';

/** The tools of one core, as every door calls them. */
export interface Tools {
  /** What a door lists now: the toolsets that are switched on, less what is for other doors. */
  readonly list: (door: ToolOrigin) => readonly Tool[];
  /** What a call is about to do, in one line, from its input alone; undefined when the input is not valid. */
  readonly about: (name: string, input: unknown) => string | undefined;
  /** Runs a tool. Never throws, and answers with a handle when the call is not over after 20 seconds. */
  readonly call: (name: string, input: unknown, call: ToolCall) => Promise<ToolResult>;
}

export interface ToolsOptions {
  readonly core: ToolCore;
  readonly tools: readonly Tool[];
  /** Names of the toolsets that are switched on; read again for each list. */
  readonly toolsets: () => readonly string[];
}

export function createTools({ core, tools, toolsets }: ToolsOptions): Tools {
  const listed = (door: ToolOrigin) => {
    const enabled = enabledToolsets(toolsets());
    return tools.filter(({ toolset, doors }) => enabled.has(toolset) && (doors ?? [door]).includes(door));
  };
  const find = (name: string) => tools.find(each => each.name === name);
  return {
    list: listed,
    about(name, input) {
      const tool = find(name);
      const parsed = tool?.input.safeParse(input);
      return parsed?.success ? tool?.about(parsed.data) : undefined;
    },
    async call(name, input, call) {
      const tool = listed(call.origin).find(each => each.name === name);
      if (tool === undefined) return problem({ code: 'unknown-tool', message: `There is no tool ${name}.` });
      const parsed = tool.input.safeParse(input);
      if (!parsed.success) return problem({ code: 'invalid-input', message: 'The input is not valid.' });
      return tool.handler(core)(parsed.data, { ...call, handle: '', heard: () => {} });
    },
  };
}
