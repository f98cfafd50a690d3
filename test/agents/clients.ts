import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codexEntry } from '../../src/hook/setup/hook-files.ts';

/** What a client is started with. */
export interface Session {
  readonly home: string;
  /** Where its model is. */
  readonly address: string;
  /** The words that start Sluice's MCP server, where it is to have it. */
  readonly mcp: readonly [program: string, ...words: string[]] | undefined;
  /** The command line of the hook, where a person has to put it in by hand. */
  readonly hook: string | undefined;
}

/** How one of the agents' clients is set up and started with no terminal. */
export interface TestClient {
  readonly name: 'claude' | 'codex' | 'copilot' | 'gemini';
  readonly program: string;
  readonly start: (session: Session) => { readonly args: readonly string[]; readonly environment: NodeJS.ProcessEnv };
  /** The option by which it asks nobody. */
  readonly asksNobody: readonly string[];
  /** How it tells the model of a hook that failed. */
  readonly failedHook: RegExp;
}

const folder = fileURLToPath(new URL('../../.cache/agents/node_modules/.bin', import.meta.url));

export const programOfClient = ({ program }: TestClient): string => join(folder, program);
/** Where it cannot be installed its tests are skipped. */
export const isInstalled = (client: TestClient): boolean => existsSync(programOfClient(client));

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const serversOf = (mcp: Session['mcp'], more: object = {}) => {
  const [command, ...args] = mcp ?? [];
  return command === undefined ? {} : { mcpServers: { sluice: { command, args, ...more } } };
};

export const claude: TestClient = {
  name: 'claude',
  program: 'claude',
  start({ home, address, mcp }) {
    const config = join(home, 'servers.json');
    write(config, JSON.stringify({ mcpServers: {}, ...serversOf(mcp) }));
    const tools = mcp ? ['--mcp-config', config, '--allowedTools', 'mcp__sluice'] : [];
    return {
      args: ['-p', 'do it', '--output-format', 'stream-json', '--verbose', ...tools],
      environment: {
        ANTHROPIC_API_KEY: 'dummy',
        ANTHROPIC_BASE_URL: address,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
        DISABLE_ERROR_REPORTING: '1',
        DISABLE_TELEMETRY: '1',
        ENABLE_TOOL_SEARCH: 'false',
        // Or it does not skip permissions for root, as tests in a container are.
        IS_SANDBOX: '1',
      },
    };
  },
  asksNobody: ['--dangerously-skip-permissions'],
  failedHook: /hook error/,
};

export const codex: TestClient = {
  name: 'codex',
  program: 'codex',
  start({ home, address, mcp, hook }) {
    const [command, ...args] = mcp ?? [];
    write(
      join(home, '.codex', 'config.toml'),
      [
        'model = "gpt-5.2"',
        'model_provider = "scripted"',
        'check_for_update_on_startup = false',
        '[analytics]\nenabled = false',
        '[features]\nplugins = false\napps = false',
        '[model_providers.scripted]\nname = "scripted"',
        `base_url = "${address}/v1"\nwire_api = "responses"\nenv_key = "SCRIPTED_KEY"`,
        'request_max_retries = 0\nstream_max_retries = 0',
        ...(hook === undefined ? [] : [codexEntry(hook, hook.replace(/ \|\| exit 2$/, ''))]),
        ...(command === undefined ? [] : [`[mcp_servers.sluice]\ncommand = ${JSON.stringify(command)}`]),
        ...(command === undefined ? [] : [`args = ${JSON.stringify(args)}\nstartup_timeout_sec = 20`]),
      ].join('\n'),
    );
    return {
      // A person reviews the hook in its terminal; this says that somebody has.
      args: ['exec', '--json', '--dangerously-bypass-hook-trust', '-s', 'danger-full-access'],
      environment: { CODEX_HOME: join(home, '.codex'), SCRIPTED_KEY: 'dummy' },
    };
  },
  asksNobody: ['--dangerously-bypass-approvals-and-sandbox'],
  failedHook: /blocked by PreToolUse hook/,
};

export const copilot: TestClient = {
  name: 'copilot',
  program: 'copilot',
  start({ home, address, mcp }) {
    const config = join(home, '.copilot');
    if (mcp) write(join(config, 'mcp-config.json'), JSON.stringify(serversOf(mcp, { type: 'local', tools: ['*'] })));
    return {
      args: ['--no-color', '--disable-builtin-mcps', '--no-remote', '-p', 'do it'],
      environment: {
        COPILOT_AUTO_UPDATE: 'false',
        COPILOT_HOME: config,
        COPILOT_MODEL: 'scripted',
        COPILOT_OFFLINE: 'true',
        COPILOT_PROVIDER_API_KEY: 'dummy',
        COPILOT_PROVIDER_BASE_URL: address,
        COPILOT_PROVIDER_TYPE: 'anthropic',
      },
    };
  },
  asksNobody: ['--yolo'],
  failedHook: /[Dd]enied by preToolUse hook/,
};

export const gemini: TestClient = {
  name: 'gemini',
  program: 'gemini',
  start({ home, address, mcp }) {
    // Setup has written the hook into the same file.
    const path = join(home, '.gemini', 'settings.json');
    const hooks = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
    const quiet = {
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    };
    write(path, JSON.stringify({ ...hooks, ...quiet, ...serversOf(mcp, { trust: true }) }));
    return {
      // With no terminal it offers the shell only where it asks nobody.
      args: ['-m', 'gemini-2.5-flash', '--skip-trust', '--yolo', '-p', 'do it', '--output-format', 'json'],
      environment: {
        GEMINI_API_KEY: 'dummy',
        GEMINI_CLI_NO_RELAUNCH: 'true',
        GEMINI_TELEMETRY_ENABLED: 'false',
        GOOGLE_GEMINI_BASE_URL: address,
      },
    };
  },
  asksNobody: [],
  failedHook: /Tool execution blocked/,
};
