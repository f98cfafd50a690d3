import type { Origin } from '../../../origin.ts';
import type { Repository } from '../../../repository/discover.ts';
import type { OwnMoves } from '../../own-moves.ts';
import type { SnapshotScope, WriteSources } from '../../snapshot-scope.ts';

/** A file as it was: raw bytes by the object that holds them, or nothing. */
export interface SavedFile {
  readonly mode: 'file' | 'executable' | 'link' | 'folder';
  /** The blob of its raw bytes, of a link its target; '' for an empty folder. */
  readonly oid: string;
  /** The bits of chmod; left out where git decides about them. */
  readonly permissions?: number;
  /** True when the object is the one of the index, so that git writes the file, with its filters. */
  readonly clean?: true;
}

/** The bits of chmod of files and folders, by path; those of most are said once. */
export interface Permissions {
  readonly file: number;
  readonly executable: number;
  readonly folder: number;
  /** Those that are unlike most of their kind. */
  readonly others: Readonly<Record<string, number>>;
}

/** One file of the work tree before and after a command; null where there was none. */
export interface FileChange {
  readonly before: SavedFile | null;
  readonly after: SavedFile | null;
}

/** A repository at one moment, as far as a command could change it. Names that are no UTF-8 are written as `byte-names.ts` says. */
export interface Snapshot {
  readonly gitDirectory: string;
  readonly commonDirectory: string;
  readonly workTree: string;
  /** The text of `.git` of a submodule or linked work tree; null for a folder. */
  readonly link: string | null;
  /** `ref: refs/heads/main`, or an object id; '' when the repository is gone. */
  readonly head: string;
  /**
   * Refs by their full names, those under refs/sluice left out; a symbolic one as `ref: …`. Of refs/stash all the list,
   * with spaces between, where refs are in tables. Once the command has run only those that are not the same before and
   * after it: there may be tens of thousands.
   */
  readonly refs: Readonly<Record<string, string>>;
  /** The blob with all refs, of a pending entry, whose manifest does not say them. */
  readonly refList?: string;
  /** Files of the git directory by their path in it: the index, operations in progress, config, the stash's reflog. */
  readonly state: Readonly<Record<string, SavedFile>>;
  /** The length of HEAD's reflog, so that what was added to it since is known; null where it is no file. */
  readonly headLogBytes?: number | null;
  /** When the index file was written, for git trusts it by that. */
  readonly indexMtimeMs: number | null;
  /** Tells an index that says the same from one that does not, whatever its stat data; null when it was not asked for. */
  readonly indexDigest: string | null;
  /** Files of the work tree that are not as the index has them; null when the command could not touch any. */
  readonly changed: Readonly<Record<string, SavedFile | null>> | null;
  /** Untracked files the command could have touched. */
  readonly untracked: Readonly<Record<string, SavedFile>>;
  /** Permissions of tracked files that are as the index has them, and of folders; left out by older entries. */
  readonly permissions?: Permissions;
  /** Files that the command line names, by their absolute paths; null where there was none. */
  readonly named?: Readonly<Record<string, SavedFile | null>>;
  /** Files of the work tree that are not in the snapshot although the command could touch them: undo leaves them alone. */
  readonly unsaved?: readonly string[];
  /** Folders with untracked files that were there and are in no snapshot: what is found in them afterwards need not be new. */
  readonly unsavedFolders?: readonly string[];
}

/** Who changed something: `agent` for the shell of an agent, by its hooks; `foreign` for whoever did it without Sluice. */
export type EntryOrigin = Origin | 'agent' | 'foreign';

/** One mutation, from before it ran to what became of it; or a checkpoint, which is a snapshot with no command. */
export interface Entry {
  readonly id: string;
  /** Entries of one plan, or of the undo of one, have the same. */
  readonly group: string | null;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly origin: EntryOrigin;
  /** There for a snapshot with no command: undoing it returns to it. */
  readonly checkpoint?: true;
  /** An entry that somebody gave a name; redacted. */
  readonly label?: string;
  /** The call of an agent's own shell that a checkpoint was saved before: what it changed is noted when it has ended. */
  readonly call?: string;
  /** In whose name it ran; left out where a person was asked. */
  readonly actor?: string;
  /** Redacted. */
  readonly command: string;
  /** The entry this one undid. */
  readonly undoes: string | null;
  /** There when this undid only what was safe: the rest had moved on. */
  readonly inPart?: true;
  /** `pending` was cut off in the middle: what it left is not known yet. */
  readonly outcome: 'pending' | 'ok' | 'failed' | 'interrupted';
  /** The refs that the command itself moves; left out when it may move any. */
  readonly moves?: OwnMoves;
  /** How far the snapshot of each of the repositories looked, and so what it can tell. */
  readonly scopes: readonly Scope[];
  /** By the disk's clock, to tell files the command wrote from those it did not. */
  readonly begun: number;
  /** Who wrote a pending entry: as long as it runs nobody else settles it. */
  readonly writer: { readonly host: string; readonly pid: number };
  /** The repository itself first, then submodules and work trees. */
  readonly before: readonly Snapshot[];
  /** The same afterwards; what is in it are fingerprints, no contents. */
  readonly after: readonly Snapshot[];
  /** For each of the repositories the blob of a pack with the commits and tags that no ref reached any more; null for none. */
  readonly kept: readonly (string | null)[];
  /** Bytes of content that the repository did not have before this entry. */
  readonly storedBytes: number;
  /** Large contents that an entry wrote and nobody else: they may go with the last entry that owns them. */
  readonly owned: readonly string[];
  /** The files that changed, for each of the repositories. */
  readonly files: readonly Readonly<Record<string, FileChange>>[];
  /** HEAD, refs and `index` of the repository itself that both the command and somebody else changed: undo leaves them. */
  readonly shared?: readonly string[];
  /** Refs and files that somebody else changed while the command ran, as a person knows them: undo leaves them alone. */
  readonly byOthers?: readonly string[];
  /** The changes, in words a person reads. */
  readonly changes: readonly string[];
  /** Commands that would take back what left the machine. */
  readonly reverts: readonly string[];
  /** Remotes to which something went: what is known of them is not turned back. Also the host of GitHub, where gh changed something. */
  readonly sentTo: readonly string[];
  /** Losses: not in the snapshot, so undo cannot bring them back. */
  readonly notSaved: readonly string[];
}

