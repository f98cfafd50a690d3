import { type CallHint, pipedInto } from './pipe-hints.ts';
import { type ShellPart, shellWords, splitShell, unquoted } from './split-shell.ts';

/** Of a longer text nothing is said back. */
const LONGEST = 1000;

/** The next step for a text that is no command: the call that does what was meant. It is said, and never done. */
export function shellHint(text: string, tool: string): string {
  if (text.length > LONGEST) return ONE_COMMAND;
  const message = messageHint(text);
  if (message !== undefined) return message;
  if (hasOpenQuote(text)) return "Close the quote. Inside '…' nothing is escaped; write it's as 'it'\\''s'.";
  if (/`|\$\(/.test(text.replace(/'[^']*'/g, '')))
    return 'Run the inner command in a call of its own first, and put what it prints in its place.';
  const parts = splitShell(text);
  const moved = movedTo(parts);
  const lines = commandLines(moved.parts);
  const repository = moved.folder === undefined ? {} : { repository: moved.folder };
  if (lines.length > 1) return severalHint(lines, repository);
  const [line] = lines;
  return line === undefined ? ONE_COMMAND : oneHint(line, repository, tool);
}

const ONE_COMMAND = 'Give one git or gh command, with its program first, such as git status.';

/** Messages of several lines, however a shell would be given them. */
function messageHint(text: string): string | undefined {
  const isMessage =
    /^git (?:commit|tag|notes|merge|stash)\b/.test(text) && /\s(?:-\w*m|--message|-F|--file)\b/.test(text);
  return isMessage && /\n|<</.test(text)
    ? "Give -m once for each paragraph: git commit -m 'Subject' -m 'First paragraph' -m 'Second paragraph'."
    : undefined;
}

function hasOpenQuote(text: string): boolean {
  const rest = text.replace(/\\.|'[^']*'|"(?:[^"\\]|\\.)*"/gs, '');
  return /['"]/.test(rest);
}

/** The parts after `cd folder &&`, and that folder. */
function movedTo(parts: readonly ShellPart[]): { readonly parts: readonly ShellPart[]; readonly folder?: string } {
  const [first, second, ...rest] = parts;
  const [name, folder, ...more] = shellWords(first?.text ?? '');
  const goes = name === 'cd' && folder !== undefined && more.length === 0;
  if (!goes || second === undefined || !['&&', ';', '\n'].includes(second.operator)) return { parts };
  return { parts: [{ operator: '', text: second.text }, ...rest], folder: unquoted(folder) };
}

/** One command of a shell line with what it is piped into, and where its output goes. */
interface CommandLine {
  readonly operator: ShellPart['operator'];
  readonly command: string;
  readonly pipes: readonly string[];
  readonly redirects: readonly ShellPart[];
}

function commandLines(parts: readonly ShellPart[]): readonly CommandLine[] {
  const lines: CommandLine[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last && part.operator === '|') lines.splice(-1, 1, { ...last, pipes: [...last.pipes, part.text] });
    else if (last && /[<>]/.test(part.operator)) lines.splice(-1, 1, { ...last, redirects: [...last.redirects, part] });
    else if (part.text !== '' && !(part.operator === '||' && ['true', ':'].includes(part.text)))
      lines.push({ operator: part.operator, command: bareCommand(part.text), pipes: [], redirects: [] });
  }
  return lines;
}

/** A command without what only a shell understands in front of it: variables, sudo, the path of the program. */
function bareCommand(text: string): string {
  const bare = text.replace(/^(?:\$ +|sudo +|command +|env +|[A-Za-z_]\w*=\S* +)+/, '');
  return bare.replace(/^\S*\/(git|gh)(?= )/, '$1');
}

const isOurs = (command: string): boolean => /^(?:git|gh) /.test(command);

function severalHint(lines: readonly CommandLine[], repository: { readonly repository?: string }): string {
  if (!lines.every(({ command }) => isOurs(command)))
    return 'This runs git and gh only: one command per call, nothing else.';
  if (lines.some(({ operator }) => operator === '||'))
    return `Run ${lines[0]?.command} alone, look at its result, and then decide on the next call.`;
  const commands = lines.map(({ command }) => command);
  return `Use ${written('git_plan', { commands, ...repository })}, or a call for each when they only read.`;
}

function oneHint(line: CommandLine, repository: { readonly repository?: string }, tool: string): string {
  const [program = ''] = line.command.split(' ', 1);
  if (program !== 'git' && program !== 'gh') {
    const [first = ''] = shellWords(line.command);
    return SUBCOMMAND.test(first) ? `${ONE_COMMAND} Perhaps: git ${line.command}` : ONE_COMMAND;
  }
  if (line.command.trim() === program)
    return `Name a subcommand: ${program} ${program === 'git' ? 'status' : 'pr list'}.`;
  const start: CallHint = { command: line.command, notes: line.redirects.map(redirectNote) };
  const { notes, ...input } = line.pipes.reduce(pipedInto, start);
  const right = tool.replace(/^(?:git|gh)(?=_)/, program);
  return [`Use ${written(right, { ...input, ...repository })}.`, ...notes].join(' ');
}

const SUBCOMMAND =
  /^(?:add|blame|branch|checkout|commit|diff|fetch|log|merge|pull|push|rebase|reset|show|stash|status|switch)$/;

const redirectNote = ({ operator }: ShellPart): string =>
  operator === '<'
    ? 'Nothing can be passed on standard input: put it into the command.'
    : 'The whole output stays in a panel, from which the person can export it; panel_read pages through it.';

const written = (tool: string, input: object): string => `${tool}(${JSON.stringify(input)})`;
