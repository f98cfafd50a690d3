import { basename } from 'node:path';
import { type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import type { ClassifiedText } from '../core/command/classify-text.ts';
import type { Completion } from '../core/command/complete.ts';
import type { Context } from '../core/command/context.ts';
import type { Verdict } from '../core/command/verdict.ts';
import type { History } from './history.ts';
import { plainLabel } from './plain-text.ts';
import { TEXT, VERDICTS } from './text.ts';

export interface CommandInput {
  readonly text: string;
  readonly repository: string;
}

export interface CommandInputOptions {
  /** The text that the input starts with. */
  readonly prefill?: string | undefined;
  readonly history: History;
  readonly contextOf: (repository: string) => Context | undefined;
  /** Names of branches, tags and remote branches, for completion. */
  readonly refs: (repository: string) => Promise<readonly string[]>;
  readonly pickRepository: () => Promise<string | undefined>;
  /** How many repositories there are to choose from. */
  readonly repositories: () => number;
}

interface Item extends QuickPickItem {
  /** The input's text once it is chosen; the item without it stands for what is typed. */
  readonly text?: string;
}

const EXAMPLE = 'git log --oneline -20';

const VERDICT_ICONS: Readonly<Record<Verdict['class'], string>> = {
  'read-only': '$(eye)',
  mutating: '$(shield)',
  refused: '$(circle-slash)',
};

const COMPLETION_ICONS = { subcommand: '$(symbol-method)', option: '$(symbol-field)', ref: '$(git-branch)' } as const;

/** Asks for a git command, showing what it is while it is typed; undefined when the person changed their mind. */
export async function askCommand(
  first: string,
  { prefill = 'git ', history, contextOf, refs, pickRepository, repositories }: CommandInputOptions,
): Promise<CommandInput | undefined> {
  const { classifyText, complete } = await import('../core/command/tables.ts');
  const classified = (text: string, root: string) =>
    classifyText('git', text, contextOf(root) ?? { roots: [], cwd: root });
  const pick = window.createQuickPick<Item>();
  const switchRepository = { iconPath: new ThemeIcon('repo'), tooltip: TEXT.commandInput.otherRepository };
  let repository = first;
  let names: readonly string[] = [];

  const show = () => {
    pick.title = TEXT.commandInput.title(basename(repository));
    const typed = verdictItem(classified(pick.value, repository), pick.value);
    pick.items = [typed, ...completionItems(complete(pick.value, names)), ...historyItems(history.list(), pick.value)];
    pick.activeItems = [typed];
  };
  const load = async () => {
    names = [];
    const of = repository;
    const found = await refs(of);
    if (of !== repository) return;
    names = found;
    show();
  };

  pick.placeholder = EXAMPLE;
  pick.value = prefill;
  pick.ignoreFocusOut = true;
  pick.buttons = repositories() > 1 ? [switchRepository] : [];
  return new Promise(resolve => {
    let choosing = false;
    pick.onDidChangeValue(show);
    pick.onDidTriggerButton(async () => {
      choosing = true;
      const other = await pickRepository();
      choosing = false;
      repository = other ?? repository;
      pick.show();
      show();
      void load();
    });
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (item?.text !== undefined) {
        pick.value = item.text;
        show();
        return;
      }
      const typed = classified(pick.value, repository);
      // It stays open with the reason in sight.
      if (!typed.ok || typed.command.verdict.class === 'refused') return;
      resolve({ text: pick.value, repository });
      pick.hide();
    });
    pick.onDidHide(() => {
      if (choosing) return;
      resolve(undefined);
      pick.dispose();
    });
    show();
    pick.show();
    void load();
  });
}

/** The row of what is typed, with its verdict: Enter on it runs it. */
function verdictItem(classified: ClassifiedText, text: string): Item {
  const always = { alwaysShow: true } as const;
  if (text.trim() === 'git' || text === '')
    return {
      ...always,
      label: `$(edit) ${TEXT.commandInput.typeCommand}`,
      detail: TEXT.commandInput.verdictComes,
    };
  if (!classified.ok)
    return { ...always, label: `$(error) ${TEXT.commandInput.notACommand}`, detail: classified.message };
  const { verdict } = classified.command;
  const { name, says } = VERDICTS[verdict.class];
  return {
    ...always,
    label: `${VERDICT_ICONS[verdict.class]} ${name}`,
    description: says,
    detail: plainLabel(TEXT.commandInput.about(verdict)),
  };
}

function completionItems(completions: readonly Completion[]): Item[] {
  const found = completions.map(({ kind, word, text }) => ({
    label: `${COMPLETION_ICONS[kind]} ${plainLabel(word)}`,
    description: plainLabel(text),
    text: `${text} `,
    alwaysShow: true,
  }));
  return found.length === 0
    ? []
    : [{ kind: QuickPickItemKind.Separator, label: TEXT.commandInput.completions }, ...found];
}

function historyItems(history: readonly string[], text: string): Item[] {
  const wanted = text.trim().toLowerCase();
  const found = history
    .filter(command => command !== text && command.toLowerCase().includes(wanted))
    .map(command => ({ label: `$(history) ${plainLabel(command)}`, text: command, alwaysShow: true }));
  return found.length === 0 ? [] : [{ kind: QuickPickItemKind.Separator, label: TEXT.commandInput.history }, ...found];
}
