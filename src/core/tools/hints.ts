/** The next step for a command string that is none: a call that does what was meant. */
export function shellHint(text: string, tool: string): string | undefined {
  const [, command = '', lines] = /^(.*?)\s*\|\s*head(?:\s+-(?:n\s*)?(\d+))?\s*$/.exec(text) ?? [];
  if (lines !== undefined) return call(tool, { command, head: Number(lines) });
  const [, program] = /^(git|gh) /.exec(text) ?? [];
  if (program !== undefined && !tool.startsWith(program)) return call(`${program}_execute`, { command: text });
  return 'Give one command per call, with its program first.';
}

const call = (tool: string, input: object): string => `${tool}(${JSON.stringify(input)})`;
