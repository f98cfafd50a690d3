import { spellOutMisleading } from '../../shared/invisible-characters.ts';
import { mapFields } from '../../shared/map-strings.ts';
import { near } from '../command/complete/near.ts';
import { findProgram } from '../git/programs.ts';
import { UNTRUSTED } from '../refusals.ts';
import type { Clock } from '../repository/watch/clock.ts';
import type { CallRecords } from './call-records.ts';
import { createCalls } from './calls.ts';
import { invalidInput } from './invalid-input.ts';
import type { Tool, ToolCall, ToolOrigin } from './tool.ts';
import type { ToolCore } from './tool-core.ts';
import { problem, type ToolResult } from './tool-result.ts';
import { createToolsets } from './toolsets.ts';

/** The tools of one core, as every door calls them. */
export interface Tools {
  /** What a door lists now: the toolsets that are switched on, less what is for other doors. */
  readonly list: (door: ToolOrigin) => readonly Tool[];
  /** What a call is about to do, in one line, from its input alone; undefined when the input is not valid. */
  readonly about: (name: string, input: unknown) => string | undefined;
  /** Runs a tool. Never throws, and answers with a handle when the call is not over after 20 seconds. */
  readonly call: (name: string, input: unknown, call: ToolCall) => Promise<ToolResult>;
  /** Adds a tool of another extension until the returned function is called. Throws for a name that is taken and a toolset that there is not. */
  readonly add: (tool: Tool) => () => void;
  /** Adds a toolset for such tools. Throws for a name that is taken. */
  readonly addToolset: (name: string) => () => void;
  /** To be called before a door closes: ends what nobody approved, and resolves when what somebody did is over. */
  readonly end: () => Promise<void>;
}

export interface ToolsOptions {
  readonly core: Omit<ToolCore, 'calls' | 'hasProgram'>;
  readonly tools: readonly Tool[];
  /** Names of the toolsets that are switched on; read again for each list. */
  readonly toolsets: () => readonly string[];
  /** What became of calls, for whoever asks after this process is gone. */
  readonly records: CallRecords;
  /** The environment that git inherits. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock?: Clock | undefined;
}

export function createTools({ core, toolsets, records, environment, clock, ...options }: ToolsOptions): Tools {
  const tools = new Map<string, Tool>();
  const sets = createToolsets();
  const calls = createCalls({ records, clock, reportError: core.reportErrorIn('The record of a call') });
  const hasProgram = async (name: string) => (await findProgram(name, environment)) !== undefined;
  const bound = new Map<string, ReturnType<Tool['bind']>>();
  const add = (tool: Tool) => {
    const { name, toolset } = tool;
    sets.check(toolset);
    if (tools.has(name)) throw new Error(`Tool "${name}" already registered`);
    tools.set(name, tool);
    bound.set(name, tool.bind({ ...core, calls, hasProgram }));
    return () => {
      tools.delete(name);
      bound.delete(name);
    };
  };
  for (const tool of options.tools) add(tool);
  const list = (door: ToolOrigin) => {
    const enabled = sets.enabled(toolsets());
    return [...tools.values()].filter(({ toolset, doors }) => enabled.has(toolset) && (doors ?? [door]).includes(door));
  };
  const reportFailure = core.reportErrorIn('A tool');
  const failed = (error: unknown): ToolResult => {
    reportFailure(error);
    const message = error instanceof Error ? error.message : String(error);
    const quoted = { text: message, source: 'the error' };
    return problem({ code: 'internal', message: 'Sluice failed.', quoted });
  };

  const start = async (name: string, input: unknown, call: ToolCall): Promise<ToolResult> => {
    const listed = list(call.origin);
    const tool = listed.find(each => each.name === name);
    const prepared = tool && bound.get(name)?.(input);
    if (tool === undefined || prepared === undefined) return unknownTool(name, listed);
    if (!prepared.ok) return invalidInput(prepared.issues, tool);
    if (!core.trusted()) return problem({ code: 'untrusted', status: 'refused', message: UNTRUSTED });
    const { run, sameAs } = prepared;
    if (tool.endsInTime) return run({ ...call, caller: { call: '' } });
    const same = await sameAs(call);
    const key = same && JSON.stringify([name, call.origin, same]);
    return calls.start({ call, about: prepared.about, same: key, run: running => run(running).catch(failed) });
  };

  return {
    list,
    add,
    addToolset: sets.add,
    about(name, input) {
      const prepared = bound.get(name)?.(input);
      return prepared?.ok ? spellOutMisleading(core.redact(prepared.about)) : undefined;
    },
    call: (name, input, call) =>
      start(name, input, call)
        .catch(failed)
        .then(result => redacted(result, core.redact)),
    end: calls.end,
  };
}

function unknownTool(name: string, listed: readonly Tool[]): ToolResult {
  const names = listed.map(each => each.name);
  const likely = near(name, names);
  const hint = likely.length > 0 ? `Did you mean ${likely.join(' or ')}?` : `There are ${names.join(', ')}.`;
  return problem({ code: 'unknown-tool', message: `There is no tool ${JSON.stringify(name)} here.`, hint });
}

/** What a result says, whatever it is made of, holds nothing secret. */
const redacted = (result: ToolResult, redact: (text: string) => string): ToolResult => ({
  ...result,
  text: characters => redact(result.text(characters)),
  facts: mapFields(result.facts, redact),
  factsWithin: characters => mapFields(result.factsWithin?.(characters) ?? {}, redact),
});
