const { commands, extensions } = require('vscode');

const LOG = 'git log --graph --oneline --all -60';
const DIFF = 'git diff HEAD';
const PULLS = 'gh pr list';

exports.activate = async context => {
  // A page that is loaded again restores its panels by itself.
  if (context.workspaceState.get('shown')) return;
  await context.workspaceState.update('shown', true);
  await commands.executeCommand('sluice.runGit', LOG);
  await commands.executeCommand('sluice.runGit', DIFF);
  await commands.executeCommand('workbench.action.moveEditorToRightGroup');
  if (process.env.SLUICE_GITHUB_SOCKET) {
    await commands.executeCommand('sluice.runGh', PULLS);
    await commands.executeCommand('workbench.action.moveEditorToBelowGroup');
  }
  await commands.executeCommand('sluice.focusStatus');
  await makeRoom();
};

/** The editor's own graph takes half of the bar; it can be hidden only once it is there. */
async function makeRoom() {
  const git = (await extensions.getExtension('vscode.git')?.activate())?.getAPI(1);
  if (git?.repositories.length === 0) await new Promise(done => git.onDidOpenRepository(done));
  await commands.executeCommand('workbench.scm.history.removeView');
  await commands.executeCommand('sluice.focusStatus');
}
