import type { ReadOnlyCommand } from '../../command/command.ts';

/** The questions that tell whether the output of a command may have changed. */
export interface Probes {
  readonly host: string;
  /** Paths for `GitHubClient.get`, of some only a part counts (`partOf`). Every answer unchanged: the output has not changed, but for what may lag. */
  readonly paths: readonly string[];
  /** What the command prints that moves no validator (`mergeable`, project fields …); empty for nothing. */
  readonly mayLag: readonly string[];
  /** Those of the paths that also change where nothing that is printed does, such as by each download. */
  readonly churning: readonly string[];
  /** Paths that name who wrote what is printed, where those above do not: no poller asks for them. */
  readonly authored?: readonly string[];
}

/**
 * The probes of a command in the repository it runs in; undefined when none can tell, so that it is run again now and then.
 * They are looked up anew after each run of the command: the head of a pull request may have moved.
 */
export type FindProbes = (command: ReadOnlyCommand, root: string, signal?: AbortSignal) => Promise<Probes | undefined>;
