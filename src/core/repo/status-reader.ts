import type { Answer, AskGit } from '../run/ask.ts';
import { createComparison } from './comparison.ts';
import { commitQuery, mayBeRef } from './configure.ts';
import { BIG_BYTES, besideAnother } from './count-lines.ts';
import { createCounter } from './counter.ts';
import type { Repository } from './discover.ts';
import { disk, type Files } from './files.ts';
import type { CountedFile } from './numstat.ts';
import { type Operation, operationsIn } from './operation.ts';
import { type SignPaths, signPaths } from './signs.ts';
import { ABSENT, areSameStamps, isSettled, type Stamp, type Stamps, stampsOf } from './stamps.ts';
import { type ChangedFile, type RepositoryStatus, readStatus, STATUS_ARGS, type StatusRecords } from './status.ts';
import type { Hints } from './watch/hints.ts';

export interface StatusReaderOptions {
  readonly ask: AskGit;
  readonly repository: Repository;
  /** How many untracked files are listed. */
  readonly untrackedCap: () => number;
  /** Milliseconds since 1970, as the file system counts them. */
  readonly now?: (() => number) | undefined;
}

/** What a repository looked like. */
export interface Look {
  readonly status: RepositoryStatus;
  /** What differs from the base, with counts. */
  readonly files: readonly CountedFile[];
  readonly counted: boolean;
  readonly untrackedOmitted: number;
  readonly operations: readonly Operation[];
  /** The base as it was asked for; null for HEAD, also when what was asked for is not there. */
  readonly base: string | null;
  /** The commit behind the base, or the empty tree. */
  readonly commit: string;
  /** Differs from that of another look when HEAD, branch, upstream, stash or packed refs changed in between. */
  readonly refs: string;
  readonly notices: readonly string[];
}

export interface LookOptions {
  /** Null for HEAD. */
  readonly base: string | null;
  /** Forgets what is known of earlier looks. */
  readonly anew?: boolean | undefined;
  /** Which files alone may have changed since the last look began; what they leave out, `check` finds. */
  readonly hints?: Hints;
  /** Hears of the status before its lines are counted. */
  readonly first?: ((look: Look) => void) | undefined;
}

export type Looked =
  | { readonly ok: true; readonly look: Look }
  | { readonly ok: false; readonly reason: 'no-git' | 'failed' | 'cancelled'; readonly message: string };

/** Reads a repository's status in as few processes as can be. */
export interface StatusReader {
  look(options: LookOptions): Promise<Looked>;
  /** Whether anything known has changed since the last look began; asks the disk only. */
  check(): Promise<boolean>;
  /** Ends what runs; looks are cancelled from then on. */
  dispose(): void;
}

/** How many changed files are checked. */
const MOST_CHECKED = 2000;

const FEWER_UNTRACKED = STATUS_ARGS.map(word => (word === '-uall' ? '-unormal' : word));
const FOLDERS_ONLY = 'There are too many untracked files to list, so their folders are listed instead.';

/** By the length of object ids: git knows the empty tree without having it. */
const EMPTY_TREE: Readonly<Record<number, string>> = {
  40: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  64: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
};

interface Seen {
  readonly signs: Stamps;
  readonly files: Stamps;
  readonly settled: boolean;
}

