import { basename } from 'node:path';
import { type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import { type Panel, stateOf } from '../core/panels/panel.ts';
import type { ConfigureResult, P6Fields } from '../core/repository/status/configure.ts';
import type { P6Settings } from '../core/repository/status/p6-settings.ts';
import { ACTION_TEXT } from './action-text.ts';
import { plainLabel, plainMessage } from './plain-text.ts';
import { PANEL_STATES } from './text.ts';

export { refNames } from './refs.ts';

/** Lets the person choose a repository; the only one needs no question. */
export async function pickRepository(
  repositories: readonly { readonly root: string; readonly name: string }[],
  always = false,
): Promise<string | undefined> {
  if (repositories.length === 1 && !always) return repositories[0]?.root;
  const items = repositories.map(({ root, name }) => ({ label: `$(repo) ${name}`, description: root, root }));
  return (await window.showQuickPick(items, { title: ACTION_TEXT.repositories.choose, matchOnDescription: true }))
    ?.root;
}

/** Lets the person choose an open panel. */
export async function pickPanel(
  panels: readonly Panel[],
  forDisplay: (text: string) => string,
): Promise<string | undefined> {
  const items = panels.map(panel => ({
    label: plainLabel(forDisplay(panel.command.canonical)),
    description: `${panel.id} · ${PANEL_STATES[stateOf(panel)]} · ${basename(panel.repository)}`,
    id: panel.id,
  }));
  return (await window.showQuickPick(items, { title: ACTION_TEXT.panels.choose, matchOnDescription: true }))?.id;
}

/** Lets the person choose what to compare with: a ref, or anything git understands that they type. */
export function pickDiffBase(current: string | null, refs: Promise<readonly string[]>): Promise<string | undefined> {
  const pick = window.createQuickPick<QuickPickItem & { readonly ref: string }>();
  let names: readonly string[] = [];
  const show = () => {
    const typed = pick.value.trim();
    const known = ['HEAD', 'HEAD~1', 'HEAD~5', ...names].filter(name => name !== typed);
    pick.items = [
      ...(typed === ''
        ? []
        : [{ label: `$(edit) ${typed}`, description: ACTION_TEXT.diffBase.asTyped, ref: typed, alwaysShow: true }]),
      { kind: QuickPickItemKind.Separator, label: ACTION_TEXT.diffBase.refs, ref: '' },
      ...known.map(ref => ({
        label: `$(git-commit) ${ref}`,
        ...(ref === 'HEAD' && { description: ACTION_TEXT.diffBase.head }),
        ref,
      })),
    ];
  };
  pick.title = ACTION_TEXT.diffBase.title(current ?? 'HEAD');
  pick.placeholder = ACTION_TEXT.diffBase.placeholder;
  void refs.then(found => {
    names = found;
    show();
  });
  show();
  return new Promise(resolve => {
    pick.onDidChangeValue(show);
    pick.onDidAccept(() => {
      // Who is quick presses Enter before the row for what is typed is there.
      resolve(pick.selectedItems[0]?.ref ?? (pick.value.trim() || undefined));
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

/** Goes through the status view's settings until the person has done. */
export async function configureStatus(
  settings: () => P6Settings,
  configure: (fields: P6Fields) => Promise<ConfigureResult>,
  pickBase: () => Promise<void>,
): Promise<void> {
  const { showDiffs, showLogs, logArgs, diffBase } = settings();
  const state = (on: boolean) => (on ? '$(check)' : '$(blank)');
  const chosen = await window.showQuickPick(
    [
      {
        label: `${state(showDiffs)} ${ACTION_TEXT.status.showDiffs}`,
        description: ACTION_TEXT.status.aboutDiffs,
        what: 'diffs',
      },
      { label: `${state(showLogs)} ${ACTION_TEXT.status.showLog}`, description: `git log ${logArgs}`, what: 'log' },
      { label: `$(list-ordered) ${ACTION_TEXT.status.logArguments}`, description: logArgs, what: 'args' },
      { label: `$(git-compare) ${ACTION_TEXT.status.compareWith}`, description: diffBase ?? 'HEAD', what: 'base' },
    ] as const,
    { title: ACTION_TEXT.status.configure },
  );
  switch (chosen?.what) {
    case 'diffs':
      return showConfigureError(await configure({ show_diffs: !showDiffs }));
    case 'log':
      return showConfigureError(await configure({ show_logs: !showLogs }));
    case 'base':
      return pickBase();
    case 'args': {
      const typed = await window.showInputBox({
        title: ACTION_TEXT.status.logArgumentsTitle,
        value: logArgs,
        prompt: ACTION_TEXT.status.logArgumentsPrompt,
      });
      return typed === undefined
        ? undefined
        : showConfigureError(await configure({ log_args: typed, show_logs: true }));
    }
  }
}

/** Tells why settings were not taken; that they were can be seen. */
export function showConfigureError(configured: ConfigureResult): void {
  if (!configured.ok) void window.showErrorMessage(plainMessage(configured.message));
}
