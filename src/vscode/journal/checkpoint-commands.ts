import { type QuickPickItem, window } from 'vscode';
import type { Core } from '../../core/core.ts';
import type { CheckpointOutcome } from '../../core/writes/checkpoints.ts';
import { type EntrySearch, FILTERS, type JournalFilter } from '../../core/writes/journal/find-entries.ts';
import { isCheckpoint } from '../../core/writes/journal/storage/entry.ts';
import { clockTime } from '../../shared/relative-time.ts';
import { ACTION_TEXT } from '../action-text.ts';
import type { CurrentRepository } from '../current-repository.ts';
import { plainLabel, plainMessage } from '../plain-text.ts';
import type { JournalActions } from './journal-actions.ts';
import type { JournalTree } from './journal-tree.ts';
import type { EntryNode } from './nodes.ts';

export interface CheckpointCommandsOptions {
  readonly core: Pick<Core, 'writes' | 'repositories' | 'forDisplay'>;
  readonly repository: CurrentRepository;
  readonly journal: Pick<JournalActions, 'undo'>;
  readonly tree: Pick<JournalTree, 'changed' | 'narrow' | 'narrowed'>;
}

/** What a person does with checkpoints, labels and the search of the journal; those on an entry get its node. */
export interface CheckpointCommands {
  save(): Promise<void>;
  returnTo(node?: EntryNode): Promise<void>;
  label(node?: EntryNode): Promise<void>;
  removeLabel(node?: EntryNode): Promise<void>;
  find(): Promise<void>;
}

const TEXT = ACTION_TEXT.checkpoints;

export function createCheckpointCommands(options: CheckpointCommandsOptions): CheckpointCommands {
  const { core, repository, journal, tree } = options;
  const current = async () => {
    const root = await repository();
    const found = core.repositories.list().find(each => each.root === root);
    if (found === undefined) void window.showInformationMessage(plainMessage(TEXT.noRepository));
    return found;
  };
  const tell = (outcome: CheckpointOutcome, done: (label: string) => string): void => {
    tree.changed();
    if (!outcome.ok) return void window.showWarningMessage(plainMessage(core.forDisplay(outcome.message)));
    const { label = '', notSaved } = outcome.entry;
    const text = [done(label), ...notSaved.map(TEXT.notSaved)].map(core.forDisplay).join(' ');
    void (notSaved.length === 0 ? window.showInformationMessage : window.showWarningMessage)(plainMessage(text));
  };
  const askLabel = (value: string) => window.showInputBox({ title: TEXT.labelTitle, prompt: TEXT.labelPrompt, value });
  const setLabel = async ({ entry, repository: at }: EntryNode, label: string) =>
    tell(
      await (await core.writes()).checkpoints.label(at, entry.id, label),
      label === '' ? () => TEXT.removed : TEXT.labelled,
    );

  return {
    async save() {
      const found = await current();
      if (found === undefined) return;
      const label = await askLabel(TEXT.suggested(clockTime(new Date())));
      if (label === undefined || label.trim() === '') return;
      const { checkpoints } = await core.writes();
      tell(await checkpoints.save({ repository: found, origin: 'palette', label }), TEXT.saved);
    },

    async returnTo(node) {
      if (node !== undefined) return journal.undo(node.entry.id, node.repository.root, 'view');
      const found = await current();
      if (found === undefined) return;
      const entries = await (await core.writes()).journal.list(found);
      const rows = entries.filter(isCheckpoint).map(({ id, command, time }) => ({
        label: plainLabel(core.forDisplay(command)),
        description: new Date(time).toLocaleString(),
        id,
      }));
      if (rows.length === 0) return void window.showInformationMessage(plainMessage(TEXT.none));
      const chosen = await window.showQuickPick(rows, { title: TEXT.returnTitle, matchOnDescription: true });
      if (chosen !== undefined) await journal.undo(chosen.id, found.root);
    },

    async label(node) {
      const label = node && (await askLabel(node.entry.label ?? ''));
      if (node !== undefined && label !== undefined && label.trim() !== '') await setLabel(node, label);
    },

    removeLabel: async node => node && setLabel(node, ''),

    find: () => pickSearch(tree),
  };
}

/** Narrows the list while the person types. */
async function pickSearch({ narrow, narrowed }: CheckpointCommandsOptions['tree']): Promise<void> {
  const before = narrowed();
  const pick = window.createQuickPick<QuickPickItem & { readonly filter: JournalFilter }>();
  pick.title = TEXT.findTitle;
  pick.placeholder = TEXT.findPlaceholder;
  pick.items = FILTERS.map(filter => ({ label: TEXT.filters[filter], filter, alwaysShow: true }));
  pick.value = before.search ?? '';
  pick.activeItems = pick.items.filter(({ filter }) => filter === (before.filter ?? 'all'));
  const wanted = (): EntrySearch => ({ search: pick.value, filter: pick.activeItems[0]?.filter });
  pick.onDidChangeActive(() => narrow(wanted()));
  pick.onDidChangeValue(() => narrow(wanted()));
  pick.onDidAccept(() => {
    accepted = true;
    pick.hide();
  });
  let accepted = false;
  pick.show();
  await new Promise<void>(resolve => void pick.onDidHide(() => resolve()));
  if (!accepted) narrow(before);
  pick.dispose();
}
