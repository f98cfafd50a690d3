import type { MutatingCommand } from '../../command/command.ts';
import type { OptionRows, Walked } from '../../command/table.ts';
import type { GitReader } from '../../git/reader.ts';
import type { Impact } from '../../writes/impact/impact.ts';
import type { GitHubClient } from '../client.ts';
import type { GitHubRepository } from '../remotes.ts';

/** A mutating gh command, its words read by the table of its record. */
export interface GhLine {
  readonly command: MutatingCommand;
  /** `pr merge`. */
  readonly path: string;
  readonly walked: Walked;
  /** The words after the action. */
  readonly words: readonly string[];
}

/** All that a look at GitHub needs. It ends when the time for working an impact out is over. */
export interface GhContext {
  readonly client: GitHubClient;
  readonly git: GitReader;
  /** Where the command runs. */
  readonly cwd: string;
  /** The hosts a person works with. */
  readonly hosts: readonly string[];
  /** The host to ask where no word and no remote names one. */
  readonly usual: string;
  readonly signal: AbortSignal;
}

/** The same with the repository that the command is about. */
export interface GhPlace extends GhContext {
  readonly repository: GitHubRepository;
}

/**
 * All that is known of one mutating gh command besides its risk, which `core/command/gh` decides: the examples, which a test
 * runs through `classify`, keep the two in step.
 */
export interface GhWrite {
  /** Its options with gh's own arity; with any other the effect is not foreseen. */
  readonly options: OptionRows;
  /** The most words after the action; more are not foreseen. */
  readonly most: number;
  /** `repository`: the one of `-R`, of the item's address or of the remotes; `none`: a command about something else. */
  readonly about: 'repository' | 'none';
  /** Throws a `GitHubDidNotAnswer` when GitHub does not. */
  readonly impact: (line: GhLine, place: GhPlace) => Promise<Impact>;
  readonly examples: {
    readonly destructive?: readonly string[];
    readonly remote?: readonly string[];
  };
}

/** A record of a command about a repository and at most one item in it. */
export const ghWrite = (spec: Partial<GhWrite> & Pick<GhWrite, 'impact' | 'examples'>): GhWrite => ({
  options: {},
  most: 1,
  about: 'repository',
  ...spec,
});
