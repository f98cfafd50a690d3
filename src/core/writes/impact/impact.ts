import type { GitReader } from '../../git/reader.ts';
import type { Repository } from '../../repository/discover.ts';

/** A commit as it is shown in a list. */
export interface CommitLine {
  readonly oid: string;
  readonly subject: string;
}

/** A list that may be cut: `total` counts all. */
export interface CappedList<T> {
  readonly items: readonly T[];
  readonly total: number;
  /** Those that are not shown, as far as they are known: what came since is told by them. */
  readonly rest?: readonly T[];
  /** How many of all are not listed because a folder in the list stands for them. */
  readonly inFolders?: number;
}

/** One ref that a push changes on the other side. */
export interface RemoteUpdate {
  readonly remote: string;
  /** Full name there. */
  readonly ref: string;
  /** Null for a ref that is new or goes. */
  readonly from: string | null;
  readonly to: string | null;
  /** True when what is there now would not be in what is pushed. */
  readonly forced: boolean;
}

/** The part of an impact that is on GitHub. */
export interface OnGitHub {
  readonly host: string;
  /** What the person was shown of it: a yes holds as long as it is the same text. */
  readonly state: string;
  /** Harm to look at twice, in a few words each. */
  readonly harms: readonly string[];
  /** Commands that take it back; empty where there is none. */
  readonly reverts: readonly string[];
  /** True when gh prints the address of something new, by which it can be taken back. */
  readonly makesNew?: true;
}

/** A file under its old name and its new one. */
export interface Rename {
  readonly from: string;
  readonly to: string;
}

/** A difference to look at before deciding. */
export type Preview =
  /** The difference between two trees, commits or `null` for nothing. */
  | { readonly kind: 'trees'; readonly from: string | null; readonly to: string }
  /** The index against a commit; null before the first. */
  | { readonly kind: 'index'; readonly from: string | null; readonly goes?: Goes }
  /** A patch as it is; `staged` where it is of a staged commit of a sandbox. */
  | { readonly kind: 'patch'; readonly text: string; readonly staged?: StagedAddress | undefined }
  /** The work tree against the index or a commit, for these paths. */
  | {
      readonly kind: 'worktree';
      readonly from: string | null;
      readonly paths: readonly string[];
      readonly goes?: Goes;
    }
  /** Files of the work tree against what is to stand in their place, null for one that goes; all of it as a patch, for who has no editor. */
  | {
      readonly kind: 'contents';
      readonly files: readonly { readonly path: string; readonly text: string | null }[];
      readonly patch: string;
    };

/** A staged commit of a sandbox. */
export interface StagedAddress {
  readonly sandbox: string;
  readonly commit: string;
}

/** There when what is there now goes, so that it is the old side: `from` takes its place, or nothing does. */
export type Goes = 'replaced' | 'removed';

/** The effect a command would have, as far as reading can tell. Paths are from the root of the work tree. */
export interface Impact {
  /** One sentence a fact, the gravest first; the first is what the gate shows beside the command. */
  readonly sentences: readonly string[];
  /** True when git would not carry the command out; the first sentence says why. */
  readonly refused: boolean;
  /** Files whose content, uncommitted and nowhere else, would be gone or overwritten. */
  readonly lost: CappedList<string>;
  /** Files in which a conflict is predicted. */
  readonly conflicts: CappedList<string>;
  /** Commits that no ref would reach any more. */
  readonly unreachable: CappedList<CommitLine>;
  /** Commits that would leave this machine. */
  readonly leaving: CappedList<CommitLine>;
  /** Commits that would come into the branch or be made: merged, picked, rebased, fetched. */
  readonly commits: CappedList<CommitLine>;
  /** Files that would be changed, staged, committed, moved or sent. */
  readonly files: CappedList<string>;
  /** Pairs of these files that are one under a new name; they are counted once. */
  readonly renames?: readonly Rename[];
  readonly remote: readonly RemoteUpdate[];
  /** Where a push goes, as git resolves the name of the remote. */
  readonly addresses: readonly string[];
  /** Left out for what is not on GitHub, and for what is not known. */
  readonly gitHub?: OnGitHub;
  readonly preview: Preview | null;
  /** Why some or all of this could not be told; null when it could. */
  readonly unknown: string | null;
  /** A digest of the programs that run by the way, hooks and those that the config names; left out for none. */
  readonly runs?: string;
  /** There when commits that may be nowhere else are made anew, though no word of the command says so. */
  readonly rewrites?: true;
  /** The command that brings up to date what this was told from; there when that may be old. */
  readonly fetchFirst?: string;
  /** There when the time was over before all was known: the rest may be anything. */
  readonly cutShort?: true;
}

/** Hears of an impact of which the rest is still being worked out. */
export type SoFar = (impact: Impact) => void;

/** The paths that one `git status` of a whole work tree listed. */
export interface StatusListing {
  /** Tracked files that are not as the index has them, submodules left out. */
  readonly changed: readonly string[];
  /** Undefined when it was not asked for them. */
  readonly untracked: readonly string[] | undefined;
}

export interface ImpactContext {
  /** Stops when the time for working it out is over. */
  readonly git: GitReader;
  /** The repository around the folder the command runs in. */
  readonly repository: Repository;
  /** Hears what is known already, where the rest takes long. */
  readonly soFar: SoFar;
  /** Hears what git status listed, where it was asked about the whole work tree. */
  readonly listed?: ((listing: StatusListing) => void) | undefined;
  /** Aborted when the time is over. */
  readonly signal?: AbortSignal | undefined;
}

/** How many of anything are listed. */
export const MOST_LISTED = 200;

const nothing: CappedList<never> = { items: [], total: 0 };

export const listed = <T>(items: readonly T[], total = items.length): CappedList<T> => ({
  items: items.slice(0, MOST_LISTED),
  total,
  ...(items.length > MOST_LISTED && { rest: items.slice(MOST_LISTED) }),
});

/** How many are not among the first so many. */
export const moreThan = ({ total, inFolders = 0 }: CappedList<unknown>, shown: number): number =>
  Math.max(0, total - inFolders - shown);

export const allOf = <T>({ items, rest = [] }: CappedList<T>): readonly T[] => [...items, ...rest];

/** An impact of the given parts; all else is empty. */
export function impact(parts: Partial<Impact>): Impact {
  return {
    sentences: [],
    refused: false,
    lost: nothing,
    conflicts: nothing,
    unreachable: nothing,
    leaving: nothing,
    commits: nothing,
    files: nothing,
    remote: [],
    addresses: [],
    preview: null,
    unknown: null,
    ...parts,
  };
}

/** An impact of which nothing is known but why. */
export const unknownImpact = (why: string): Impact => impact({ unknown: why, sentences: [why] });
