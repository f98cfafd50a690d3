const { workspace } = require('vscode');

// A second window is only driven from outside: test/workbench/support/other-window.ts.
const runs = () => workspace.workspaceFolders?.[0]?.name !== 'other-window';

// Not awaited: the editor must not wait for the suites before it goes on starting.
exports.activate = () => void (runs() && require(process.env.SLUICE_RUN).run().catch(console.error));
