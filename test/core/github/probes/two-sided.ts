import { execFileSync } from 'node:child_process';
import type { ReadOnlyCommand } from '../../../../src/core/command/command.ts';
import { createGitReader } from '../../../../src/core/git/reader.ts';
import type { GitHubClient } from '../../../../src/core/github/client.ts';
import { createGitHubClient } from '../../../../src/core/github/create-client.ts';
import { createFindProbes } from '../../../../src/core/github/probes/find-probes.ts';
import { partOf } from '../../../../src/core/github/probes/parts.ts';
import type { Probes } from '../../../../src/core/github/probes/probe.ts';
import { gitHubRemotes } from '../../../../src/core/github/remotes.ts';
import type { World } from '../../../github/each-gh.ts';
import { token } from '../../../github/sample.ts';

const HOST = 'github.com';
const git = createGitReader();

/** The work tree of the sample, with `quotes` checked out, and what finds the probes of a command there. */
export function prepare({ gh, github }: World) {
  // Old ghs ask for what is retired.
  github.state.classicProjects = true;
  const run = (...args: string[]) => execFileSync('git', ['-C', gh.cwd, ...args], { stdio: 'pipe' });
  run('init', '-q', '-b', 'quotes');
  run('remote', 'add', 'origin', 'git@github.com:octo/demo.git');
  run('config', 'branch.quotes.remote', 'origin');
  run('config', 'branch.quotes.merge', 'refs/heads/quotes');
  const facts = {
    host: HOST,
    source: 'environment',
    kind: 'classic',
    last4: token.slice(-4),
    state: 'accepted',
  } as const;
  const tokens = {
    inUse: async () => ({ facts, fingerprint: 'print', secret: token }),
    accountOf: () => undefined,
    judge: () => {},
  };
  const client = createGitHubClient({ tokens, apiUrl: github.url, now: () => github.clock.now() });
  const findProbes = createFindProbes({
    ...{ client, git },
    remotesOf: root => gitHubRemotes(git, root, [HOST]),
    placeOf: () => ({ host: HOST, owner: undefined }),
  });
  return { client, findProbes: (command: ReadOnlyCommand) => findProbes(command, gh.cwd) };
}

/** What a path answered: its tag, or that it is not there, and the part of it that counts. */
export type Validators = ReadonlyMap<string, { readonly etag: string; readonly part: string | undefined }>;

const partIn = (path: string, data: unknown): string | undefined => JSON.stringify(partOf(path, data));

export async function validatorsOf(client: GitHubClient, { host, paths }: Probes): Promise<Validators> {
  const entries = paths.map(async path => {
    const answer = await client.get(host, path);
    if (answer.kind === 'changed' && answer.etag)
      return [path, { etag: answer.etag, part: partIn(path, answer.data) }] as const;
    if (answer.kind === 'failed' && answer.failure.code === 'not-found')
      return [path, { etag: 'not found', part: undefined }] as const;
    throw new Error(`${path}: ${JSON.stringify(answer)}`);
  });
  return new Map(await Promise.all(entries));
}

/** The paths that tell of a change. */
export async function movedSince(client: GitHubClient, host: string, validators: Validators): Promise<string[]> {
  const moved = [...validators].map(async ([path, { etag, part }]) => {
    const known = etag === 'not found' ? undefined : etag;
    const answer = await client.get(host, path, { etag: known });
    const isGone = answer.kind === 'failed' && answer.failure.code === 'not-found';
    const isSame = answer.kind === 'changed' && part !== undefined && partIn(path, answer.data) === part;
    return answer.kind === 'unchanged' || isSame || (isGone && known === undefined) ? [] : [path];
  });
  return (await Promise.all(moved)).flat();
}

export async function outputOf({ gh }: World, command: ReadOnlyCommand): Promise<string> {
  const { stdout, stderr, exitCode } = await gh.run([...command.args]);
  return `${exitCode}\n${stderr}\n${stdout}`;
}

/** How what may lag is taken out of an output that is no JSON. */
const IN_TEXT: Readonly<Record<string, (text: string) => string>> = {
  annotations: text => text.replace(/\nANNOTATIONS\n[\s\S]*?\n(?=\n\S|$)/, '\n'),
  projectItems: text => text.replace(/^projects:.*$/m, ''),
  'pull request': text => text.replace(/ #\d+ · /, ' · ').replace(/ \S+#\d+ · /, ' · '),
  // Nothing of it can be told.
  required: () => '',
  reviewDecision: text => text.replace(/[+✓] (?:Changes requested|Approved|Review required)|- Review required/g, ''),
  statusCheckRollup: text => text.replace(/(?:✓|×|-|X) .*[Cc]hecks? \S+/g, ''),
};

/** An output without what may lag, and without how long ago or for how long something has been going on. */
export function steadyPart(output: string, mayLag: readonly string[]): string {
  const text = output.replace(/\b\d{3,}h\d+m\d+s\b/g, '…');
  const [exit = '', problem = '', ...rest] = text.split('\n');
  const json = jsonIn(rest.join('\n'));
  if (json !== undefined) return JSON.stringify([exit, problem, without(json, mayLag)]);
  return mayLag.reduce((steady, name) => IN_TEXT[name]?.(steady) ?? steady, text);
}

function jsonIn(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function without(value: unknown, mayLag: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map(each => without(each, mayLag));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !mayLag.includes(key))
      .map(([key, each]) => [
        key,
        without(
          each,
          mayLag.flatMap(name => (name.startsWith(`${key}.`) ? [name, name.slice(key.length + 1)] : [name])),
        ),
      ]),
  );
}
