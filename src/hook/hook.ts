import { writeSync } from 'node:fs';
import { CLIENTS, isClientName } from './clients.ts';
import { decide } from './decide.ts';
import { ownCommand, quoted } from './own-command.ts';
import { createPolicy } from './policy.ts';
import { TEXT } from './text.ts';

/** The one answer that stops a call in every client, whatever else it makes of its hooks. */
const BLOCK = 2;
const MOST_BYTES = 8 << 20;
/** Clients let a call pass whose hook takes too long, the soonest after some ten seconds. */
const LONGEST_MS = 5000;

/** The hook door: answers one question of a client before it uses a tool. Resolves with the exit code. */
export async function hook([name = '', ...more]: readonly string[]): Promise<number> {
  if (['-h', '--help'].includes(name)) {
    process.stdout.write(TEXT.usage);
    return 0;
  }
  if (!isClientName(name) || more.length > 0) return stop(`${TEXT.unknownClient(name)}\n\n${TEXT.usage}`);
  // A failure of ours is no yes, wherever it comes from.
  const block = (why: string) => {
    writeSync(process.stderr.fd, `${TEXT.blocked(why)}\n`);
    process.exit(BLOCK);
  };
  process.on('uncaughtException', error => block(error.message));
  const timer = setTimeout(() => block(TEXT.tooSlow), LONGEST_MS);
  try {
    return await answer(name);
  } catch (error) {
    return stop(TEXT.blocked(error instanceof Error ? error.message : String(error)));
  } finally {
    clearTimeout(timer);
  }
}

async function answer(name: keyof typeof CLIENTS): Promise<number> {
  const text = await readInput();
  if (text === undefined) return stop(TEXT.blocked(TEXT.tooLarge));
  const input = parseJson(text);
  if (input === undefined) return stop(TEXT.blocked(TEXT.notJson));
  const client = CLIENTS[name];
  const call = client.hear(input);
  if (call === 'other-tool') return 0;
  if (call === 'unknown') return stop(TEXT.blocked(TEXT.otherShape(name)));
  const commandLine = ownCommand('cli');
  const guard = quoted([...commandLine, 'run', '--']);
  const { CLAUDE_PROJECT_DIR: project } = process.env;
  const cwd = call.cwd ?? process.cwd();
  const askPolicy = createPolicy(commandLine, process.env);
  const decision = await decide({ line: call.line, cwd, project: project ?? cwd }, process.env, guard, askPolicy);
  const said = client.answer(decision, call, guard);
  if (said !== undefined) process.stdout.write(`${JSON.stringify(said)}\n`);
  return 0;
}

function stop(message: string): number {
  process.stderr.write(`${message}\n`);
  return BLOCK;
}

/** Undefined for more than any call of a tool is. */
async function readInput(): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of process.stdin) {
    length += chunk.length;
    if (length > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
}

/** Undefined for what is no JSON; JSON itself has no such value. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
