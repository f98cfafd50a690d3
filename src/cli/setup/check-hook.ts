import { spawn } from 'node:child_process';
import type { ClientName } from '../../hook/clients.ts';
import { SETUP_TEXT } from './text.ts';

const TEXT = SETUP_TEXT.check;

interface Answered {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

/** A call of the client's shell tool, as it would tell the hook of it. */
const CALLS: Readonly<Record<ClientName, (command: string, cwd: string) => object>> = (() => {
  const snakeCase = (event: string, tool: string) => (command: string, cwd: string) => ({
    hook_event_name: event,
    tool_name: tool,
    cwd,
    tool_input: { command },
  });
  return {
    claude: snakeCase('PreToolUse', 'Bash'),
    codex: snakeCase('PreToolUse', 'Bash'),
    copilot: (command, cwd) => ({ toolName: 'bash', cwd, toolArgs: { command } }),
    cursor: (command, cwd) => ({ hook_event_name: 'beforeShellExecution', command, cwd }),
    gemini: snakeCase('BeforeTool', 'run_shell_command'),
    vscode: snakeCase('PreToolUse', 'run_in_terminal'),
  };
})();

/** Starts the hook as the client would, with calls that only it hears of: nothing of them runs. */
export async function checkHook(client: ClientName, command: string, cwd: string): Promise<readonly string[]> {
  const call = (line: string) => JSON.stringify(CALLS[client](line, cwd));
  const answers = (pattern: RegExp) => (answered: Answered) => answered.code === 0 && pattern.test(answered.stdout);
  const stops = ({ code, stdout }: Answered) => code === 2 && stdout === '';
  const tries = [
    [TEXT.read, command, call('git log'), answers(/^$|"allow"/)],
    [TEXT.write, command, call('git push'), answers(/"ask"|"deny"| run -- git push"/)],
    [TEXT.refused, command, call('git rebase -i HEAD~2'), answers(/"deny"/)],
    [TEXT.broken, command, '{', stops],
    [TEXT.gone, command.replace('hook.cjs', 'not-there.cjs'), call('git push'), stops],
  ] as const;
  const lines: string[] = [];
  for (const [what, line, input, isRight] of tries) {
    const answered = await start(line, input, cwd);
    const ms = Math.round(answered.ms);
    lines.push(
      isRight(answered) ? TEXT.answered(what, ms) : TEXT.failed(what, (answered.stdout + answered.stderr).trim()),
    );
  }
  return lines;
}

function start(line: string, input: string, cwd: string): Promise<Answered> {
  const began = performance.now();
  const child = spawn('sh', ['-c', line], { cwd, stdio: 'pipe' });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', chunk => out.push(chunk));
  child.stderr.on('data', chunk => err.push(chunk));
  // What cannot start does not read either.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', code =>
      resolve({
        code,
        stdout: Buffer.concat(out).toString(),
        stderr: Buffer.concat(err).toString(),
        ms: performance.now() - began,
      }),
    );
  });
}
