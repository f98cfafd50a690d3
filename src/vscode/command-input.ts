import { basename } from 'node:path';
import { type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import { complete } from '../core/command/complete.ts';
import type { Verdict } from '../core/command/verdict.ts';
import type { Judged } from '../core/execute.ts';
import type { History } from './history.ts';
import { plainLabel } from './plain-text.ts';

export interface CommandInput {
  readonly text: string;
  readonly repository: string;
}

export interface CommandInputOptions {
  readonly history: History;
  readonly judge: (text: string, repository: string) => Judged;
  /** Names of branches, tags and remote branches, for completion. */
  readonly refs: (repository: string) => Promise<readonly string[]>;
  readonly pickRepository: () => Promise<string | undefined>;
  /** How many repositories there are to choose from. */
  readonly repositories: () => number;
}

interface Item extends QuickPickItem {
  /** What the input becomes; the item without it stands for what is typed. */
  readonly text?: string;
}

const VERDICTS: Readonly<Record<Verdict['class'], { readonly label: string; readonly says: string }>> = {
  'read-only': { label: '$(eye) Read-only', says: 'runs at once and opens a panel' },
  mutating: { label: '$(shield) Mutating', says: 'waits for your confirmation' },
  refused: { label: '$(circle-slash) Refused', says: 'never runs' },
};

const KINDS = { subcommand: '$(symbol-method)', option: '$(symbol-field)', ref: '$(git-branch)' } as const;

/** Asks for a git command, showing what it is while it is typed; undefined when the person changed their mind. */
export function askCommand(
  first: string,
  { history, judge, refs, pickRepository, repositories }: CommandInputOptions,
): Promise<CommandInput | undefined> {
  const pick = window.createQuickPick<Item>();
  const switchRepository = { iconPath: new ThemeIcon('repo'), tooltip: 'Choose another repository' };
  let repository = first;
  let names: readonly string[] = [];

  const show = () => {
    pick.title = `Run git command in ${basename(repository)}`;
    const typed = verdictItem(judge(pick.value, repository), pick.value);
    pick.items = [typed, ...completions(pick.value, names), ...remembered(history.list(), pick.value)];
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

  pick.placeholder = 'git log --oneline -20';
  pick.value = 'git ';
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
      const judged = judge(pick.value, repository);
      // It stays open with the reason in sight.
      if (!judged.ok || judged.command.verdict.class === 'refused') return;
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

/** What is typed, judged as it stands: Enter on it runs it. */
function verdictItem(judged: Judged, text: string): Item {
  const shown = { alwaysShow: true } as const;
  if (text.trim() === 'git' || text === '')
    return { ...shown, label: '$(edit) Type a git command', detail: 'Its verdict is shown here before anything runs.' };
  if (!judged.ok) return { ...shown, label: '$(error) Not a command', detail: judged.message };
  const { class: verdict, reason, effects, risk } = judged.command.verdict;
  const { label, says } = VERDICTS[verdict];
  const facts = [...(verdict === 'mutating' ? [`risk: ${risk}`] : []), ...effects].join(', ');
  return { ...shown, label, description: says, detail: plainLabel(facts === '' ? reason : `${reason} (${facts})`) };
}

function completions(text: string, refs: readonly string[]): Item[] {
  const found = complete(text, refs).map(({ kind, word, text }) => ({
    label: `${KINDS[kind]} ${plainLabel(word)}`,
    description: plainLabel(text),
    text: `${text} `,
    alwaysShow: true,
  }));
  return found.length === 0 ? [] : [{ kind: QuickPickItemKind.Separator, label: 'completions' }, ...found];
}

function remembered(history: readonly string[], text: string): Item[] {
  const wanted = text.trim().toLowerCase();
  const found = history
    .filter(command => command !== text && command.toLowerCase().includes(wanted))
    .map(command => ({ label: `$(history) ${plainLabel(command)}`, text: command, alwaysShow: true }));
  return found.length === 0 ? [] : [{ kind: QuickPickItemKind.Separator, label: 'history' }, ...found];
}
