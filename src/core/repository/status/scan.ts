import type { Answer, AskGit } from '../../git/ask.ts';
import type { Repository } from '../discover.ts';
import { disk, type Files } from '../files.ts';
import { type Operation, operationsIn, rootRefsOf } from '../operation.ts';
import type { Hints } from '../watch/hints.ts';
import { createComparison } from './comparison.ts';
import { commitQuery, mayBeRef } from './configure.ts';
import { BIG_BYTES, besideAnother } from './count-lines.ts';
import { createCounter } from './counter.ts';
import { ABSENT, areSameStamps, isSettled, type Stamp, type Stamps, stampsOf } from './file-stats.ts';
import { type SignPaths, signPaths } from './git-state-files.ts';
import type { CountedFile } from './numstat.ts';
import type { ChangedFile, RepositoryStatus, StatusRecords } from './parse-status.ts';
import { createRecordReader } from './record-reader.ts';

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
/** So long after looks that followed hints a check asks for one at everything: what no hint told of comes to light. */
const WHOLE_MS = 10_000;

const FOLDERS_ONLY = 'There are too many untracked files to list, so their folders are listed instead.';

/** By the length of object ids: git knows the empty tree without having it. */
const EMPTY_TREE: Readonly<Record<number, string>> = {
  40: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  64: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
};

interface Seen {
  readonly signs: Stamps;
  readonly files: Stamps;
  /** Whether the signs cannot change any more without changing their stamps; `settled` if the files cannot either. */
  readonly steady: boolean;
  readonly settled: boolean;
}

export function createStatusReader(options: StatusReaderOptions): StatusReader {
  const { ask, repository, untrackedCap, now = Date.now } = options;
  const { workTree, gitDirectory } = repository;
  const stop = new AbortController();
  const { signal } = stop;
  const reader = createRecordReader(ask, workTree, untrackedCap, signal);
  const counter = createCounter(ask, workTree, signal);
  const rootRefs = rootRefsOf(ask, workTree, signal);
  const comparison = createComparison(ask, workTree, signal);
  let signs = signPaths(repository, { branch: null, upstream: null, files: [] });
  let seen: Seen | undefined;
  /** What said how lines are counted when they were. */
  let rules: string | undefined;
  /** What the last look read, when it came to its end and a check sees all it saw: only then hints can be followed. */
  let last: StatusRecords | undefined;
  /** When git was first asked about some files alone; undefined while it was asked about all of them last. */
  let patchedSince: number | undefined;

  /** What was counted, not what git said. */
  const forgetCounts = () => {
    counter.forget();
    comparison.forget();
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
      if (patchedSince !== undefined && now() - patchedSince >= WHOLE_MS) return true;
      const [files, marks] = await Promise.all([stampsOf(seen.files.keys(), `${workTree}/`), stampsOf(all(signs))]);
      return !areSameStamps(files, seen.files) || !areSameStamps(marks, seen.signs);
    },
    async look({ base, anew = false, hints, first }) {
      const from = now();
      const known = last;
      last = undefined;
      if (anew) {
        forgetCounts();
        reader.forget();
      }
      const isCold = counter.isCold();
      const before = await stampsOf(all(signs));
      const touched = base === null && known !== undefined ? await counter.touched(hints) : undefined;
      const isSteady = seen?.steady === true && areSameStamps(before, seen.signs);
      seen = { signs: before, files: new Map(), steady: false, settled: true };
      // Of all files it takes longer than the status, so that it goes first; of some it waits for git to start.
      const beginning = base === null ? counter.begin(touched) : undefined;
      const config = base === null && isCold ? besideAnother() : [];
      const [read, operations, resolved, begun] = await Promise.all([
        known && touched && isSteady ? reader.readSome(known, new Set(touched.keys())) : reader.readAll(config),
        operationsIn(gitDirectory, without(before), rootRefs),
        base === null ? undefined : commitOf(base),
        beginning,
      ]);
      if (!read.ok) return failure(read);

      const { records, isWhole } = read;
      patchedSince = isWhole ? undefined : (patchedSince ?? from);
      const { status, untrackedOmitted } = records;
      signs = signPaths(repository, status);
      const head = status.oid ?? emptyTreeFor(records);
      const isThere = base === null || resolved !== undefined;
      const refs = spell(await stampsOf(signs.refs));
      const ruled = spell(await stampsOf(signs.rules));
      const isRuledAnew = rules !== undefined && rules !== ruled;
      if (isRuledAnew) forgetCounts();
      rules = ruled;
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
          ...(reader.isBrief() ? [FOLDERS_ONLY] : []),
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
      const early = async () => (begun && (isCold || !isRuledAnew) ? begun : counter.begin(undefined));
      const { files, stamps, notices } =
        resolved === undefined
          ? await counter.count({ ...work, commit: head, early: await early() })
          : await comparison.compare({ ...work, commit: resolved });
      if (signal.aborted) return CANCELLED;
      const marks = new Map([...(await stampsOf(all(signs))), ...before]);
      const checked = stamps.size <= MOST_CHECKED ? stamps : new Map([...stamps].slice(0, MOST_CHECKED));
      // Who deletes a file after status saw it leaves no time to tell it by.
      const isGone = status.files.some(file => wasRead(file) && stamps.get(file.path) === ABSENT);
      const isStill = await settle();
      const steady = [...marks.values()].every(isStill);
      const settled = steady && [...checked.values()].every(isStill) && !isGone;
      seen = { signs: marks, files: checked, steady, settled };
      last = base === null && checked === stamps ? records : undefined;
      return { ok: true, look: lookAt(files, true, [...notices, ...tooBig(files, stamps)]) };
    },
  };
}

const all = ({ refs, rules, others }: SignPaths): string[] => [...refs, ...rules, ...others];

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
