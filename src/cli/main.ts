import { readArguments } from './arguments.ts';
import { classifyCommand } from './classify.ts';
import { EXIT } from './judge.ts';
import { runCommand } from './run.ts';
import { statusCommand } from './status.ts';
import { journalCommand, undoCommand } from './undo.ts';

const usage = `Usage:
  sluice classify [--root DIR] [--json] <command>   say what a git or gh command is
  sluice classify [--root DIR] [--json] -           the same, the command on standard input
  sluice classify [--root DIR] --jsonl              one command a line in, one JSON object a line out
  sluice run [--root DIR] <command>                 run a read; ask on the terminal before a write
  sluice undo [--root DIR] [id]                     take the last write back, or the one of that id
  sluice journal [--root DIR] [--json]              list what can be taken back
  sluice status [--root DIR] [--json]               show the branch and the changed files, as a model is shown them

--root DIR   the workspace folder (default: the current one)

Exit codes of classify: 0 read-only, 10 mutating, 11 refused, 2 not a command.
`;

const commands = {
  classify: classifyCommand,
  journal: journalCommand,
  run: runCommand,
  status: statusCommand,
  undo: undoCommand,
} as const;

async function main([name = '', ...words]: readonly string[]): Promise<number> {
  if (['', '-h', '--help', 'help'].includes(name)) {
    process.stdout.write(usage);
    return name === '' ? EXIT.error : 0;
  }
  if (!Object.hasOwn(commands, name)) return complain(`Unknown command '${name}'.`);
  const parsed = readArguments(words);
  if (!parsed.ok) return complain(parsed.message);
  return commands[name as keyof typeof commands](parsed.value);
}

function complain(message: string): number {
  process.stderr.write(`${message}\n\n${usage}`);
  return EXIT.error;
}

// A reader that stops early, such as head, is no error of ours.
process.stdout.on('error', error => {
  if ('code' in error && error.code === 'EPIPE') process.exit(0);
  throw error;
});

void main(process.argv.slice(2)).then(code => {
  process.exitCode = code;
});
