import { window } from 'vscode';
import type { Core } from '../core/core.ts';
import { readCommits, readRefs } from '../core/panels/commit-facts.ts';
import { ACTION_TEXT } from './action-text.ts';
import { type ChosenCommit, COMMIT_COMMANDS, type ResetMode } from './commit-commands.ts';
import { copyText } from './copy-text.ts';
import { plainLabel, plainMessage } from './plain-text.ts';
import { refNames } from './refs.ts';

export type CommitAction =
  | 'show'
  | 'compareWithWorkTree'
  | 'compareWith'
  | 'copySha'
  | 'copySubject'
  | 'checkOut'
  | 'reset'
  | 'cherryPick'
  | 'revert';

export interface CommitActionsOptions {
  readonly core: Core;
  /** Runs a command as if it were asked for in a view. */
  readonly run: (text: string, root: string) => Promise<void>;
}

const COMMIT = /^[0-9a-f]{4,64}$/;

/** Does what a person chose in the menu of a commit; what the menu was called with comes from a page and is believed in nothing. */
export async function actOnCommit(action: CommitAction, called: unknown, options: CommitActionsOptions): Promise<void> {
  const { git, panels, forDisplay } = options.core;
  const { commit: id, panel: panelId } = (called ?? {}) as Readonly<Record<string, unknown>>;
  const panel = typeof panelId === 'string' ? panels.panels.find(panelId) : undefined;
  if (panel === undefined || typeof id !== 'string' || !COMMIT.test(id)) return;
  const root = panel.repository;
  const facts = (await readCommits(git, root, [id]))?.[0];
  if (facts === undefined)
    return void window.showWarningMessage(plainMessage(ACTION_TEXT.links.notACommit(forDisplay(id))));
  const run = (text: string | undefined) => (text === undefined ? undefined : options.run(text, root));

  switch (action) {
    case 'show':
    case 'compareWithWorkTree':
    case 'cherryPick':
    case 'revert':
      return run(COMMIT_COMMANDS[action](facts));
    case 'compareWith': {
      const other = await pickOther(facts, await refNames(git, root));
      return run(other === undefined ? undefined : COMMIT_COMMANDS.compareWith(facts, other));
    }
    case 'copySha':
      return copyText((await git.readOrThrow(['rev-parse', '--verify', `${id}^{commit}`], root)).trim());
    case 'copySubject':
      return copyText((await git.readOrThrow(['log', '-1', '--no-patch', '--format=%s', id, '--'], root)).trim());
    case 'checkOut': {
      const full = (await git.readOrThrow(['rev-parse', '--verify', `${id}^{commit}`], root)).trim();
      const here = (await readRefs(git, root)).filter(ref => ref.id === full && ref.kind === 'branch');
      return run(
        await pickCheckOut(
          facts,
          here.map(({ name }) => name),
        ),
      );
    }
    case 'reset':
      return run(await pickReset(facts));
  }
}

async function pickOther({ id }: ChosenCommit, refs: readonly string[]): Promise<string | undefined> {
  const pick = await window.showQuickPick(
    refs.map(label => ({ label })),
    { title: ACTION_TEXT.commits.compareTitle(id), placeHolder: ACTION_TEXT.commits.comparePlaceholder },
  );
  return pick?.label;
}

async function pickCheckOut(commit: ChosenCommit, branches: readonly string[]): Promise<string | undefined> {
  if (branches.length === 0) return COMMIT_COMMANDS.checkOut(commit);
  const { detached, aboutDetached, checkOutTitle } = ACTION_TEXT.commits;
  const choices = [
    ...branches.map(name => ({ label: plainLabel(name), command: COMMIT_COMMANDS.checkOutBranch(name) })),
    { label: detached(commit.id), detail: aboutDetached, command: COMMIT_COMMANDS.checkOut(commit) },
  ];
  return (await window.showQuickPick(choices, { title: checkOutTitle }))?.command;
}

async function pickReset(commit: ChosenCommit): Promise<string | undefined> {
  const { resetTitle, resetModes } = ACTION_TEXT.commits;
  const modes: readonly ResetMode[] = ['mixed', 'soft', 'hard'];
  const choices = modes.map(mode => ({ label: `--${mode}`, detail: resetModes[mode], mode }));
  const chosen = await window.showQuickPick(choices, { title: resetTitle(commit.id) });
  return chosen && COMMIT_COMMANDS.reset(commit, chosen.mode);
}
