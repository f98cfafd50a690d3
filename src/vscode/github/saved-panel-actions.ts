import { window } from 'vscode';
import { wantsBranch, withBranch } from '../../core/command/with-branch.ts';
import type { Core } from '../../core/core.ts';
import { ACTION_TEXT } from '../action-text.ts';
import { COMMAND_TEXT } from '../command-text.ts';
import type { CurrentRepository } from '../current-repository.ts';
import { plainLabel, plainMessage } from '../plain-text.ts';
import type { RunCommand } from '../run-command.ts';
import { moved, type SavedPanel, type SavedPanelNode, savedPanels, writeSavedPanels } from './saved-panels.ts';

export interface SavedPanelActionsOptions {
  readonly core: Pick<Core, 'contextOf' | 'forDisplay' | 'git'>;
  readonly repository: CurrentRepository;
  readonly runCommand: Pick<RunCommand, 'inView' | 'type'>;
}

/** What can be done with the saved panels of the GitHub section; without a node the person chooses one. */
export interface SavedPanelActions {
  open(node?: SavedPanelNode): Promise<void>;
  add(): Promise<void>;
  edit(node?: SavedPanelNode): Promise<void>;
  rename(node?: SavedPanelNode): Promise<void>;
  remove(node?: SavedPanelNode): Promise<void>;
  moveUp(node?: SavedPanelNode): Promise<void>;
  moveDown(node?: SavedPanelNode): Promise<void>;
}

export function createSavedPanelActions({
  core: { contextOf, forDisplay, git },
  repository,
  runCommand,
}: SavedPanelActionsOptions): SavedPanelActions {
  const say = (message: string) => void window.showErrorMessage(plainMessage(forDisplay(message)));

  /** The entry as the list has it now; the view may show an older one for a moment. */
  const current = (node: SavedPanelNode): SavedPanelNode | undefined => {
    const now = savedPanels()[node.at];
    return now?.label === node.label && now.command === node.command ? node : undefined;
  };
  const chosen = async (node: SavedPanelNode | undefined): Promise<SavedPanelNode | undefined> => {
    if (node !== undefined) return current(node);
    const items = savedPanels().map((panel, at) => ({
      label: plainLabel(forDisplay(panel.label)),
      description: plainLabel(forDisplay(panel.command)),
      node: { ...panel, at },
    }));
    return (await window.showQuickPick(items, { title: COMMAND_TEXT.saved.choose, matchOnDescription: true }))?.node;
  };
  const replace = ({ at }: SavedPanelNode, ...panels: readonly SavedPanel[]) =>
    writeSavedPanels(savedPanels().toSpliced(at, 1, ...panels));

  const move = async (node: SavedPanelNode | undefined, step: -1 | 1): Promise<void> => {
    const panel = await chosen(node);
    if (panel) await writeSavedPanels(moved(savedPanels(), panel.at, step));
  };

  /** What keeps a command from being a saved panel's: only a gh command that reads is one, whoever wrote it down. */
  const problemOf = async (text: string, root: string): Promise<string | undefined> => {
    const { classifyText } = await import('../../core/command/tables.ts');
    const judged = classifyText('gh', text, contextOf(root) ?? { roots: [], cwd: root });
    if (!judged.ok) return judged.message;
    const { class: kind, reason } = judged.command.verdict;
    return kind === 'read-only' ? undefined : COMMAND_TEXT.saved.notARead(reason);
  };

  /** Asks until it is such a command; undefined when the person changed their mind. */
  const askCommand = async (prefill: string): Promise<string | undefined> => {
    for (let given = prefill; ; ) {
      const typed = await runCommand.type('gh', { prefill: given, title: COMMAND_TEXT.saved.command });
      if (typed === undefined) return undefined;
      const problem = await problemOf(typed.text, typed.repository);
      if (problem === undefined) return typed.text;
      say(problem);
      given = typed.text;
    }
  };

  /** A saved command with the branch in its place; undefined where it wants one and none is checked out. */
  const filled = async (command: string, root: string): Promise<string | undefined> => {
    if (!wantsBranch(command)) return command;
    const head = await git.tryRead(['symbolic-ref', '--quiet', 'HEAD'], root);
    return head && withBranch(command, head.trim().replace('refs/heads/', ''));
  };
  const askLabel = (value: string) =>
    window.showInputBox({
      title: COMMAND_TEXT.saved.label,
      value,
      validateInput: label => (label.trim() === '' ? COMMAND_TEXT.saved.labelIsEmpty : undefined),
    });

  return {
    async open(node) {
      const panel = await chosen(node);
      const root = await repository();
      if (panel === undefined) return;
      if (root === undefined) return say(ACTION_TEXT.runCommand.noRepository);
      const command = await filled(panel.command, root);
      if (command === undefined) return say(COMMAND_TEXT.saved.noBranch(panel.label));
      const problem = await problemOf(command, root);
      return problem === undefined ? runCommand.inView(command, root) : say(problem);
    },
    async add() {
      const command = await askCommand('gh ');
      const label = command && (await askLabel(''));
      if (command && label) await writeSavedPanels([...savedPanels(), { label: label.trim(), command }]);
    },
    async edit(node) {
      const panel = await chosen(node);
      const command = panel && (await askCommand(panel.command));
      if (command && current(panel)) await replace(panel, { label: panel.label, command });
    },
    async rename(node) {
      const panel = await chosen(node);
      const label = panel && (await askLabel(panel.label));
      if (label && current(panel)) await replace(panel, { label: label.trim(), command: panel.command });
    },
    async remove(node) {
      const panel = await chosen(node);
      if (panel) await replace(panel);
    },
    moveUp: node => move(node, -1),
    moveDown: node => move(node, 1),
  };
}
