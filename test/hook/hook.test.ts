import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildDoors, buildHook } from '../../esbuild.mjs';
import { git, temporaryFolder } from '../core/git/support.ts';
import { repository } from '../core/windows/support.ts';

const folder = temporaryFolder();
const script = join(folder, 'hook.cjs');
let root: string;
beforeAll(async () => {
  // The command line saves what is there before what the hook has no opinion of.
  await Promise.all([buildDoors(folder), buildHook(folder)]);
  root = repository();
  git(root, 'commit', '-q', '--allow-empty', '-m', 'First');
});

const UNHURRIED = ['--require', join(import.meta.dirname, 'unhurried.cjs')];

/** Starts the built hook as a client does. */
function ask(client: string, input: string | undefined, options: readonly string[] = UNHURRIED) {
  const child = spawn(process.execPath, [...options, script, client], {
    cwd: root,
    stdio: 'pipe',
    env: { ...process.env, XDG_STATE_HOME: folder },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', chunk => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', chunk => {
    stderr += chunk;
  });
  // It may have said no before it has read all.
  child.stdin.on('error', () => {});
  if (input !== undefined) child.stdin.end(input);
  return new Promise<{ code: number | null; stdout: string; stderr: string }>(resolve =>
    child.on('close', code => resolve({ code, stdout, stderr })),
  );
}

const snakeCase = (event: string, tool: string) => (command: string) => ({
  session_id: 's',
  cwd: root,
  hook_event_name: event,
  tool_name: tool,
  tool_input: { command, description: 'd' },
});
const FORMS: Readonly<Record<string, (command: string) => object>> = {
  claude: snakeCase('PreToolUse', 'Bash'),
  codex: snakeCase('PreToolUse', 'Bash'),
  copilot: command => ({
    sessionId: 's',
    timestamp: 1,
    cwd: root,
    toolName: 'bash',
    toolArgs: { command, description: 'd' },
  }),
  cursor: command => ({ hook_event_name: 'beforeShellExecution', command, cwd: root }),
  gemini: snakeCase('BeforeTool', 'run_shell_command'),
  vscode: snakeCase('PreToolUse', 'run_in_terminal'),
};

const answerOf = async (client: string, command: string) => {
  const { code, stdout, stderr } = await ask(client, JSON.stringify(FORMS[client]?.(command)));
  expect([code, stderr]).toEqual([0, '']);
  return stdout === '' ? undefined : JSON.parse(stdout);
};
const inOwn = (permissionDecision: string | undefined, command?: string) => ({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    ...(permissionDecision && { permissionDecision }),
    permissionDecisionReason: expect.any(String),
    ...(command && { updatedInput: { command, description: 'd' } }),
  },
});

const guarded = `${process.execPath} ${join(folder, 'cli.cjs')} run -- `;
const READ = 'git status | head -3';
const WRITE = 'git push --force';
const MIXED = 'npm test && git push';
const REFUSED = 'git rebase -i HEAD~2';
const reason = expect.any(String);
const useRun = expect.stringMatching(/^Put .*cli\.cjs run -- in front of the git or gh command/);

describe.each([
  [
    'claude',
    inOwn('allow'),
    inOwn('allow', guarded + WRITE),
    inOwn(undefined, `npm test && ${guarded}git push`),
    inOwn('deny'),
  ],
  ['vscode', undefined, inOwn('ask'), inOwn('ask'), inOwn('deny')],
  ['codex', inOwn('allow'), inOwn('allow', guarded + WRITE), inOwn('deny'), inOwn('deny')],
  [
    'copilot',
    { permissionDecision: 'allow', permissionDecisionReason: reason },
    {
      permissionDecision: 'allow',
      permissionDecisionReason: reason,
      modifiedArgs: { command: guarded + WRITE, description: 'd' },
    },
    { permissionDecisionReason: reason, modifiedArgs: { command: `npm test && ${guarded}git push`, description: 'd' } },
    { permissionDecision: 'deny', permissionDecisionReason: reason },
  ],
  [
    'gemini',
    { decision: 'allow', reason },
    {
      decision: 'allow',
      reason,
      hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input: { command: guarded + WRITE, description: 'd' } },
    },
    {
      reason,
      hookSpecificOutput: {
        hookEventName: 'BeforeTool',
        tool_input: { command: `npm test && ${guarded}git push`, description: 'd' },
      },
    },
    { decision: 'deny', reason },
  ],
  [
    'cursor',
    undefined,
    { permission: 'deny', user_message: useRun, agent_message: useRun },
    { permission: 'deny', user_message: useRun, agent_message: useRun },
    { permission: 'deny', user_message: reason, agent_message: reason },
  ],
])('%s', (client, read, write, mixed, refused) => {
  it.each([
    [READ, read],
    [WRITE, write],
    [MIXED, mixed],
    [REFUSED, refused],
    ['ls', undefined],
    ['git log $(git push)', undefined],
  ])('%s', async (command, answer) => {
    expect(await answerOf(client, command)).toEqual(answer);
  });
});

describe('what it cannot judge it stops, the one way that every client honours', () => {
  const shape = FORMS.claude?.('git status') ?? {};
  it.each([
    ['no JSON', '{"tool_name":', 'JSON'],
    ['nothing', '', 'JSON'],
    ['null', 'null', 'newer Sluice'],
    ['another event', JSON.stringify({ ...shape, hook_event_name: 'Notification' }), 'newer Sluice'],
    ['a shell call with no line', JSON.stringify({ ...shape, tool_input: { cmd: 'git push' } }), 'newer Sluice'],
    ['a line that is none', JSON.stringify({ ...shape, tool_input: { command: ['git', 'push'] } }), 'newer Sluice'],
    ['a folder that is none', JSON.stringify({ ...shape, cwd: 7 }), 'newer Sluice'],
    ['far too much', `{"x":"${'x'.repeat(9 << 20)}"}`, 'too large'],
    ['no text', Buffer.from([0xff, 0xfe, 0x7b]).toString('latin1'), 'JSON'],
  ])('%s', async (_name, input, why) => {
    const { code, stdout, stderr } = await ask('claude', input);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(why);
  });

  it('a client that never ends what it says', async () => {
    const { code, stdout, stderr } = await ask('claude', undefined, []);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('too long');
  });

  it('a client that nobody knows', async () => {
    expect(await ask('clippy', '{}')).toMatchObject({ code: 2, stdout: '' });
  });
});

it('the editor’s own chat, by the name that it gave its event before', async () => {
  const { hook_event_name: hookEventName, ...rest } = { hook_event_name: '', ...FORMS.vscode?.('git push') };
  const { stdout } = await ask('vscode', JSON.stringify({ ...rest, hookEventName }));
  expect(JSON.parse(stdout)).toEqual(inOwn('ask'));
});

it('the editor’s own chat, which starts what stands in Copilot’s folder as well, is left to its own hook', async () => {
  const nothing = { code: 0, stdout: '', stderr: '' };
  for (const tool of ['run_in_terminal', 'editFiles'])
    expect(await ask('copilot', JSON.stringify(snakeCase('PreToolUse', tool)('git push')))).toEqual(nothing);
  // What a Copilot of tomorrow might send is not taken for the editor's.
  expect(await ask('copilot', JSON.stringify(snakeCase('PreToolUse', 'bash')('git push')))).toMatchObject({ code: 2 });
});

it('a call of another tool is none of its business', async () => {
  expect(await ask('claude', JSON.stringify({ ...FORMS.claude?.('x'), tool_name: 'Read' }))).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  });
});
