// A window with a folder in it, to which another is added, and in which every command is called: node window.cjs
// <bundle> <storage> <folder> <added> [trusted].
const { contextIn, standIn } = require('./stand-in.cjs');

const [bundle, storage, folder, added, trusted] = process.argv.slice(2);
const folderOf = fsPath => ({ uri: { fsPath, scheme: 'file' } });
const listeners = [];
const commands = new Map();
const workspace = {
  isTrusted: trusted === 'trusted',
  workspaceFolders: [folderOf(folder)],
  onDidChangeWorkspaceFolders: listener => void listeners.push(listener),
};
const shown = async () => undefined;
standIn(bundle, workspace, {
  window: Object.fromEntries(
    ['ErrorMessage', 'InformationMessage', 'WarningMessage', 'QuickPick', 'InputBox'].map(name => [
      `show${name}`,
      shown,
    ]),
  ),
  commands: { registerCommand: (name, run) => void commands.set(name, run), executeCommand: shown },
});

// What these load takes longer than all the rest of an activation.
const formats = [];
globalThis.Intl = new Proxy(Intl, { get: (from, name) => formats.push(name) && from[name] });

const wait = ms => new Promise(done => setTimeout(done, ms));
const run = async () => {
  const { execute, plan, undo, journal } = require(bundle).activate(contextIn(storage));
  const atOnce = formats.length;
  await wait(300);
  workspace.workspaceFolders.push(folderOf(added));
  for (const listener of listeners) listener();
  await wait(300);
  const asked = [
    () => execute('git status', folder),
    () => execute('git branch made', added),
    () => plan(['git branch made'], folder),
    () => undo(undefined, folder),
    () => journal(folder),
    ...[...commands.values()].map(command => () => command('git status')),
  ];
  for (const ask of asked)
    await Promise.race([
      Promise.resolve()
        .then(ask)
        .catch(() => undefined),
      wait(100),
    ]);
  await wait(300);
  console.log(JSON.stringify({ commands: commands.size, listeners: listeners.length, formats: atOnce }));
  process.exit(0);
};
run().catch(error => {
  console.error(error);
  process.exit(1);
});
