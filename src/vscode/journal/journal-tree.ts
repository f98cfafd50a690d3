import { type Disposable, EventEmitter, type TreeDataProvider, window } from 'vscode';
import type { OpenRepository } from '../../core/repository/repositories.ts';
import type { EntrySearch } from '../../core/writes/journal/find-entries.ts';
import type { Journal } from '../../core/writes/journal/journal.ts';
import { TEXT } from '../text.ts';
import type { JournalNode } from './nodes.ts';

export interface JournalTreeOptions {
  readonly repositories: () => readonly OpenRepository[];
  readonly list: Journal['list'];
  readonly forDisplay: (text: string) => string;
}

/** The list of what was changed and can be undone. */
export interface JournalTree extends Disposable {
  /** To be called when a journal may have changed. */
  changed(): void;
  /** Shows only the entries that a search finds. */
  narrow(search: EntrySearch): void;
  narrowed(): EntrySearch;
  /** How many questions wait for the person; shown as the badge of Sluice. */
  waiting(count: number): void;
  /** How many commands run for longer than a moment; the badge while nothing waits. */
  running(count: number): void;
}

export const JOURNAL_VIEW = 'sluice.journal';

const MINUTE_MS = 60_000;
const MEGABYTE = 1024 * 1024;

export function createJournalTree({ repositories, list, forDisplay }: JournalTreeOptions): JournalTree {
  const change = new EventEmitter<undefined>();
  let known: Promise<readonly JournalNode[]> | undefined;
  let search: EntrySearch = {};
  const read = async (): Promise<readonly JournalNode[]> => {
    const lists = await Promise.all(repositories().map(async each => [each, await list(each)] as const));
    const bytes = lists.flatMap(([, entries]) => entries).reduce((sum, { storedBytes }) => sum + storedBytes, 0);
    const { narrowedText, newestOf, nodesOf } = await import('./nodes.ts');
    view.description = bytes < MEGABYTE ? '' : TEXT.journal.holds(Math.round(bytes / MEGABYTE));
    view.message = narrowedText(search);
    const all = lists.map(([repository, entries]) => nodesOf(repository, entries, search));
    return all.flat().sort((a, b) => newestOf(b) - newestOf(a));
  };
  const provider: TreeDataProvider<JournalNode> = {
    onDidChangeTreeData: change.event,
    getChildren: async node => {
      if (node !== undefined) return node.kind === 'group' ? [...node.children] : [];
      known ??= read().catch(error => {
        // The next look is a new one.
        known = undefined;
        throw error;
      });
      return [...(await known)];
    },
    getTreeItem: async node => {
      const { journalItem } = await import('./journal-item.ts');
      return journalItem(node, repositories().length > 1, forDisplay);
    },
  };
  const view = window.createTreeView(JOURNAL_VIEW, { treeDataProvider: provider });
  // What is said of the time grows old; nothing is read again for it.
  const timer = setInterval(() => view.visible && change.fire(undefined), MINUTE_MS);
  timer.unref();
  const counts = { waiting: 0, running: 0 };
  const showBadge = (changed: Partial<typeof counts>) => {
    Object.assign(counts, changed);
    view.badge = badgeOf(counts);
  };
  const changed = () => {
    known = undefined;
    change.fire(undefined);
  };
  return {
    changed,
    narrow(to) {
      search = to;
      changed();
    },
    narrowed: () => search,
    waiting: waiting => showBadge({ waiting }),
    running: running => showBadge({ running }),
    dispose() {
      clearInterval(timer);
      view.dispose();
      change.dispose();
    },
  };
}

/** What waits for the person comes before what they wait for. */
export function badgeOf({ waiting, running }: { readonly waiting: number; readonly running: number }) {
  if (waiting > 0) return { value: waiting, tooltip: TEXT.journal.waiting(waiting) };
  return running > 0 ? { value: running, tooltip: TEXT.journal.running(running) } : undefined;
}
