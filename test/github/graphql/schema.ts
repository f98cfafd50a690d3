import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildASTSchema, type GraphQLSchema, parse } from 'graphql';

let loaded: GraphQLSchema | undefined;

/** GitHub's own schema, built once. */
export function officialSchema(): GraphQLSchema {
  if (loaded !== undefined) return loaded;
  const withoutDescriptions = readFileSync(schemaFile(), 'utf8').replace(/"""[\s\S]*?"""/g, '');
  loaded = buildASTSchema(parse(withoutDescriptions, { noLocation: true }), { assumeValidSDL: true });
  return loaded;
}

/** Found as Node finds packages, also from a bundle; the package's entry would parse five megabytes of JSON besides. */
function schemaFile(): string {
  const name = join('node_modules', '@octokit', 'graphql-schema', 'schema.graphql');
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, name))) return join(folder, name);
    if (folder === dirname(folder)) throw new Error(`There is no ${name}: run npm ci.`);
  }
}
