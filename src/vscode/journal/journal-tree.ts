import {
  type Disposable,
  EventEmitter,
  MarkdownString,
  ThemeColor,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  TreeItemCollapsibleState,
  window,
} from 'vscode';
import type { OpenRepository } from '../../core/repository/repositories.ts';
import type { Journal } from '../../core/writes/journal/journal.ts';
import { changedSomethingHere, type Entry } from '../../core/writes/journal/storage/entry.ts';
import { relativeTime } from '../../shared/relative-time.ts';
import { ORIGINS, OUTCOMES, TEXT } from '../text.ts';
import { type EntryNode, type GroupNode, type JournalNode, newestOf, nodesOf } from './nodes.ts';

export interface JournalTreeOptions {
  readonly repositories: () => readonly OpenRepository[];
  readonly list: Journal['list'];
  readonly forDisplay: (text: string) => string;
}

/** The list of what was changed and can be undone. */
export interface JournalTree extends Disposable {
  /** To be called when a journal may have changed. */
  changed(): void;
  /** How many questions wait for the person; shown as the badge of Sluice. */
  waiting(count: number): void;
  /** How many commands run for longer than a moment; the badge while nothing waits. */
  running(count: number): void;
}

export const JOURNAL_VIEW = 'sluice.journal';

const MINUTE_MS = 60_000;
const MEGABYTE = 1024 * 1024;

const ICONS: Readonly<Record<Entry['outcome'], readonly [icon: string, color?: string]>> = {
  ok: ['pass', 'testing.iconPassed'],
  failed: ['error', 'list.errorForeground'],
  interrupted: ['warning', 'list.warningForeground'],
  pending: ['question', 'list.warningForeground'],
};

export function createJournalTree({ repositories, list, forDisplay }: JournalTreeOptions): JournalTree {
  const change = new EventEmitter<undefined>();
  let known: Promise<readonly JournalNode[]> | undefined;
  const read = async (): Promise<readonly JournalNode[]> => {
    const lists = await Promise.all(repositories().map(async each => [each, await list(each)] as const));
    const bytes = lists.flatMap(([, entries]) => entries).reduce((sum, { storedBytes }) => sum + storedBytes, 0);
    view.description = bytes < MEGABYTE ? '' : TEXT.journal.holds(Math.round(bytes / MEGABYTE));
    const all = lists.map(([repository, entries]) => nodesOf(repository, entries));
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
    getTreeItem: node => {
      const several = repositories().length > 1;
      return node.kind === 'group' ? groupItem(node, several, forDisplay) : entryItem(node, several, forDisplay);
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
  return {
    changed() {
      known = undefined;
      change.fire(undefined);
    },
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

function entryItem(node: EntryNode, several: boolean, forDisplay: (text: string) => string): TreeItem {
  const { entry, repository, undone, inPart, alone } = node;
  const { id, command, time, origin, outcome, undoes, changes, reverts, notSaved } = entry;
  const [icon, color] = undone ? ['discard'] : ICONS[outcome];
  const undoneWhole = reverts.length === 0 ? TEXT.journal.undone : TEXT.journal.undoneHere;
  const words = [
    undone ? (inPart ? TEXT.journal.undoneInPart : undoneWhole) : OUTCOMES[outcome],
    ...(undoes === null ? [] : [TEXT.journal.anUndo]),
  ];
  const item = new TreeItem(forDisplay(command));
  const changed = TEXT.journal.changed(forDisplay(changes[0] ?? ''), changes.length);
  item.id = `${repository.root} ${id}`;
  item.description = facts(ago(time), ORIGINS[origin], changed, several && repository.name);
  item.iconPath = new ThemeIcon(icon, color === undefined ? undefined : new ThemeColor(color));
  item.contextValue = [
    'entry',
    ...(alone && (!undone || inPart) && changedSomethingHere(entry) ? ['undoable'] : []),
    ...(reverts.length === 0 ? [] : ['reverts']),
  ].join(' ');
  item.accessibilityInformation = { label: `${forDisplay(command)}, ${words.join(', ')}, ${item.description}` };
  item.command = { command: 'sluice.showChanges', title: TEXT.journal.showChanges, arguments: [node] };
  const lines = [words.join(', '), ...changes, ...reverts.map(each => TEXT.journal.toRevert(each))];
  // A code block shows a command as it is, whatever Markdown is in it.
  item.tooltip = new MarkdownString()
    .appendCodeblock(forDisplay(command), 'shellscript')
    .appendText([...lines, ...notSaved.map(each => TEXT.journal.notSaved(each))].map(forDisplay).join('\n'));
  return item;
}

function groupItem(node: GroupNode, several: boolean, forDisplay: (text: string) => string): TreeItem {
  const { group, children, repository } = node;
  const [{ entry } = { entry: undefined }] = children;
  const item = new TreeItem(TEXT.journal.plan(children.length), TreeItemCollapsibleState.Collapsed);
  item.id = `${repository.root} ${group}`;
  item.description = facts(ago(newestOf(node)), entry && ORIGINS[entry.origin], several && repository.name);
  item.iconPath = new ThemeIcon('checklist');
  item.contextValue = children.every(({ undone, inPart }) => undone && !inPart) ? 'group' : 'group undoable';
  item.tooltip = new MarkdownString().appendCodeblock(
    children
      .toReversed()
      .map(each => forDisplay(each.entry.command))
      .join('\n'),
    'shellscript',
  );
  return item;
}

/** In minutes: no one tells the list that a second has gone by. */
const ago = (time: number): string => {
  const ms = Date.now() - time;
  return ms < MINUTE_MS ? TEXT.journal.justNow : relativeTime(ms);
};

const facts = (...parts: readonly (string | false | undefined)[]): string => parts.filter(Boolean).join(' · ');
