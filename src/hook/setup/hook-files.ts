import { join } from 'node:path';
import type { ClientName } from '../clients.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** An event that the client only tells of. */
export interface HookEvent {
  readonly name: string;
  readonly entry: (command: string) => object;
}

/** Where a client looks for the hooks of a person, and the form it wants an entry in. */
export interface HookFile {
  readonly path: (home: string, environment: Environment) => string;
  /** The list of entries is under `hooks` and this name. */
  readonly event: string;
  /** What a file holds that begins with this entry. */
  readonly start: Readonly<Record<string, unknown>>;
  readonly entry: (command: string) => object;
  /** The events that ask nothing, and an entry for one. */
  readonly events?: readonly HookEvent[];
  /** What the client wants besides, before it runs a hook; a text of setup. */
  readonly besides?: 'codex' | 'gemini' | 'untried';
}

/** A hook answers within five seconds, or stops the call; none of these clients may give it up sooner. */
const SECONDS = 30;

/** Clients whose hooks stand in a JSON file. */
export const HOOK_FILES: Readonly<Partial<Record<ClientName, HookFile>>> = {
  claude: {
    path: (home, { CLAUDE_CONFIG_DIR }) => join(CLAUDE_CONFIG_DIR || join(home, '.claude'), 'settings.json'),
    event: 'PreToolUse',
    start: {},
    entry: command => ({ matcher: 'Bash', hooks: [{ type: 'command', command, timeout: SECONDS }] }),
    events: [
      { name: 'SessionStart', entry: command => ({ hooks: [{ type: 'command', command, timeout: SECONDS }] }) },
      {
        name: 'PostToolUse',
        entry: command => ({ matcher: 'Bash', hooks: [{ type: 'command', command, timeout: SECONDS }] }),
      },
    ],
  },
  copilot: {
    path: (home, { COPILOT_HOME }) => join(COPILOT_HOME || join(home, '.copilot'), 'hooks', 'sluice.json'),
    event: 'preToolUse',
    start: { version: 1 },
    entry: command => ({ type: 'command', bash: command, timeoutSec: SECONDS }),
  },
  cursor: {
    path: home => join(home, '.cursor', 'hooks.json'),
    event: 'beforeShellExecution',
    start: { version: 1 },
    entry: command => ({ command }),
    besides: 'untried',
  },
  gemini: {
    path: home => join(home, '.gemini', 'settings.json'),
    event: 'BeforeTool',
    start: {},
    entry: command => ({
      matcher: 'run_shell_command',
      hooks: [{ type: 'command', name: 'sluice', command, timeout: SECONDS * 1000 }],
    }),
    events: [
      {
        name: 'SessionStart',
        entry: command => ({ hooks: [{ type: 'command', name: 'sluice', command, timeout: SECONDS * 1000 }] }),
      },
      {
        name: 'AfterTool',
        entry: command => ({
          matcher: 'run_shell_command',
          hooks: [{ type: 'command', name: 'sluice', command, timeout: SECONDS * 1000 }],
        }),
      },
    ],
    besides: 'gemini',
  },
  // The editor reads the folder of Copilot CLI, which reads this file too: each hook passes the calls of the other.
  vscode: {
    path: home => join(home, '.copilot', 'hooks', 'sluice-vscode.json'),
    event: 'PreToolUse',
    start: { version: 1 },
    entry: command => ({ type: 'command', command, timeout: SECONDS }),
    events: ['SessionStart', 'PostToolUse'].map(name => ({
      name,
      entry: command => ({ type: 'command', command, timeout: SECONDS }),
    })),
    besides: 'untried',
  },
};

/** Codex keeps its hooks in TOML, and a person has to review them there. */
export const codexEntry = (ask: string, tell: string): string =>
  [
    codexHook('PreToolUse', 'Bash', ask),
    codexHook('SessionStart', undefined, tell),
    codexHook('PostToolUse', 'Bash', tell),
  ].join('\n\n');

const codexHook = (event: string, matcher: string | undefined, command: string): string =>
  [
    `[[hooks.${event}]]`,
    ...(matcher === undefined ? [] : [`matcher = "${matcher}"`]),
    `[[hooks.${event}.hooks]]`,
    'type = "command"',
    `command = ${JSON.stringify(command)}`,
    `timeout = ${SECONDS}`,
  ].join('\n');