export function createStatusReader(options: StatusReaderOptions): StatusReader {
  const { ask, repository, untrackedCap, now = Date.now } = options;
  const { workTree, gitDirectory } = repository;
  const stop = new AbortController();
  const { signal } = stop;
  const counter = createCounter(ask, workTree, signal);
  const comparison = createComparison(ask, workTree, signal);
  let signs = signPaths(repository, { branch: null, upstream: null });
  let seen: Seen | undefined;
  let foldersOnly = false;
  /** True when the last look came to its end and a check sees all it saw: only then hints can be followed. */
  let complete = false;

  const askStatus = async (config: readonly string[]): Promise<Answer> => {
    const answer = await ask([...config, ...(foldersOnly ? FEWER_UNTRACKED : STATUS_ARGS)], workTree, { signal });
    if (answer.ok || answer.reason !== 'too-much' || foldersOnly) return answer;
    foldersOnly = true;
    return ask(FEWER_UNTRACKED, workTree, { signal });
  };

  /** Undefined when the base is not there. */
  const commitOf = async (base: string): Promise<string | undefined> => {
    if (!mayBeRef(base)) return undefined;
    const answer = await ask(commitQuery(base), workTree, { signal });
    return answer.ok ? answer.text.trim() : undefined;
  };

  return {
    dispose: () => stop.abort(),
    async check() {
      if (seen === undefined || !seen.settled) return true;
      const [files, marks] = await Promise.all([stampsOf(seen.files.keys(), `${workTree}/`), stampsOf(all(signs))]);
      return !areSameStamps(files, seen.files) || !areSameStamps(marks, seen.signs);
    },
    async look({ base, anew = false, hints, first }) {
      const from = now();
      const followed = complete ? hints : undefined;
      complete = false;
      if (anew) {
        counter.forget();
        comparison.forget();
        foldersOnly = false;
      }
      const before = await stampsOf(all(signs));
      seen = { signs: before, files: new Map(), settled: true };
      // Of all files it takes longer than the status, so that it goes first; of some it waits for git to start.
      const beginning = base === null ? counter.begin(followed) : undefined;
      const answering = askStatus(base === null && counter.isCold() ? besideAnother() : []);
      const [answer, operations, resolved] = await Promise.all([
        answering,
        operationsIn(gitDirectory, without(before)),
        base === null ? undefined : commitOf(base),
        beginning,
      ]);
      if (!answer.ok) return failure(answer);

      const records = readStatus(answer.text, untrackedCap());
      const { status, untrackedOmitted } = records;
      signs = signPaths(repository, status);
      const head = status.oid ?? emptyTreeFor(records);
      const isThere = base === null || resolved !== undefined;
      const refs = spell(await stampsOf(signs.refs));
      const lookAt = (files: readonly CountedFile[], counted: boolean, notices: readonly string[]): Look => ({
        status,
        files,
        counted,
        untrackedOmitted,
        operations,
        base: isThere ? base : null,
        commit: resolved ?? head,
        refs,
        notices: [
          ...(isThere ? [] : [`The diff base '${base}' is not there any more. Compared with HEAD instead.`]),
          ...(foldersOnly ? [FOLDERS_ONLY] : []),
          ...notices,
        ],
      });
      const preview = (files: readonly CountedFile[]) => first?.(lookAt(files, false, []));
      const settle = async () => {
        // A commit or an add in the middle of the look may have come between status and counts.
        const still = areSameStamps(before, await stampsOf(before.keys()));
        const until = now();
        return (stamp: Stamp) => still && isSettled(stamp, from, until);
      };
      const work = { records, preview, settle };
      const { files, stamps, notices } =
        resolved === undefined
          ? await counter.count({ ...work, commit: head, early: (await beginning) ?? (await counter.begin(undefined)) })
          : await comparison.compare({ ...work, commit: resolved });
      if (signal.aborted) return CANCELLED;
      const known = new Map([...(await stampsOf(all(signs))), ...before]);
      const checked = stamps.size <= MOST_CHECKED ? stamps : new Map([...stamps].slice(0, MOST_CHECKED));
      // Who deletes a file after status saw it leaves no time to tell it by.
      const isGone = status.files.some(file => wasRead(file) && stamps.get(file.path) === ABSENT);
      const settled = [...checked.values(), ...known.values()].every(await settle()) && !isGone;
      seen = { signs: known, files: checked, settled };
      complete = base === null && checked === stamps;
      return { ok: true, look: lookAt(files, true, [...notices, ...tooBig(files, stamps)]) };
    },
  };
}

const all = ({ refs, others }: SignPaths): string[] => [...refs, ...others];

/** Whether status found the file on disk; others may be absent for good, such as in a sparse checkout. */
const wasRead = ({ type, unstaged }: ChangedFile): boolean => type !== 'Conflicted' && /[MT]/.test(unstaged);

/** The disk; what is known not to be there is not asked for again. */
function without(stamps: Stamps): Files {
  const isGone = (path: string) => stamps.get(path) === ABSENT;
  return {
    readFile: async path => (isGone(path) ? undefined : disk.readFile(path)),
    exists: async path => !isGone(path) && disk.exists(path),
  };
}

const CANCELLED: Looked = { ok: false, reason: 'cancelled', message: 'Cancelled.' };

function failure({ reason, message }: Extract<Answer, { ok: false }>): Looked {
  if (reason === 'cancelled') return CANCELLED;
  return { ok: false, reason: reason === 'not-found' ? 'no-git' : 'failed', message };
}

const spell = (stamps: Stamps): string =>
  [...stamps].map(([path, { mtimeMs, ctimeMs, size }]) => `${path} ${mtimeMs} ${ctimeMs} ${size}`).join('\0');

/** Before the first commit every record has the id of what is in the index, and it is as long as any. */
function emptyTreeFor({ marks }: StatusRecords): string {
  const [id = ''] = marks.map(mark => mark.split(' ').findLast(word => /^[\da-f]{40,}$/.test(word)) ?? '');
  return EMPTY_TREE[id.length] ?? '';
}

function tooBig(files: readonly CountedFile[], stamps: Stamps): string[] {
  const big = files.filter(({ path, added }) => added === null && (stamps.get(path)?.size ?? 0) > BIG_BYTES);
  if (big.length === 0) return [];
  const some = big.length === 1 ? '1 file is' : `${big.length} files are`;
  return [`${some} larger than ${BIG_BYTES / 1024 / 1024} MB; such lines are not counted.`];
}
