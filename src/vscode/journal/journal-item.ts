import { MarkdownString, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { changedSomethingHere, type Entry, isCheckpoint } from '../../core/writes/journal/storage/entry.ts';
import { relativeTime } from '../../shared/relative-time.ts';
import { ACTION_TEXT } from '../action-text.ts';
import { ORIGINS, OUTCOMES, TEXT } from '../text.ts';
import { type EntryNode, type GroupNode, type JournalNode, newestOf } from './nodes.ts';

const MINUTE_MS = 60_000;

const ICONS: Readonly<Record<Entry['outcome'], readonly [icon: string, color?: string]>> = {
  ok: ['pass', 'testing.iconPassed'],
  failed: ['error', 'list.errorForeground'],
  interrupted: ['warning', 'list.warningForeground'],
  pending: ['question', 'list.warningForeground'],
};

/** A row of the journal; with several repositories it says which. */
export const journalItem = (node: JournalNode, several: boolean, forDisplay: (text: string) => string): TreeItem =>
  node.kind === 'group' ? groupItem(node, several, forDisplay) : entryItem(node, several, forDisplay);

function entryItem(node: EntryNode, several: boolean, forDisplay: (text: string) => string): TreeItem {
  const { entry, repository, undone, inPart, alone } = node;
  const { id, command, time, origin, outcome, undoes, changes, reverts, notSaved } = entry;
  const checkpoint = isCheckpoint(entry);
  const [icon, color] = checkpoint ? ['bookmark'] : undone ? ['discard'] : ICONS[outcome];
  const undoneWhole = reverts.length === 0 ? TEXT.journal.undone : TEXT.journal.undoneHere;
  const words = [
    checkpoint
      ? ACTION_TEXT.checkpoints.checkpoint
      : undone
        ? inPart
          ? TEXT.journal.undoneInPart
          : undoneWhole
        : OUTCOMES[outcome],
    ...(undoes === null ? [] : [TEXT.journal.anUndo]),
  ];
  const { label, actor } = entry;
  const item = new TreeItem(forDisplay(label === undefined || checkpoint ? command : `${command} “${label}”`));
  const changed = checkpoint ? '' : TEXT.journal.changed(forDisplay(changes[0] ?? ''), changes.length);
  const who = actor === undefined ? ORIGINS[origin] : `${ORIGINS[origin]} (${forDisplay(actor)})`;
  item.id = `${repository.root} ${id}`;
  item.description = facts(ago(time), who, changed, several && repository.name);
  item.iconPath = new ThemeIcon(icon, color === undefined ? undefined : new ThemeColor(color));
  item.contextValue = [
    'entry',
    ...(checkpoint ? ['checkpoint'] : []),
    ...(!checkpoint && alone && (!undone || inPart) && changedSomethingHere(entry) ? ['undoable'] : []),
    ...(label === undefined ? [] : ['labelled']),
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