/** How far a snapshot looks. */
export interface Scope
  extends Pick<
    SnapshotScope,
    'tracked' | 'untracked' | 'unreachable' | 'reflogs' | 'indexOnly' | 'named' | 'administrative'
  > {
  /** Resolutions of conflicts that are recorded. */
  readonly resolutions?: boolean | undefined;
  /** Files that are looked at in any case. */
  readonly paths: readonly string[];
  /** Where the files come from that it was to write: one that is cut off leaves files that the index does not know of. */
  readonly writes?: WriteSources | null | undefined;
  /** True when no file of the work tree can change: the command writes none, and it runs no hook that could. */
  readonly leavesFiles?: boolean;
  /** True for a linked work tree, whose git directory is looked at as a whole: it may come or go with all of it. */
  readonly whole: boolean;
  /** Of a submodule, whose git directory may be moved by the command. */
  readonly gitDirectoryInode?: number;
}

export const repositoryOf = ({ gitDirectory, commonDirectory, workTree }: Snapshot): Repository => ({
  gitDirectory,
  commonDirectory,
  workTree,
});

/** Whether an entry is a snapshot with no command. */
export const isCheckpoint = ({ checkpoint }: Pick<Entry, 'checkpoint'>): boolean => checkpoint === true;

/** Whether an entry is a change that was made without Sluice. */
export const isForeign = ({ origin }: Pick<Entry, 'origin'>): boolean => origin === 'foreign';

/** Whether an entry is one that a person means by the last command: no undo, no checkpoint, and nothing that happened elsewhere. */
export const isCommand = ({ undoes, checkpoint, origin }: Pick<Entry, 'undoes' | 'checkpoint' | 'origin'>): boolean =>
  undoes === null && checkpoint === undefined && !isForeign({ origin });

/** Whether an entry was undone. An undo that was itself undone does not count, nor one that failed or was cut off. */
export function isUndone(entry: Pick<Entry, 'id'>, entries: readonly Entry[]): boolean {
  return entries.some(each => each.undoes === entry.id && each.outcome === 'ok' && !isUndone(each, entries));
}

/** Whether an undo of an entry that counts brought back only a part of it. Undone by its id again, the rest may come back too. */
export function isUndoneInPart(entry: Pick<Entry, 'id'>, entries: readonly Entry[]): boolean {
  const counts = (each: Entry) => each.undoes === entry.id && each.outcome === 'ok' && !isUndone(each, entries);
  const undos = entries.filter(counts);
  return undos.length > 0 && undos.every(({ inPart }) => inPart === true);
}

/** Files of a git directory that follow other changes, or that nobody's work depends on. */
const BY_THE_WAY = /^(?:index|FETCH_HEAD|ORIG_HEAD|logs\/(?!refs\/stash$).*)$/;

/** Whether an entry changed anything that undo could bring back; false for what only left the machine. */
export function changedSomethingHere({ before, after, files, sentTo }: Entry): boolean {
  if (sentTo.length === 0) return true;
  const isSent = (ref: string) => sentTo.some(remote => ref.startsWith(`refs/remotes/${remote}/`));
  return before.some((was, at) => {
    const is = after[at];
    if (is === undefined || was.head !== is.head || was.link !== is.link || was.indexDigest !== is.indexDigest)
      return true;
    const refs = Object.keys({ ...was.refs, ...is.refs }).filter(name => was.refs[name] !== is.refs[name]);
    const state = Object.keys({ ...was.state, ...is.state }).filter(
      name => was.state[name]?.oid !== is.state[name]?.oid,
    );
    return (
      !refs.every(isSent) || !state.every(name => BY_THE_WAY.test(name)) || Object.keys(files[at] ?? {}).length > 0
    );
  });
}
