import {
  type DocumentNode,
  execute,
  GraphQLError,
  getOperationAST,
  Kind,
  OverlappingFieldsCanBeMergedRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { NotModelled, Refusal } from '../refusal.ts';
import type { LoggedRequest } from '../request-log.ts';
import { costOf } from './cost.ts';
import { type Context, resolverOf } from './resolver.ts';
import { officialSchema } from './schema.ts';
import { tables } from './tables.ts';

// gh's own queries ask for one field twice with other sub-fields, which GitHub lets pass.
const rules = specifiedRules.filter(rule => rule !== OverlappingFieldsCanBeMergedRule);

export interface GraphQLRequest {
  query: string;
  variables?: Record<string, unknown> | null;
  operationName?: string | null;
}

/** A request after parsing: enough for the log, the limits and the answer. */
export interface Parsed {
  document: DocumentNode;
  operation: NonNullable<LoggedRequest['operation']>;
  cost: number;
}

/** Parses; a text that is no GraphQL is an answer with errors. */
export function parseRequest({ query, variables, operationName }: GraphQLRequest): Parsed | { errors: unknown[] } {
  try {
    const document = parse(query);
    const operation = getOperationAST(document, operationName);
    if (!operation) return { errors: [{ message: 'An operation name is required' }] };
    return {
      document,
      operation: {
        type: operation.operation,
        name: operation.name?.value,
        fields: operation.selectionSet.selections.flatMap(one => (one.kind === Kind.FIELD ? [one.name.value] : [])),
      },
      cost: costOf(document, operation, variables ?? {}),
    };
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { errors: [{ message: error.message, locations: error.locations }] };
  }
}

export async function answer(
  parsed: Parsed,
  { variables, operationName }: GraphQLRequest,
  context: Context,
): Promise<unknown> {
  const schema = officialSchema();
  const problems = validate(schema, parsed.document, rules);
  if (problems.length > 0) return { errors: problems.map(problem => inGitHubsWords(problem, context)) };
  const result = await execute({
    schema,
    document: parsed.document,
    variableValues: variables,
    operationName,
    contextValue: context,
    fieldResolver: resolverOf(tables),
    typeResolver: value => (value as { __typename: string }).__typename,
  });
  return {
    data: result.data,
    ...(result.errors && { errors: result.errors.map(error => formatError(error, context)) }),
  };
}

function inGitHubsWords(error: GraphQLError, context: Context): unknown {
  const [, field, type] = /^Cannot query field "(.+?)" on type "(.+?)"/.exec(error.message) ?? [];
  if (field === undefined) return { message: error.message, locations: error.locations };
  context.missing.push(`${type}.${field}`);
  return {
    message: `Field '${field}' doesn't exist on type '${type}'`,
    locations: error.locations,
    extensions: { code: 'undefinedField', typeName: type, fieldName: field },
  };
}

function formatError(error: GraphQLError, context: Context): unknown {
  const { originalError, message, path, locations } = error;
  if (originalError instanceof NotModelled && !context.missing.includes(originalError.what))
    context.missing.push(originalError.what);
  const type =
    originalError instanceof Refusal
      ? originalError.type
      : originalError instanceof NotModelled
        ? 'NOT_MODELLED'
        : 'INTERNAL';
  return { type, path, locations, message };
}
