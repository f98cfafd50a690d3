import { readArguments } from './arguments.ts';
import { classifyCommand } from './classify.ts';
import { runCommand } from './run.ts';
import { statusCommand } from './status.ts';
import { TEXT } from './text.ts';
import { journalCommand, undoCommand } from './undo.ts';
import { EXIT } from './verdicts.ts';

const commands = {
  classify: classifyCommand,
  journal: journalCommand,
  run: runCommand,
  status: statusCommand,
  undo: undoCommand,
} as const;

async function main([name = '', ...words]: readonly string[]): Promise<number> {
  if (['', '-h', '--help', 'help'].includes(name)) {
    process.stdout.write(TEXT.usage);
    return name === '' ? EXIT.error : 0;
  }
  if (!Object.hasOwn(commands, name)) return complain(TEXT.unknownCommand(name));
  const parsed = readArguments(words);
  if (!parsed.ok) return complain(parsed.message);
  return commands[name as keyof typeof commands](parsed.value);
}

function complain(message: string): number {
  process.stderr.write(`${message}\n\n${TEXT.usage}`);
  return EXIT.error;
}

// A reader that stops early, such as head, is no error of ours.
process.stdout.on('error', error => {
  if ('code' in error && error.code === 'EPIPE') process.exit(0);
  throw error;
});

// Nor is a terminal that went away: what is under way comes to its end, though nobody reads of it.
process.stderr.on('error', error => {
  if (!('code' in error && ['EIO', 'EPIPE'].includes(String(error.code)))) throw error;
});

void main(process.argv.slice(2)).then(code => {
  process.exitCode = code;
});
