const { workspace } = require('vscode');
const { register } = require('./model.cjs');

// A second window is only driven from outside: test/workbench/support/other-window.ts.
const runs = () => workspace.workspaceFolders?.[0]?.name !== 'other-window';

// Not awaited: the editor must not wait for the suites before it goes on starting.
exports.activate = context => {
  if (!runs()) return;
  context.subscriptions.push(register());
  require(process.env.SLUICE_RUN).run().catch(console.error);
};
