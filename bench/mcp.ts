import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { makeSampleRepository } from '../scripts/sample-repository.mjs';
import { bareSpawn, timed } from './runner.ts';
import { median, printTable } from './table.ts';

const ROUNDS = 150;
const STARTS = 9;
const ERAS = ['2026-07-28', '2025-11-25'] as const;
const COMMANDS = [
  ['rev-parse', 'HEAD'],
  ['status', '--porcelain=v2', '--branch'],
  ['log', '--oneline', '-50'],
  ['diff', 'HEAD~3'],
];

/** What a read by the built server costs a client beside the same bare git, the two taking turns. */
export async function benchMcp(): Promise<void> {
  const repository = makeSampleRepository();
  const state = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
  try {
    const rows: string[][] = [];
    for (const era of ERAS) rows.push(...(await rowsOf(era, repository, state)));
    printTable(
      `A read by MCP beside the same bare git, median and quickest of ${ROUNDS}`,
      ['command', 'protocol', 'bare git', 'git_read', 'quickest git', 'quickest git_read', 'more', 'bar'],
      rows,
    );
    const starts: number[] = [];
    for (let round = 0; round < STARTS; round += 1) starts.push(await untilListed(repository, state));
    console.log(`\nFrom the start of a server to its list of tools: ${median(starts).toFixed(0)} ms.`);
  } finally {
    for (const folder of [repository, state]) rmSync(folder, { recursive: true, force: true });
  }
}

async function rowsOf(era: (typeof ERAS)[number], repository: string, state: string): Promise<string[][]> {
  const client = await connect(era, repository, state);
  const rows: string[][] = [];
  for (const args of COMMANDS) {
    const command = `git ${args.join(' ')}`;
    const read = () => client.callTool({ name: 'git_read', arguments: { command } });
    const { isError, content } = await read();
    if (isError) throw new Error(`${command}: ${JSON.stringify(content)}`);
    const bare: number[] = [];
    const ours: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(await timed(() => bareSpawn(args, repository)));
      ours.push(await timed(read));
    }
    // On a machine that is busy with other things the quickest rounds say what is ours, and the medians who else is there.
    const quickest = [Math.min(...bare), Math.min(...ours), Math.min(...ours) - Math.min(...bare)];
    const cells = [median(bare), median(ours), ...quickest].map(ms => `${ms.toFixed(1)} ms`);
    rows.push([command, era, ...cells, '5 ms']);
  }
  await client.close();
  return rows;
}

async function connect(era: (typeof ERAS)[number], repository: string, state: string): Promise<Client> {
  const client = new Client(
    { name: 'bench', version: '1' },
    era === '2026-07-28' ? { versionNegotiation: { mode: { pin: era } } } : {},
  );
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['dist/mcp.cjs', '--repo', repository],
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', XDG_STATE_HOME: state },
    }),
  );
  return client;
}

/** With nothing of the client's own start in it. */
async function untilListed(repository: string, state: string): Promise<number> {
  const hello = {
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
  };
  const begun = performance.now();
  const child = spawn(process.execPath, ['dist/mcp.cjs', '--repo', repository], {
    env: { ...process.env, XDG_STATE_HOME: state },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const frames = [{ id: 1, ...hello }, { method: 'notifications/initialized' }, { id: 2, method: 'tools/list' }];
  child.stdin.write(frames.map(frame => `${JSON.stringify({ jsonrpc: '2.0', ...frame })}\n`).join(''));
  let printed = '';
  await new Promise<void>(resolve => {
    child.stdout.setEncoding('utf8').on('data', chunk => {
      printed += chunk;
      if (printed.includes('"id":2')) resolve();
    });
  });
  const ms = performance.now() - begun;
  child.stdin.end();
  await new Promise(resolve => child.once('close', resolve));
  return ms;
}
