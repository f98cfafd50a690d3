import type { Git } from '../../../git/writer.ts';
import { changesSince } from '../record/settle.ts';
import { STASH } from '../record/stashes.ts';
import type { Entry, Snapshot } from '../storage/entry.ts';
import { STASH_LOG } from '../storage/state-names.ts';
import { CONFIG } from '../storage/store.ts';

/**
 * A checkpoint as if all that happened since were one command, which is undone by returning to it. The config, what is known
 * of remotes, and branches, tags and stashes that were made since stay as they are.
 */
export async function sinceCheckpoint(git: Git, checkpoint: Entry): Promise<Entry> {
  const { entry } = await changesSince(git, checkpoint, 'ok');
  const pairs = entry.before.map((was, at) => withoutWhatStays(was, entry.after[at] ?? was));
  // In one order, so that two looks at the same make the same plan.
  const files = entry.files.map(each => Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))));
  return { ...entry, files, before: pairs.map(([was]) => was), after: pairs.map(([, is]) => is) };
}

function withoutWhatStays(was: Snapshot, is: Snapshot): readonly [Snapshot, Snapshot] {
  const stays = new Set(
    Object.keys({ ...was.refs, ...is.refs }).filter(name => name.startsWith('refs/remotes/') || !(name in was.refs)),
  );
  const state = new Set([CONFIG, ...(stays.has(STASH) ? [STASH_LOG] : [])]);
  const without = (snapshot: Snapshot): Snapshot => ({
    ...snapshot,
    refs: withoutNames(snapshot.refs, stays),
    state: withoutNames(snapshot.state, state),
  });
  return [without(was), without(is)];
}

const withoutNames = <T>(all: Readonly<Record<string, T>>, names: ReadonlySet<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !names.has(name)));
