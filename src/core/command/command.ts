import type { MutatingVerdict, ReadOnlyVerdict, RefusedVerdict } from './verdict.ts';

export type Program = 'git' | 'gh';

export interface CommandBase {
  readonly program: Program;
  /** The words after the program's name, as the person or the model wrote them. */
  readonly args: readonly string[];
  /** The one spelling of this argv: equal canonical forms in the same repository are the same command. */
  readonly canonical: string;
  /** The subcommand (git) or group (gh), '' when there is none; chooses the timeout. */
  readonly subcommand: string;
  /** The words after the subcommand; of gh also those before it, which gh reads together with them. */
  readonly rest: readonly string[];
}

/** Paths of a command, as written, relative to `cwd`, and where `-C` leads, as written; '' for nowhere. */
export interface NamedPaths {
  readonly paths: readonly string[];
  readonly cwd: string;
}

/** How a read is run so that nothing but git or gh itself is started and nothing is written. */
export interface Hardening {
  /** The words after the program's name that are really run: `args` with protective flags put in. */
  readonly args: readonly string[];
  /** Paths named by the command, as written, relative to `cwd`: their real paths must lie inside the workspace. */
  readonly paths: readonly string[];
  /** Where `-C` leads, as written, relative to the working directory; '' for none. */
  readonly cwd: string;
  /** The git directory that `--git-dir` names, as written, relative to where `-C` leads; '' for none. */
  readonly gitDirectory: string;
  /** True when the command talks to a remote; every other read gets no transport at all. */
  readonly network: boolean;
  /** True when git insists on refreshing the index (`describe --dirty`): it is given a copy. */
  readonly copyIndex: boolean;
  /** True when git writes objects for the time of the run (`--remerge-diff`): they go elsewhere. */
  readonly scratchObjects: boolean;
  /** A key that must already be in the repository's config, else the command would write it; '' for none. */
  readonly needsSetting: string;
}

declare const sealed: unique symbol;

/** May be run, refreshed and retried without asking. Only `classify` makes one. */
export interface ReadOnlyCommand extends CommandBase {
  readonly [sealed]: 'read-only';
  readonly verdict: ReadOnlyVerdict;
  readonly hardening: Hardening;
}

/** One line of the list of a rebase, as a person edited it. */
export interface TodoStep {
  readonly verb: 'pick' | 'reword' | 'edit' | 'squash' | 'fixup' | 'drop';
  readonly oid: string;
  readonly subject: string;
  /** The message that the person wrote for it; null for its own. */
  readonly message: string | null;
}

/** What a person has written before a run in which git would open an editor for it. */
export type PreparedEdits =
  | { readonly kind: 'message'; readonly message: string }
  | { readonly kind: 'todo'; readonly steps: readonly TodoStep[] };

/** Needs an `Approval` for every run. Only `classify` makes one. */
export interface MutatingCommand extends CommandBase {
  readonly [sealed]: 'mutating';
  readonly verdict: MutatingVerdict;
  /** Paths that its words may name for it to write to: none of their real paths may lie in a git directory. */
  readonly writes: NamedPaths;
  /** There when git is to take them in place of opening an editor. */
  readonly edits?: PreparedEdits;
}

/** Never runs. */
export interface RefusedCommand extends CommandBase {
  readonly [sealed]: 'refused';
  readonly verdict: RefusedVerdict;
}

export type ClassifiedCommand = ReadOnlyCommand | MutatingCommand | RefusedCommand;

export const isReadOnly = (command: ClassifiedCommand): command is ReadOnlyCommand =>
  command.verdict.class === 'read-only';
export const isMutating = (command: ClassifiedCommand): command is MutatingCommand =>
  command.verdict.class === 'mutating';
