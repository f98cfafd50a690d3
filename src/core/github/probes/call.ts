import type { GhWords } from '../../command/gh/walk-gh.ts';
import type { GitReader } from '../../git/reader.ts';
import type { GitHubRepository } from '../remotes.ts';
import type { Lookup } from './lookup.ts';

/** A gh command whose probes are looked for. */
export interface Call {
  readonly words: GhWords;
  readonly look: Lookup;
  /** The repository it is about, as far as there is one. */
  readonly repository: GitHubRepository | undefined;
  readonly git: GitReader;
  /** Where the command runs. */
  readonly root: string;
}

/** One that is about a repository. */
export type RepositoryCall = Call & { readonly repository: GitHubRepository };

/** The paths to ask, without the host, and what they cannot tell. */
export interface Found {
  readonly paths: readonly string[];
  readonly mayLag?: readonly string[];
  /** Those of the paths that count what the command does not print. */
  readonly churning?: readonly string[];
  /** Paths that name who wrote what is printed, where those above do not. */
  readonly authored?: readonly string[];
}

/** Undefined where no path can tell. */
export type Find<C extends Call> = (call: C) => Promise<Found | undefined>;

/** The last value of an option. */
export function optionValue({ words: { options } }: Call, name: string): string | undefined {
  const value = options.get(name);
  return typeof value === 'string' ? value : undefined;
}

export const isGiven = ({ words: { options } }: Call, ...names: readonly string[]): boolean =>
  names.some(name => (options.get(name) ?? false) !== false);

/** How many items a list shows at most. */
export const limitOf = (call: Call): number => Number(optionValue(call, '--limit') ?? 30);

/** The fields that `--json` asks for, undefined without it. */
export function fieldsOf({ words: { found } }: Call): readonly string[] | undefined {
  const given = found.filter(({ option }) => option.name === '--json');
  return given.length === 0 ? undefined : given.flatMap(({ value = '' }) => value.split(',')).map(name => name.trim());
}

/** A list of paths as probes; undefined stays undefined. */
export const found = (paths: readonly string[] | undefined, mayLag: readonly string[] = []): Found | undefined =>
  paths && { paths, mayLag };
