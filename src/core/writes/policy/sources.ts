import { lstat, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ifMissing, isMissing } from '../../../shared/file-errors.ts';
import { GitFailure, type GitReader } from '../../git/reader.ts';
import type { Repository } from '../../repository/discover.ts';
import { type Policy, parsePolicy, parseRules, type Rule } from './rules.ts';

export const POLICY_FILE = '.sluice.json';

/** A rule and where it stands. */
export interface SourcedRule extends Rule {
  readonly source: string;
}

/** All rules that hold somewhere, from every place: as they only tighten, all of them together are the strictest. */
export interface PolicyInForce {
  readonly rules: readonly SourcedRule[];
  /** Places that cannot be read, with why; nothing is known of what they would deny. */
  readonly problems: readonly string[];
  /** True when rules that are committed are not in the file on the disk: somebody takes them out. */
  readonly lacksCommitted: boolean;
}

/** Rules that the person's editor has in its settings, as they are. */
export interface PolicySetting {
  readonly source: string;
  readonly rules: unknown;
}

/** A file that holds rules is written by hand. */
const MOST_BYTES = 256 * 1024;
const NOT_READABLE: Policy = { ok: false, message: 'it is no file of up to 256 KiB that can be read' };

/** The rules of a file; undefined where there is none. */
export async function readPolicyFile(path: string): Promise<Policy | undefined> {
  try {
    // A link leads elsewhere, and whoever opens a FIFO waits for a writer that may never come.
    const found = await lstat(path);
    if (!found.isFile() || found.size > MOST_BYTES) return NOT_READABLE;
    return parsePolicy(await readFile(path, 'utf8'));
  } catch (error) {
    return isMissing(error) ? undefined : NOT_READABLE;
  }
}

/** Where the rules of a person for every repository stand. */
export const personalPolicyFile = ({ HOME = homedir() }: Readonly<Record<string, string | undefined>>): string =>
  join(HOME, POLICY_FILE);

const COMMITTED = {
  HEAD: `${POLICY_FILE} of the last commit`,
  'refs/remotes/origin/HEAD': `${POLICY_FILE} of the default branch of origin`,
} as const;

/**
 * The rules as they are committed here and on the default branch of origin. Whoever edits or removes the file, or goes to a branch
 * without it, has not taken back what was agreed on.
 */
async function committedPolicies(git: GitReader, repository: Repository): Promise<readonly Sourced[]> {
  const names = Object.keys(COMMITTED) as (keyof typeof COMMITTED)[];
  let rest: Buffer;
  try {
    rest = await git.readBytes(['cat-file', '--batch'], repository.workTree, {
      input: Buffer.from(names.map(name => `${name}:${POLICY_FILE}\n`).join('')),
      mostBytes: 4 * MOST_BYTES,
      asStored: true,
    });
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    return [{ source: COMMITTED.HEAD, policy: { ok: false, message: error.message } }];
  }
  const found: Sourced[] = [];
  for (const name of names) {
    const end = rest.indexOf('\n');
    const [, kind = '', size = ''] = /^[\da-f]{40,64} (\w+) (\d+)$/.exec(rest.subarray(0, end).toString()) ?? [];
    const text = rest.subarray(end + 1, end + 1 + Number(size));
    rest = rest.subarray(end + 1 + (kind === '' ? 0 : Number(size) + 1));
    if (kind === '') continue;
    found.push({ source: COMMITTED[name], policy: kind === 'blob' ? parsePolicy(text.toString()) : NOT_READABLE });
  }
  return found;
}

interface Sourced {
  readonly source: string;
  readonly policy: Policy;
}

/** Reads what is committed; `fresh` where something is about to be written. */
type Committed = (repository: Repository, fresh: boolean) => Promise<readonly Sourced[]>;

/** A read is not to wait for git: what was found counts until HEAD, or what is known of a remote, is written. */
export function rememberCommitted(git: GitReader): Committed {
  const known = new Map<string, { readonly mark: string; readonly policies: readonly Sourced[] }>();
  return async (repository, fresh) => {
    const mark = await markOf(repository);
    const last = known.get(repository.workTree);
    if (!fresh && last?.mark === mark) return last.policies;
    const policies = await committedPolicies(git, repository);
    known.set(repository.workTree, { mark, policies });
    return policies;
  };
}

async function markOf({ gitDirectory, commonDirectory }: Repository): Promise<string> {
  const files = [
    join(gitDirectory, 'HEAD'),
    join(gitDirectory, 'logs', 'HEAD'),
    join(commonDirectory, 'packed-refs'),
    join(commonDirectory, 'FETCH_HEAD'),
  ];
  const found = await Promise.all(files.map(file => lstat(file, { bigint: true }).catch(ifMissing(undefined))));
  return found.map(each => (each === undefined ? '' : `${each.ino} ${each.size} ${each.mtimeNs}`)).join('\n');
}

export interface PolicyPlaces {
  readonly committed: Committed;
  readonly fresh: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly settings: readonly PolicySetting[];
  /** Those that a command has to do with. */
  readonly repositories: readonly Repository[];
}

/** All rules for some repositories. */
export async function policyInForce({
  committed,
  fresh,
  environment,
  settings,
  repositories,
}: PolicyPlaces): Promise<PolicyInForce> {
  const ofPerson = readPolicyFile(personalPolicyFile(environment));
  const ofRepositories = repositories.map(async repository => ({
    onDisk: await readPolicyFile(join(repository.workTree, POLICY_FILE)),
    committed: await committed(repository, fresh),
  }));
  const [personal, repositoryPolicies] = await Promise.all([ofPerson, Promise.all(ofRepositories)]);
  const all: Sourced[] = [
    ...settings.map(({ source, rules }) => ({ source, policy: parseRules(rules) })),
    ...sourced(`~/${POLICY_FILE}`, personal),
    ...repositoryPolicies.flatMap(({ onDisk, committed }) => [...sourced(POLICY_FILE, onDisk), ...committed]),
  ];
  return {
    rules: unique(
      all.flatMap(({ source, policy }) => (policy.ok ? policy.rules.map(rule => ({ ...rule, source })) : [])),
    ),
    problems: all.flatMap(({ source, policy }) => (policy.ok ? [] : [`${source}: ${policy.message}`])),
    lacksCommitted: repositoryPolicies.some(lacksCommitted),
  };
}

const sourced = (source: string, policy: Policy | undefined): readonly Sourced[] =>
  policy === undefined ? [] : [{ source, policy }];

const keyOf = ({ match, answer, reason }: Rule): string => JSON.stringify([match, answer, reason]);

/** A rule that stands in several places is said once. */
const unique = (rules: readonly SourcedRule[]): readonly SourcedRule[] =>
  [...new Map(rules.toReversed().map(rule => [keyOf(rule), rule])).values()].toReversed();

function lacksCommitted({ onDisk, committed }: { onDisk: Policy | undefined; committed: readonly Sourced[] }): boolean {
  const kept = new Set(onDisk?.ok ? onDisk.rules.map(keyOf) : []);
  return committed.some(({ policy }) => policy.ok && policy.rules.some(rule => !kept.has(keyOf(rule))));
}
