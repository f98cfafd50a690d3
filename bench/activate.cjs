// Loads and activates the bundled extension in a process of its own, with an editor that takes everything and does nothing.
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { performance } = require('node:perf_hooks');

/** Whatever is asked of it is there, can be called and constructed, and gives itself. */
const nothing = new Proxy(class {}, {
  get: (_, name) => {
    if (name === Symbol.toPrimitive) return () => '';
    if (name === Symbol.iterator) return [][Symbol.iterator];
    return name === 'then' ? undefined : nothing;
  },
  set: () => true,
  apply: () => nothing,
  construct: () => nothing,
});
const defaults = require('../package.json').contributes.configuration.properties;
const defaultOf = name => defaults[`sluice.${name}`].default;
const settings = { get: defaultOf, inspect: name => ({ defaultValue: defaultOf(name) }) };
const workspace = new Proxy(
  { isTrusted: false, workspaceFolders: [], getConfiguration: () => settings },
  { get: (known, name) => known[name] ?? nothing },
);
// The bundle copies what the editor has, so every name it may ask for has to be there.
const bundle = require.resolve('../dist/extension.cjs');
const names = readFileSync(bundle, 'utf8').match(/\b(?:[A-Z]\w+|commands|env|window)\b/g) ?? [];
const vscode = { ...Object.fromEntries(names.map(name => [name, nothing])), workspace };
const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));

// The editor's host has loaded these long before.
for (const name of Module.builtinModules) if (!/^_|^(trace_events|wasi|sys|punycode)/.test(name)) require(name);

const folder = { fsPath: '/nowhere' };
const context = {
  subscriptions: [],
  extensionUri: nothing,
  storageUri: folder,
  globalStorageUri: folder,
  logUri: folder,
  workspaceState: { get: (_, fallback) => fallback, update: () => Promise.resolve() },
};
const begun = performance.now();
const { activate } = require(bundle);
const loaded = performance.now();
activate(context);
const activated = performance.now();
console.log(JSON.stringify({ load: loaded - begun, activate: activated - loaded }));
