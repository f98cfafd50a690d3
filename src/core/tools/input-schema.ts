import * as z from 'zod/mini';
import type { Tool } from './tool.ts';

/** The input of a tool as JSON Schema, as models are given it. */
export function inputSchemaOf({ input, inputSchema }: Pick<Tool, 'input' | 'inputSchema'>): object {
  if (inputSchema !== undefined) return inputSchema;
  const { $schema, ...schema } = z.toJSONSchema(input, { io: 'input' });
  return schema;
}
