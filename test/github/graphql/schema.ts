import { readFileSync } from 'node:fs';
import { buildASTSchema, type GraphQLSchema, parse } from 'graphql';

/** Read as a file: the package's entry would parse five megabytes of JSON besides. */
const file = new URL('../../../node_modules/@octokit/graphql-schema/schema.graphql', import.meta.url);

let loaded: GraphQLSchema | undefined;

/** GitHub's own schema; it takes a second to build, so once. */
export function officialSchema(): GraphQLSchema {
  loaded ??= buildASTSchema(parse(readFileSync(file, 'utf8'), { noLocation: true }), { assumeValidSDL: true });
  return loaded;
}
