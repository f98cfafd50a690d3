import { readArguments } from './arguments.ts';
import { TEXT } from './text.ts';

const FAILED = 70;
const BAD_USE = 2;

/** The MCP door, for whoever starts it: `sluice mcp` or the editor. Resolves with the exit code. */
export async function mcp(words: readonly string[]): Promise<number> {
  // Set by the launcher of the editor for this process; git's hooks and other programs are no part of that.
  delete process.env.ELECTRON_RUN_AS_NODE;
  const parsed = readArguments(words);
  if (!parsed.ok) return say(`${parsed.message}\n\n${TEXT.usage}`, BAD_USE);
  if (parsed.value.help) {
    process.stdout.write(TEXT.usage);
    return 0;
  }
  const run = parsed.value.check ? (await import('./check.ts')).check : (await import('./serve.ts')).serve;
  return run(parsed.value).catch(fail);
}

function say(text: string, code: number): number {
  process.stderr.write(text);
  return code;
}

/** Where it happened is for whoever mends it, who asks for it. */
function fail(error: unknown): number {
  const { SLUICE_DEBUG = '' } = process.env;
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? (error.stack ?? message) : message;
  return say(`${SLUICE_DEBUG === '' ? TEXT.failed(message) : stack}\n`, FAILED);
}
