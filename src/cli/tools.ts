import { inputSchemaOf } from '../core/tools/input-schema.ts';
import type { Tool } from '../core/tools/tool.ts';
import { TOOLS } from '../core/tools/tools.ts';
import { TOOLSETS } from '../core/tools/toolsets.ts';
import type { CliArguments } from './arguments.ts';
import { paintFor } from './color.ts';
import { EXIT } from './exit.ts';
import { say } from './say.ts';
import { TEXT } from './text.ts';

/** `sluice tools`: what models are offered, for people or as JSON with the schemas of their inputs. */
export async function toolsCommand({ json, jsonl, markdown, color, command }: CliArguments): Promise<number> {
  if (jsonl || markdown || command !== undefined) return say(TEXT.toolsArguments, EXIT.error);
  if (json) {
    process.stdout.write(`${JSON.stringify(TOOLS.map(recordOf))}\n`);
    return 0;
  }
  const paint = paintFor(color, process.stdout);
  const width = Math.max(...TOOLS.map(({ name }) => name.length));
  const sections = Object.entries(TOOLSETS).flatMap(([toolset, about]) => {
    const its = TOOLS.filter(tool => tool.toolset === toolset);
    const lines = its.map(({ name, summary }) => `  ${paint('green', name.padEnd(width))}  ${summary}`);
    return its.length === 0 ? [] : [`${toolset}: ${about}\n${lines.join('\n')}\n`];
  });
  process.stdout.write(sections.join('\n'));
  return 0;
}

const recordOf = (tool: Tool) => {
  const { name, toolset, title, summary, description, effects, doors = ['chat', 'mcp', 'cli'] } = tool;
  return { name, toolset, title, summary, description, effects, doors, inputSchema: inputSchemaOf(tool) };
};
