import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../../shared/file-errors.ts';
import type { CommandBase } from '../command/command.ts';
import type { Verdict } from '../command/verdict.ts';
import type { FindGhRun, GhRun } from '../git/gh-run.ts';
import type { Failure } from '../git/result.ts';
import { writeAtomically } from '../panels/atomic-file.ts';
import { hostsNamed, usesRemotes } from './command-hosts.ts';
import { ownerOfCommand } from './command-owner.ts';
import { asAnswer } from './exit-codes.ts';
import { explainGh } from './explain-gh.ts';
import type { GitHubFailure } from './failure.ts';
import { type FailureDetails, gitHubFailure, severalRemotes } from './failure-text.ts';
import type { GitHubHosts } from './hosts.ts';
import { GITHUB_COM, type GitHubPlace, type GitHubRemote, repositoryOfRemotes } from './remotes.ts';
import type { Tokens } from './tokens/tokens.ts';

export interface GhRunsOptions {
  readonly tokens: Tokens;
  readonly hosts: GitHubHosts;
  readonly remotesOf: (root: string) => Promise<readonly GitHubRemote[]>;
  /** The config folder of gh, of ours alone. */
  readonly configDir: string;
  /** Where a local GitHub listens. */
  readonly socket?: string | undefined;
  /** When the budget of a host is full again; undefined when that is not known. */
  readonly resetOf: (host: string, owner: string | undefined) => Promise<number | undefined>;
}

type GhCommand = CommandBase & { readonly verdict: Verdict };

/** Gives gh the token of the one host and owner a command is for, whatever else its words or the repository name. */
export function createGhRuns(options: GhRunsOptions): FindGhRun {
  const { tokens, configDir, remotesOf, resetOf } = options;

  return async (command, repository) => {
    await writeConfig(configDir, options.socket);
    if (!command.verdict.effects.includes('network')) return { access: { configDir }, explain: async result => result };
    const remotes = await remotesOf(repository);
    const chosen = chooseHost(command, remotes, options.hosts);
    if ('code' in chosen) return { denied: failureOf(chosen) };
    const { host } = chosen;
    const owner = ownerOfCommand(command, remotes, host, await wordsIfWrite(command));
    const token = await tokens.inUse(host, owner);
    if (token === undefined) return { denied: failureOf(await whyNone(tokens, host, owner)) };
    const { fingerprint, secret, facts } = token;
    const note = usesRemotes(command) ? severalRemotes(remotes.filter(remote => remote.host === host)) : undefined;
    const run: GhRun = {
      access: { token: secret, host: host === GITHUB_COM ? undefined : host, configDir },
      async explain(ended) {
        const result = asAnswer(command, ended);
        const noted = note === undefined ? result : { ...result, notes: [...(result.notes ?? []), note] };
        if (result.ok) {
          if (facts.state === 'untried' && provesToken(command)) tokens.judge(fingerprint, 'accepted');
          return noted;
        }
        const known = explainGh(command, result, facts);
        if (known === undefined) return noted;
        if (known.code === 'bad-token') tokens.judge(fingerprint, 'rejected');
        const retryAt = known.code === 'rate-limited' ? await resetOf(host, owner) : undefined;
        const failure = failureOf(gitHubFailure(known.code, { ...known.details, retryAt }));
        return { ...noted, failure };
      },
    };
    return run;
  };
}

/** The tables of writes are loaded with the first. */
async function wordsIfWrite(command: GhCommand) {
  if (command.verdict.class === 'read-only') return undefined;
  const { wordsOfWrite } = await import('./impact/words-of-write.ts');
  const read = wordsOfWrite(command);
  return read && { path: read.path, options: read.walked.options, positionals: read.words };
}

/** The one host a command is for, or why there is none that may have a token. */
export function chooseHost(
  command: GhCommand,
  remotes: readonly GitHubRemote[],
  hosts: GitHubHosts,
): { readonly host: string } | GitHubFailure {
  const named = hostsNamed(command);
  const known = (host: string) => hosts.all().includes(host);
  const wrong = (host: string) => gitHubFailure('wrong-host', { host });
  const told = [...new Set(named.filter(each => each.as === 'told').map(each => each.host))];
  const stranger = told.find(host => !known(host)) ?? told[1];
  if (stranger !== undefined) return wrong(stranger);
  const item = named.find(each => each.as === 'argument' && known(each.host))?.host;
  const host = told[0] ?? item ?? repositoryOfRemotes(remotes)?.host ?? hosts.usual();
  // A newer gh takes the token for GitHub itself to every host of ghe.com, and any gh that for an enterprise to all hosts.
  const leak = named.find(each => each.host !== host && (host !== GITHUB_COM || /(?:^|\.)ghe\.com$/.test(each.host)));
  return leak === undefined ? { host } : wrong(leak.host);
}

/** The host that gh asks for a command, and about whose repositories; undefined where it asks none. */
export const placeOfCommand =
  (hosts: GitHubHosts) =>
  (command: GhCommand, remotes: readonly GitHubRemote[]): GitHubPlace | undefined => {
    const chosen = chooseHost(command, remotes, hosts);
    if ('code' in chosen) return undefined;
    return { host: chosen.host, owner: ownerOfCommand(command, remotes, chosen.host) };
  };

/** A newer `gh auth status` ends well whatever GitHub thinks of the token, and some others ask without it. */
const provesToken = ({ subcommand }: GhCommand): boolean => !['auth', 'extension', 'skill'].includes(subcommand);

/** There is a token, but GitHub wants none of it; or there is none. */
async function whyNone(tokens: Tokens, host: string, owner: string | undefined): Promise<GitHubFailure> {
  const [rejected] = await tokens.facts(host, owner);
  const account = tokens.accountOf(host, owner);
  return rejected === undefined
    ? gitHubFailure('no-token', { host, owner, account })
    : gitHubFailure('bad-token', detailsOf(rejected));
}

const detailsOf = ({ host, account, source, last4 }: FailureDetails): FailureDetails => ({
  host,
  account,
  source,
  last4,
});

const failureOf = ({ code, message, retryAt }: GitHubFailure): Failure => ({
  reason: 'github',
  github: code,
  message,
  ...(retryAt !== undefined && { retryAt }),
});

/**
 * The whole config of our gh, written anew when anything else stands there: an alias is a program that gh would start, and
 * a socket is where it would send the token.
 */
async function writeConfig(folder: string, socket: string | undefined): Promise<void> {
  const text = `version: "1"\n${socket === undefined ? '' : `http_unix_socket: ${JSON.stringify(socket)}\n`}`;
  const file = join(folder, 'config.yml');
  if ((await readFile(file, 'utf8').catch(ifMissing(undefined))) === text) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeAtomically(file, text);
}
