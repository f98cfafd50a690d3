import { writeSync } from 'node:fs';
import { type AgentEvent, agentEvent, callOf, mentionsGit } from './agent-events.ts';
import { CLIENTS, type Client, type ClientName, isClientName } from './clients.ts';
import { type Decision, decide } from './decide.ts';
import { ownCommand, quoted } from './own-command.ts';
import { createPolicy } from './policy.ts';
import { saveByCommandLine, wasSavedBefore } from './save-before.ts';
import { TEXT } from './text.ts';

/** The one answer that stops a call in every client, whatever else it makes of its hooks. */
const BLOCK = 2;
/** Every client goes on after it, and shows what was said. */
const NOT_NOTED = 1;
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
    return await answer(name, () => clearTimeout(timer));
  } catch (error) {
    return stop(TEXT.blocked(error instanceof Error ? error.message : String(error)));
  } finally {
    clearTimeout(timer);
  }
}

/** `judged` is called when it is known what is said of the call: what takes time then has a limit of its own, and stops nothing. */
async function answer(name: keyof typeof CLIENTS, judged: () => void): Promise<number> {
  const text = await readInput();
  if (text === undefined) return stop(TEXT.blocked(TEXT.tooLarge));
  const input = parseJson(text);
  if (input === undefined) return stop(TEXT.blocked(TEXT.notJson));
  const client: Client = CLIENTS[name];
  const event = agentEvent(name, input);
  if (event !== undefined) {
    judged();
    return note(name, event);
  }
  const call = client.hear(input);
  if (call === 'other-tool') return 0;
  if (call === 'unknown') return stop(TEXT.blocked(TEXT.otherShape(name)));
  const commandLine = ownCommand('cli');
  const guard = quoted([...commandLine, 'run', '--']);
  const { CLAUDE_PROJECT_DIR: project } = process.env;
  const cwd = call.cwd ?? process.cwd();
  const askPolicy = createPolicy(commandLine, process.env);
  const decision = await decide({ line: call.line, cwd, project: project ?? cwd }, process.env, guard, askPolicy);
  judged();
  const failure = mayRunAsItIs(client, decision, call.line)
    ? await saveByCommandLine({ event: 'before', client: name, call: callOf(name, input), cwd, line: call.line })
    : undefined;
  const warning = failure === undefined ? undefined : TEXT.notSaved(failure);
  const said = client.answer(withWarning(decision, warning), call, guard) ?? (warning && client.tell?.(warning));
  if (said) writeSync(process.stdout.fd, `${JSON.stringify(said)}\n`);
  else if (warning !== undefined) process.stderr.write(`${warning}\n`);
  return 0;
}

/** Whether a line that may change a repository runs as the agent wrote it, so that nobody else saves what is there before. */
const mayRunAsItIs = ({ runsAsked = false }: Client, decision: Decision, line: string): boolean =>
  decision.kind === 'silent' ? mentionsGit(line) : decision.kind === 'rewrite' && decision.waits && runsAsked;

const withWarning = (decision: Decision, warning: string | undefined): Decision =>
  warning === undefined || decision.kind === 'silent'
    ? decision
    : { ...decision, reason: `${decision.reason} ${warning}` };

/** What an event is told of: nothing waits for it. A failure is said, and stops no call. */
async function note(client: ClientName, event: AgentEvent): Promise<number> {
  const cwd = ('cwd' in event && event.cwd) || process.cwd();
  if (event.kind === 'after' && !(await wasSavedBefore(event.call))) return 0;
  const call = event.kind === 'after' ? event.call : callOf(client, event);
  const failure = await saveByCommandLine({ event: event.kind, client, call, cwd, line: '' });
  if (failure === undefined) return 0;
  process.stderr.write(`${event.kind === 'after' ? TEXT.notNoted(failure) : TEXT.notSaved(failure)}\n`);
  return NOT_NOTED;
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
