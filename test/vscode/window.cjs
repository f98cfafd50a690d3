// A window with a folder in it, to which another is added, and in which every command and tool is called: node window.cjs
// <bundle> <storage> <folder> <added> [trusted].
const { contextIn, standIn } = require('./stand-in.cjs');

const [bundle, storage, folder, added, trusted] = process.argv.slice(2);
const folderOf = fsPath => ({ uri: { fsPath, scheme: 'file' } });
const listeners = [];
const commands = new Map();
const tools = [];
let participant;
let servers;
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
  lm: {
    tools: [],
    registerTool: (_name, tool) => void tools.push(tool),
    registerMcpServerDefinitionProvider: (_, provider) => {
      servers = provider.provideMcpServerDefinitions;
    },
  },
  chat: {
    createChatParticipant(_, respond) {
      participant = respond;
      return {};
    },
  },
});
const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) };
const stream = { markdown() {}, progress() {} };
const model = { maxInputTokens: 8000, countTokens: async () => 1, sendRequest: shown };

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
    ...['git branch made', 'gh pr list'].flatMap(command =>
      tools.flatMap(tool => [
        () => tool.prepareInvocation({ input: { command } }, token),
        () => tool.invoke({ input: { command } }, token),
        () => tool.invoke({ input: {} }, token),
      ]),
    ),
    ...['git', 'gh', 'status', 'review', 'undo', 'commit', undefined].map(
      command => () => participant({ command, prompt: 'git status', model }, { history: [] }, stream, token),
    ),
  ];
  for (const ask of asked)
    await Promise.race([
      Promise.resolve()
        .then(ask)
        .catch(() => undefined),
      wait(100),
    ]);
  await wait(300);
  const offered = servers().length;
  console.log(
    JSON.stringify({
      ...{ commands: commands.size, tools: tools.length, participant: typeof participant },
      ...{ servers: offered, listeners: listeners.length, formats: atOnce },
    }),
  );
  process.exit(0);
};
run().catch(error => {
  console.error(error);
  process.exit(1);
});
