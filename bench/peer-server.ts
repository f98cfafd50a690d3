import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Effort } from '../test/tasks/by-sluice.ts';
import type { Task } from '../test/tasks/task.ts';
import type { World } from '../test/tasks/world.ts';
import { endOf } from './task-end.ts';

/** Another server of git tools, at the version that the tasks were written for. */
export const PEER = '@cyanheads/git-mcp-server@2.15.3';

const FOLDER = join('.cache', 'git-mcp-server');
const PROGRAM = join(FOLDER, 'node_modules', '@cyanheads', 'git-mcp-server', 'dist', 'index.js');

export const hasPeer = (): boolean => existsSync(PROGRAM);

/** Brings it into a folder of its own; none of its install scripts runs. */
export function installPeer(): void {
  if (hasPeer()) return;
  mkdirSync(FOLDER, { recursive: true });
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--prefix', FOLDER];
  const { status } = spawnSync('npm', ['install', ...options, PEER], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${PEER} could not be installed.`);
}

export interface PeerServer {
  /** What a model is told of its tools, in characters. */
  readonly described: number;
  readonly tools: number;
  readonly run: (task: Task, world: World) => Promise<Effort>;
  readonly end: () => Promise<void>;
}

/** Starts it and tells it once, uncounted, where the repository is. */
export async function startPeer({ folder, repository, environment }: World): Promise<PeerServer> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(process.cwd(), PROGRAM)],
    env: { ...environment, MCP_TRANSPORT_TYPE: 'stdio', MCP_LOG_LEVEL: 'error', GIT_SIGN_COMMITS: 'false' },
    cwd: folder,
    stderr: 'ignore',
  });
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  const { tools } = await client.listTools();
  const reads = new Set(tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name));
  const told = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));

  const call = async (name: string, input: Readonly<Record<string, unknown>>) => {
    const { content, isError } = await client.callTool({ name, arguments: input });
    return { said: content.map(part => (part.type === 'text' ? part.text : '')).join('\n'), isError };
  };
  const { said, isError } = await call('git_set_working_dir', { path: repository });
  if (isError) throw new Error(said);

  return {
    described: JSON.stringify(told).length,
    tools: told.length,
    async run(task, world) {
      const { peer = [] } = task;
      let [last, all, characters, questions, ms] = ['', '', 0, 0, 0];
      let failed: string | undefined;
      for (const { tool, input } of peer) {
        const given = typeof input === 'function' ? input(last) : input;
        const begun = performance.now();
        const answer = await call(tool, given);
        ms += performance.now() - begun;
        last = answer.said;
        all += last;
        characters += JSON.stringify(given).length + last.length;
        if (!reads.has(tool)) questions += 1;
        if (answer.isError) failed ??= last.split('\n', 1)[0];
      }
      return { calls: peer.length, characters, questions, ms, wrong: failed ?? endOf(task, world, unquoted(all)) };
    },
    end: () => client.close(),
  };
}

/** Its answers are JSON: what stands in them as a text. */
const unquoted = (json: string): string => json.replaceAll('\\n', '\n').replaceAll('\\t', '\t').replaceAll('\\"', '"');
