/** Tells the person something and gives the exit code on. */
export function say(message: string, code: number): number {
  process.stderr.write(`${message}\n`);
  return code;
}
