import * as z from 'zod/mini';
import { near } from '../command/complete/near.ts';
import type { Tool } from './tool.ts';
import { problem, type ToolResult } from './tool-result.ts';

type Issue = z.core.$ZodIssue;

const MOST_ISSUES = 5;
/** Of what a model made up, no more than this is said back to it. */
const MOST_NAME = 60;

/** An input that does not fit: field by field what is wrong with it, and what it may have. */
export function invalidInput(issues: readonly Issue[], { name, input }: Pick<Tool, 'name' | 'input'>): ToolResult {
  const { properties = {}, required = [] } = z.toJSONSchema(input);
  const fields = Object.keys(properties);
  const wrong = issues.slice(0, MOST_ISSUES).flatMap(issue => sentences(issue, fields));
  const takes = fields.map(field => (required.includes(field) ? field : `${field}?`)).join(', ');
  return problem({
    code: 'invalid-input',
    message: wrong.join(' '),
    hint: fields.length === 0 ? `${name} takes nothing: {}` : `${name} takes {${takes}}.`,
    facts: { fields },
  });
}

function sentences(issue: Issue, fields: readonly string[]): readonly string[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.slice(0, MOST_ISSUES).map(key => unknownField(key, fields));
  const where = issue.path.join('.');
  return [`${where === '' ? 'The input' : where}: ${issue.message}.`];
}

function unknownField(key: string, fields: readonly string[]): string {
  const [likely] = near(key, fields);
  const shown = JSON.stringify(key.slice(0, MOST_NAME));
  return likely === undefined ? `There is no field ${shown}.` : `There is no field ${shown}; did you mean ${likely}?`;
}
