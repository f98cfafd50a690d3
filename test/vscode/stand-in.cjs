// An editor that takes everything and does nothing, for running the bundled extension outside of one.
const { readdirSync, readFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join } = require('node:path');

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
const orNothing = known => new Proxy(known, { get: (from, name) => from[name] ?? nothing });

const defaults = require('../../package.json').contributes.configuration.properties;
const defaultOf = name => defaults[`sluice.${name}`].default;
/** Texts as they are in English. */
const l10n = { t: (message, ...args) => message.replace(/\{(\d+)\}/g, (_, at) => String(args[at])) };
const settings = { get: defaultOf, inspect: name => ({ defaultValue: defaultOf(name) }) };

/** Makes `require('vscode')` in a bundle give this editor: with these names of its workspace and its other parts. */
exports.standIn = (bundle, workspace = {}, parts = {}) => {
  // The bundle copies what the editor has, so every name it may ask for has to be there.
  const chunks = join(dirname(bundle), 'chunks');
  const files = [bundle, ...readdirSync(chunks).map(name => join(chunks, name))];
  const names = files.flatMap(
    file => readFileSync(file, 'utf8').match(/\b(?:[A-Z]\w+|authentication|chat|commands|env|l10n|lm|window)\b/g) ?? [],
  );
  const vscode = {
    ...Object.fromEntries(names.map(name => [name, nothing])),
    ...Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, orNothing(part)])),
    l10n,
    workspace: orNothing({ isTrusted: false, workspaceFolders: [], getConfiguration: () => settings, ...workspace }),
  };
  const load = Module._load;
  Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));
};

/** What an extension is given when it is activated, with all its folders in one. */
exports.contextIn = fsPath => ({
  subscriptions: [],
  extensionUri: nothing,
  extension: { packageJSON: require('../../package.json'), extensionPath: '/extension' },
  storageUri: { fsPath },
  globalStorageUri: { fsPath },
  logUri: { fsPath },
  secrets: nothing,
  globalState: { get: (_, fallback) => fallback, update: () => Promise.resolve() },
  workspaceState: { get: (_, fallback) => fallback, update: () => Promise.resolve() },
});
