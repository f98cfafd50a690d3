import { VERSION } from '../shared/version.ts';
import { readArguments } from './arguments.ts';
import { EXIT } from './exit.ts';
import { leaveGuard } from './guard-path.ts';
import { TEXT } from './text.ts';

/** Each is loaded when it is called: a verdict needs neither processes nor the journal. */
const commands = {
  checkpoint: async () => (await import('./checkpoint.ts')).checkpointCommand,
  classify: async () => (await import('./classify.ts')).classifyCommand,
  journal: async () => (await import('./undo.ts')).journalCommand,
  run: async () => (await import('./run.ts')).runCommand,
  status: async () => (await import('./status.ts')).statusCommand,
  tools: async () => (await import('./tools.ts')).toolsCommand,
  undo: async () => (await import('./undo.ts')).undoCommand,
} as const;

type Name = keyof typeof commands;
const isCommand = (name: string): name is Name => Object.hasOwn(commands, name);

async function main([name = '', ...words]: readonly string[]): Promise<number> {
  if (name === '--version' || name === '-v') return print(`${VERSION}\n`);
  if (['-h', '--help', 'help'].includes(name)) {
    const [about = ''] = words;
    return print(await helpOn(isCommand(about) ? about : 'usage'));
  }
  if (name === 'guard') return (await import('./guard.ts')).guardCommand(words);
  if (name === 'agent-snapshot') return (await import('./agent-snapshot.ts')).agentSnapshot(process.stdin);
  if (name === 'hook') return (await import('../hook/hook.ts')).hook(words);
  if (name === 'policy') return (await import('./policy.ts')).policyCommand(words);
  if (name === 'setup') return setUp(words);
  if (name === 'mcp') return (await import('../mcp/mcp.ts')).mcp(words);
  if (name === '') return complain(await helpOn('usage'));
  if (!isCommand(name)) return complain(`${TEXT.unknownCommand(name)}\n\n${await helpOn('usage')}`);
  const parsed = readArguments(words, name);
  if (!parsed.ok) return complain(`${parsed.message}\n\n${await helpOn(name)}`);
  if (parsed.value.help) return print(await helpOn(name));
  if (parsed.value.version) return print(`${VERSION}\n`);
  const run = await commands[name]();
  return run(parsed.value);
}

const helpOn = async (name: Name | 'usage'): Promise<string> => (await import('./help.ts')).HELP[name];

async function setUp(words: readonly string[]): Promise<number> {
  const { setUpHere } = await import('./setup/here.ts');
  return setUpHere(words, line => print(`${line}\n`));
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function complain(text: string): number {
  process.stderr.write(text);
  return EXIT.error;
}

// A reader that stops early, such as head, is no error of ours. For a server it is a client that left, maybe while a write runs.
process.stdout.on('error', error => {
  if (process.argv[2] === 'mcp') return;
  if ('code' in error && error.code === 'EPIPE') process.exit(0);
  throw error;
});

// Nor is a terminal that went away: what is under way comes to its end, though nobody reads of it.
process.stderr.on('error', error => {
  if (!('code' in error && ['EIO', 'EPIPE'].includes(String(error.code)))) throw error;
});

/** Where it happened is for whoever mends it, who asks for it. */
function fail(error: unknown): number {
  const { SLUICE_DEBUG = '' } = process.env;
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? (error.stack ?? message) : message;
  process.stderr.write(`${SLUICE_DEBUG === '' ? TEXT.failed(message) : stack}\n`);
  return EXIT.failed;
}

// Set by the launcher of the editor for this process; git's hooks and other programs are no part of that.
delete process.env.ELECTRON_RUN_AS_NODE;
leaveGuard(process.env);

void main(process.argv.slice(2))
  .catch(fail)
  .then(code => {
    process.exitCode = code;
  });
