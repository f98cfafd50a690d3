import type { CliArguments } from './arguments.ts';
import { describe, EXIT, judgeText, toRecord } from './judge.ts';

/** `sluice classify`: says what a command is; the exit code says it to scripts. */
export async function classifyCommand({ command, root, json, jsonl }: CliArguments): Promise<number> {
  if (jsonl) return classifyLines(root);
  const text = command ?? (await readInput()).replace(/\r?\n$/, '');
  const judged = judgeText(text, root);
  if (json) process.stdout.write(`${JSON.stringify(toRecord(text, judged))}\n`);
  else if ('error' in judged) process.stderr.write(`error      ${judged.error}\n`);
  else process.stdout.write(`${describe(judged.command)}\n`);
  return 'error' in judged ? EXIT.error : EXIT[judged.command.verdict.class];
}

/** One JSON object a line for every line that comes in, in order, each as soon as its line is complete. */
async function classifyLines(root: string): Promise<number> {
  const answer = (line: string) => `${JSON.stringify(toRecord(line, judgeText(line, root)))}\n`;
  // Only a line feed ends a line: readline would also split at separators that a command may hold.
  let held = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    const lines = `${held}${chunk}`.split('\n');
    held = lines.pop() ?? '';
    const written = lines.map(line => answer(line.replace(/\r$/, ''))).join('');
    if (written !== '' && !process.stdout.write(written))
      await new Promise(resolve => process.stdout.once('drain', resolve));
  }
  if (held !== '') process.stdout.write(answer(held));
  return 0;
}

async function readInput(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk;
  return text;
}
