// Loads and activates the bundled extension in a process of its own, with an editor that does nothing.
const Module = require('node:module');
const { performance } = require('node:perf_hooks');
const { contextIn, standIn } = require('../test/vscode/stand-in.cjs');

const bundle = require.resolve('../dist/extension.cjs');
standIn(bundle);
// The editor's host has loaded these long before.
for (const name of Module.builtinModules) if (!/^_|^(trace_events|wasi|sys|punycode)/.test(name)) require(name);

const context = contextIn('/nowhere');
const begun = performance.now();
const { activate } = require(bundle);
const loaded = performance.now();
activate(context);
const activated = performance.now();
console.log(JSON.stringify({ load: loaded - begun, activate: activated - loaded }));
