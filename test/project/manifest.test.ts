import { readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const text = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const nls: Readonly<Record<string, string>> = JSON.parse(text('package.nls.json'));
const KEY = /"%([^"%]*)%"/g;
/** The manifest as the editor reads it, with the texts in place of their keys. */
const resolved = text('package.json').replace(KEY, (whole, key) => (key in nls ? JSON.stringify(nls[key]) : whole));
const { contributes, capabilities, activationEvents } = JSON.parse(resolved);
const commandIds: string[] = contributes.commands.map(({ command }: { command: string }) => command);
const settings = Object.entries<{ scope: string; markdownDescription: string; default: unknown }>(
  contributes.configuration.properties,
);

describe('1.4 the manifest and the code agree', () => {
  it('every command has a handler and every handler a command', () => {
    const handled = [...text('src/vscode/commands.ts').matchAll(/^ {4}'(sluice\.\w+)':/gm)].map(([, id]) => id);
    expect([...handled].sort()).toEqual([...commandIds].sort());
  });

  it('menus, keys, welcome texts and walkthrough name commands that exist', () => {
    const named = [...resolved.matchAll(/(?:command:|"command": "|onCommand:)(sluice\.\w+)/g)];
    expect(named.map(([, id]) => id).filter(id => !commandIds.includes(id ?? ''))).toEqual([]);
  });

  it('every setting is read by the code, has a scope, a default and a description', () => {
    const read = [...text('src/vscode/settings.ts').matchAll(/^ {2}readonly '?([\w.]+)'?:/gm)].map(
      ([, name]) => `sluice.${name}`,
    );
    expect(settings.map(([name]) => name).sort()).toEqual(read.sort());
    for (const [name, { scope, markdownDescription, default: fallback }] of settings) {
      expect(scope, name).toMatch(/^(machine|window)$/);
      expect(markdownDescription.length, name).toBeGreaterThan(20);
      expect(fallback, name).toBeDefined();
    }
  });

  it('a workspace can choose neither a program nor what is redacted, nor hurry the person', () => {
    const scopes = Object.fromEntries(settings.map(([name, { scope }]) => [name, scope]));
    expect(scopes).toMatchObject({
      'sluice.git.path': 'machine',
      // A workspace chooses none of the person's accounts.
      'sluice.github.accounts': 'machine',
      'sluice.redaction.patterns': 'machine',
      'sluice.confirmation.timeout': 'machine',
    });
    expect(capabilities.untrustedWorkspaces.restrictedConfigurations).toEqual(settings.map(([name]) => name));
  });

  it('the editor wakes us for a panel of the last window', () => {
    expect(activationEvents).toContain('onWebviewPanel:sluice.result');
  });

  it('nothing that the palette offers waits for Sluice to have started: a key that is not set yet counts as yes', () => {
    const hidden = contributes.menus.commandPalette.filter(({ when }: { when: string }) =>
      /sluice\.(?:repositories|panels) >/.test(when),
    );
    expect(hidden).toEqual([]);
  });

  it('a link of the walkthrough fills the input and runs nothing', () => {
    const links = [...resolved.matchAll(/command:sluice\.run(?:Git|Gh)\?([^)]+)\)/g)];
    expect(links).toHaveLength(4);
    for (const [, query = ''] of links)
      expect(JSON.parse(decodeURIComponent(query))).toEqual([{ prefill: expect.stringMatching(/^(?:git|gh) /) }]);
  });

  it('its pictures are there and small', () => {
    const pictures = [...text('package.json').matchAll(/media\/walkthrough\/[\w-]+\.png/g)].map(([path]) => path);
    expect(pictures.length).toBeGreaterThan(0);
    for (const path of pictures) expect(statSync(new URL(`../../${path}`, import.meta.url)).size).toBeLessThan(60_000);
  });

  it('every command in a menu or on a bar has an icon', () => {
    const icons = Object.fromEntries(
      contributes.commands.map(({ command, icon }: { command: string; icon?: string }) => [command, icon]),
    );
    const { commandPalette: _, ...menus } = contributes.menus;
    const shown = Object.values<{ command: string }[]>(menus).flat();
    expect(shown.filter(({ command }) => icons[command] === undefined)).toEqual([]);
  });
});

describe('texts of the manifest', () => {
  const keys = [...text('package.json').matchAll(KEY)].map(([, key = '']) => key);

  it('each key has a text and each text a key, in order', () => {
    expect([...new Set(keys)].sort()).toEqual(Object.keys(nls));
    expect(Object.entries(nls).filter(([, words]) => words.trim() === '')).toEqual([]);
  });

  it('every text is behind a key', () => {
    const { description, capabilities, contributes } = JSON.parse(text('package.json'));
    const literal: string[] = [];
    JSON.stringify({ description, capabilities, contributes }, (name, value) => {
      // Its texts are for models.
      if (name === 'inputSchema') return undefined;
      const isText = /^(title|name|contextualTitle|contents|(markdownD|d)escription)$/.test(name);
      const texts = isText ? [value] : name === 'enumDescriptions' ? value : [];
      literal.push(...texts.filter((each: unknown) => !/^%[\w.]+%$/.test(String(each))));
      return value;
    });
    // The name of the product is the same in every language, and so is a name to be typed.
    expect(literal.filter(each => each !== 'Sluice' && !/^[a-z_0-9]+$/.test(each))).toEqual([]);
  });
});

describe('the manifest', () => {
  const { publisher, extensionKind, engines } = JSON.parse(text('package.json'));

  it('is one of a workspace extension that is careful with untrusted folders', () => {
    expect(publisher).toBeTruthy();
    expect(extensionKind).toEqual(['workspace']);
    expect(capabilities.untrustedWorkspaces.supported).toBe('limited');
    const [, minor = 0] = engines.vscode.match(/\d+/g).map(Number);
    expect(minor).toBeLessThanOrEqual(139);
  });

  it('the lockfile names no registry', () => {
    expect(text('package-lock.json')).not.toContain('"resolved"');
  });
});
