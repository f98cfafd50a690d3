import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { manifestTools, schemasOf, textsWith, toolsPage } from '../../../scripts/tool-files.mjs';
import { inputSchemaOf } from '../../../src/core/tools/input-schema.ts';
import { TOOLS } from '../../../src/core/tools/tools.ts';
import { TOOLSETS, withNeeds } from '../../../src/core/tools/toolsets.ts';

const text = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const { contributes } = JSON.parse(text('package.json'));

// `npm run tools` writes all of these anew.
describe('9 what is made of the table of tools', () => {
  it('the manifest’s list', () => {
    expect(contributes.languageModelTools).toEqual(manifestTools(TOOLS, inputSchemaOf, withNeeds));
  });

  it('its texts', () => {
    const texts = JSON.parse(text('package.nls.json'));
    expect(Object.entries(texts)).toEqual(Object.entries(textsWith(texts, TOOLS)));
  });

  it('the page', () => {
    expect(text('docs/tools.md')).toBe(toolsPage(TOOLS, inputSchemaOf, TOOLSETS));
  });

  it('the public schemas: one that changes changes what callers rely on', () => {
    expect(JSON.parse(text('test/core/tools/schemas.json'))).toEqual(schemasOf(TOOLS, inputSchemaOf));
  });
});

describe('the manifest’s list', () => {
  const listed: readonly Record<string, unknown>[] = contributes.languageModelTools;

  it('has what agent mode needs to see a tool at all, under names of its own', () => {
    for (const tool of listed) {
      expect(tool.name).toMatch(/^(?!copilot_|vscode_)[a-z][a-z0-9_]*$/);
      expect(tool.toolReferenceName).toMatch(/^[a-zA-Z][a-zA-Z0-9]*$/);
      expect(tool).toMatchObject({ canBeReferencedInPrompt: true, inputSchema: { type: 'object' } });
      expect(tool.icon).toMatch(/^\$\([a-z-]+\)$/);
    }
    for (const field of ['name', 'toolReferenceName'])
      expect(new Set(listed.map(tool => tool[field])).size).toBe(listed.length);
  });

  it('says when by settings that there are', () => {
    const settings = Object.keys(contributes.configuration.properties).map(name => `config.${name}`);
    const named = listed.flatMap(({ when }) => String(when).split(' && '));
    expect(named.filter(name => !settings.includes(name))).toEqual([]);
    const gh = listed.find(({ name }) => name === 'gh_execute');
    expect(gh?.when).toBe('config.sluice.tools.git && config.sluice.tools.github');
  });

  it('has none of the names of old', () => {
    const old = ['status', 'stage', 'commit', 'push', 'pull', 'merge', 'diff', 'branch', 'branches'];
    const names = TOOLS.map(({ name }) => name);
    expect(old.map(each => `git_${each}`).filter(name => names.includes(name))).toEqual([]);
  });
});
