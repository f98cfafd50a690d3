import type { GitReader } from '../git/reader.ts';
import type { Runner } from '../git/runner.ts';
import { discoverForUndo } from '../repository/discover.ts';
import { type RefState, readRefState } from './journal/record/ref-state.ts';
import type { WriteSide } from './write-side.ts';

export interface ForeignChangesOptions {
  readonly git: GitReader;
  readonly runner: Pick<Runner, 'exclusive'>;
  readonly writes: () => Promise<Pick<WriteSide, 'journal' | 'turnIn'>>;
  readonly redact: (text: string) => string;
  /** Hears that a journal has a new entry, by us or by another window. */
  readonly noted: (root: string) => void;
}

/** Notes what others change in the repositories of a window. Nothing is asked of git but after an event of the watcher. */
export interface ForeignChanges {
  /** Looks at what is there, from which later moves are told. */
  know(root: string): Promise<void>;
  /** To be called when refs may have moved. */
  touched(root: string): Promise<void>;
}

/** How it works: a state of HEAD and refs is known; when another is found, a turn to write is taken, and the journal tells what of it is ours. */
export function createForeignChanges(options: ForeignChangesOptions): ForeignChanges {
  const { git, runner, writes, redact, noted } = options;
  const known = new Map<string, RefState>();
  const busy = new Map<string, 'looking' | 'again'>();

  const know = async (root: string): Promise<void> => {
    if (known.has(root)) return;
    const found = await discoverForUndo(root);
    if (found.ok) known.set(root, await readRefState(git, found.repository));
  };

  const look = async (root: string): Promise<void> => {
    const found = await discoverForUndo(root);
    const before = known.get(root);
    // Of one that is new nobody knows what was there before.
    if (!found.ok || before === undefined) return know(root);
    const { repository } = found;
    const state = await readRefState(git, repository);
    if (isSame(before, state)) return;
    const { journal, turnIn } = await writes();
    const turn = turnIn(repository, 'noting what was changed without Sluice');
    const change = await runner.exclusive(
      root,
      undefined,
      () => journal.noteForeign(repository, known.get(root) ?? before, redact),
      turn,
    );
    if (change === undefined) return;
    known.set(root, change.state);
    noted(root);
  };

  return {
    know,
    async touched(root) {
      if (busy.has(root)) return void busy.set(root, 'again');
      try {
        do {
          busy.set(root, 'looking');
          await look(root);
        } while (busy.get(root) === 'again');
      } finally {
        busy.delete(root);
      }
    },
  };
}

const isSame = (one: RefState, other: RefState): boolean =>
  one.head === other.head && JSON.stringify(one.refs) === JSON.stringify(other.refs);
