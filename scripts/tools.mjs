// Writes what is made of the table of tools and of the rules of a policy: the manifest, its texts, docs/tools.md, schemas.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root, step } from './prepare.mjs';
import { bundleProgram } from './run-bundled.mjs';
import { manifestTools, schemasOf, textsWith, toolsPage } from './tool-files.mjs';

prepare();
const load = async source => import(pathToFileURL(await bundleProgram(source)).href);
const { TOOLS } = await load('src/core/tools/tools.ts');
const { TOOLSETS, withNeeds } = await load('src/core/tools/toolsets.ts');
const { inputSchemaOf } = await load('src/core/tools/input-schema.ts');

const { policyJsonSchema } = await load('src/core/writes/policy/json-schema.ts');

const path = name => join(root, name);
const read = name => JSON.parse(readFileSync(path(name), 'utf8'));
const writeJson = (name, value) => writeFileSync(path(name), `${JSON.stringify(value, undefined, 2)}\n`);

const manifest = read('package.json');
const policy = policyJsonSchema();
writeJson('media/policy.schema.json', policy);
// Texts of the manifest are all behind a key, and the file has them.
const withoutTexts = JSON.stringify(policy.properties.policy.items, (key, value) =>
  key === 'description' ? undefined : value,
);
manifest.contributes.configuration.properties['sluice.policy'].items = JSON.parse(withoutTexts);
manifest.contributes.languageModelTools = manifestTools(TOOLS, inputSchemaOf, withNeeds);
writeJson('package.json', manifest);
writeJson('package.nls.json', textsWith(read('package.nls.json'), TOOLS));
writeJson('test/core/tools/schemas.json', schemasOf(TOOLS, inputSchemaOf));
writeFileSync(path('docs/tools.md'), toolsPage(TOOLS, inputSchemaOf, TOOLSETS));
// The same style as if a person had written it.
process.exit(
  step('format', 'npx', [
    'biome',
    'format',
    '--write',
    'media/policy.schema.json',
    'package.json',
    'package.nls.json',
    'test/core/tools/schemas.json',
  ]),
);
