import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import type { Tool } from '../core/tools/tool.ts';
import { appMeta } from './app.ts';
import { TEXT } from './text.ts';

/** The field by which a call says that it may write with nobody there; no tool has it in its own input. */
export const ALLOW_MUTATION = 'allow_mutation';

/** A tool as clients see it; its annotations are true of every call. */
export function listedTool(tool: Tool, showsApps = false): ListedTool {
  const { name, title, description, effects, input } = tool;
  const { $schema, ...schema } = z.toJSONSchema(input, { io: 'input' });
  const { properties = {} } = schema;
  const allow = { [ALLOW_MUTATION]: { type: 'boolean', description: TEXT.allowMutation } };
  return {
    name,
    title,
    description,
    inputSchema: { ...schema, type: 'object', properties: { ...properties, ...(!effects.readOnly && allow) } },
    annotations: {
      title,
      readOnlyHint: effects.readOnly,
      destructiveHint: !effects.readOnly,
      idempotentHint: effects.readOnly,
      openWorldHint: effects.openWorld,
    },
    ...(showsApps && { _meta: appMeta(tool) }),
  };
}
