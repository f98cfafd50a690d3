import type { CliArguments } from './arguments.ts';
import { paintFor } from './color.ts';
import { EXIT } from './exit.ts';
import { classifyIn, verdictRecord, verdictText } from './verdicts.ts';

/** `sluice classify`: says what a command does; the exit code says it to scripts. */
export async function classifyCommand({ command, root, json, jsonl, color }: CliArguments): Promise<number> {
  if (jsonl) return classifyLines(root);
  const text = command ?? (await readInput()).replace(/\r?\n$/, '');
  const classified = classifyIn(text, root);
  if (json) process.stdout.write(`${JSON.stringify(verdictRecord(text, classified))}\n`);
  else if (!classified.ok) process.stderr.write(`error      ${classified.message}\n`);
  else process.stdout.write(`${verdictText(classified.command, paintFor(color, process.stdout))}\n`);
  return classified.ok ? EXIT[classified.command.verdict.class] : EXIT.error;
}

/** One JSON object a line for every line that comes in, in order, each as soon as its line is complete. */
async function classifyLines(root: string): Promise<number> {
  const answer = (line: string) => `${JSON.stringify(verdictRecord(line, classifyIn(line, root)))}\n`;
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
