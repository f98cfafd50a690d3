import { createHash } from 'node:crypto';
import type { Program } from '../core/command/command.ts';
import { createCore } from '../core/core.ts';
import { environmentFor, temporaryVariables } from '../core/git/environment.ts';
import { runProcess } from '../core/git/process.ts';
import { findProgram } from '../core/git/programs.ts';
import { withTemporary } from '../core/git/temporary.ts';
import { DEFAULT_SETTINGS } from '../core/host.ts';
import { discover } from '../core/repository/discover.ts';
import { realOr } from '../core/repository/locate.ts';
import { VERSION } from '../shared/version.ts';
import type { McpArguments } from './arguments.ts';
import { createClientGate } from './ask.ts';
import { mcpHost } from './host.ts';
import { foldersFor } from './roots.ts';
import { TEXT } from './text.ts';
import { listedTool } from './tool-list.ts';

const TIMEOUT_MS = 10_000;

/** `sluice mcp --check`: what would be served, without serving it. It needs no token, and starts nothing but git and gh for their versions. */
export const check = ({ repositories, terms, json }: McpArguments): Promise<number> =>
  withTemporary('mcp', async scratch => {
    const folders = foldersFor(repositories, await realOr(process.cwd()), []);
    const [git, gh] = await Promise.all([versionOf('git', folders, scratch), versionOf('gh', folders, scratch)]);
    const report = {
      name: 'sluice',
      version: VERSION,
      tools: (await listTools(folders, scratch)).map(tool => ({ name: tool.name, schema: hashOf(tool.inputSchema) })),
      roots: await Promise.all(folders.map(async path => ({ path, repository: (await discover(path)).ok }))),
      writeClasses: [...(terms?.classes ?? [])],
      git,
      gh,
    };
    process.stdout.write(json ? `${JSON.stringify(report)}\n` : textOf(report));
    return 0;
  });

interface Report {
  readonly name: string;
  readonly version: string;
  readonly tools: readonly { readonly name: string; readonly schema: string }[];
  readonly roots: readonly { readonly path: string; readonly repository: boolean }[];
  readonly writeClasses: readonly string[];
  /** Null where the program is not there. */
  readonly git: string | null;
  readonly gh: string | null;
}

function textOf({ name, version, tools, roots, writeClasses, git, gh }: Report): string {
  const { check } = TEXT;
  return [
    check.head(name, version),
    check.programs(git ?? check.missing, gh ?? check.missing),
    check.roots,
    ...roots.map(({ path, repository }) => check.root(path, repository)),
    check.writes(writeClasses),
    check.tools(tools.length),
    ...tools.map(tool => `  ${tool.name}  ${tool.schema}`),
    '',
  ].join('\n');
}

async function listTools(folders: readonly string[], scratch: string) {
  const core = createCore(
    mcpHost({
      folders: () => folders,
      scratch,
      // No command runs here, so that nobody is asked.
      gate: async tools =>
        createClientGate({ questions: { ask: async () => ({ kind: 'declined' }) }, canShow: () => false }, tools),
      environment: process.env,
      say: () => {},
    }),
  );
  try {
    return (await core.tools()).list('mcp').map(tool => listedTool(tool));
  } finally {
    core.dispose();
  }
}

const hashOf = (schema: object): string => createHash('sha256').update(JSON.stringify(schema)).digest('hex');

/** What a program says its version is; null where it is not there. */
async function versionOf(program: Program, roots: readonly string[], configDir: string): Promise<string | null> {
  const { gitPath, ghPath } = DEFAULT_SETTINGS;
  const guarded = environmentFor({
    ...{ program, kind: 'read', inherited: process.env, roots },
    ...(program === 'gh' && { gh: { configDir } }),
  });
  const env = { ...guarded, ...temporaryVariables(configDir) };
  const file = await findProgram(program === 'git' ? gitPath : ghPath, env);
  if (file === undefined) return null;
  const printed: Buffer[] = [];
  const stdout = (chunk: Buffer) => void printed.push(chunk);
  await runProcess(file, ['--version'], { cwd: configDir, env, timeoutMs: TIMEOUT_MS, stdout, stderr: () => {} });
  return /\d+(?:\.\d+)+/.exec(Buffer.concat(printed).toString())?.[0] ?? null;
}
