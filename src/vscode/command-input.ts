import { basename } from 'node:path';
import { ThemeIcon, window } from 'vscode';
import type { ClassifiedText } from '../core/command/classify-text.ts';
import type { Program } from '../core/command/command.ts';
import type { Names } from '../core/command/complete/complete.ts';
import type { Context } from '../core/command/context.ts';
import { programOf } from '../core/command/parse.ts';
import { type CommandRow, commandRows, withProgram } from './command-rows.ts';
import { COMMAND_TEXT } from './command-text.ts';
import type { CompletionNames } from './completion-names.ts';
import type { History } from './history.ts';

export { createCompletionNames } from './completion-names.ts';

export interface CommandInput {
  readonly text: string;
  readonly repository: string;
}

export interface CommandInputOptions {
  /** The text that the input starts with. */
  readonly prefill?: string | undefined;
  /** What the input is for, unless its command runs at once. */
  readonly title?: string | undefined;
  readonly history: History;
  readonly contextOf: (repository: string) => Context | undefined;
  /** The names of a repository, for completion. */
  readonly names: (repository: string) => CompletionNames;
  readonly pickRepository: () => Promise<string | undefined>;
  /** How many repositories there are to choose from. */
  readonly repositories: () => number;
}

const EXAMPLES = { git: 'git log --oneline -20', gh: 'gh pr list' } as const satisfies Record<Program, string>;

/**
 * Asks for a command, showing what it is while it is typed; undefined when the person changed their mind.
 * What is typed without a program is for `program`; a command of the other one is as good.
 */
export async function askCommand(
  program: Program,
  first: string,
  { history, contextOf, names, pickRepository, repositories, title, prefill = `${program} ` }: CommandInputOptions,
): Promise<CommandInput | undefined> {
  const [{ classifyText, plainFormOf }, { complete, folderOf, hintFor, NO_NAMES, placesFor }] = await Promise.all([
    import('../core/command/tables.ts'),
    import('../core/command/complete/completion.ts'),
  ]);
  const classified = (text: string, root: string) =>
    classifyText(programOf(text), text, contextOf(root) ?? { roots: [], cwd: root });
  /** A command that is refused elsewhere, which a person can have here: what it does once its editor is closed. */
  const plainForm = (typed: ClassifiedText, root: string) =>
    typed.ok && typed.command.verdict.class === 'refused'
      ? plainFormOf(typed.command, contextOf(root) ?? { roots: [], cwd: root })
      : undefined;
  const pick = window.createQuickPick<CommandRow>();
  const switchRepository = { iconPath: new ThemeIcon('repo'), tooltip: COMMAND_TEXT.input.otherRepository };
  let repository = first;
  let source = names(repository);
  let known: Names = NO_NAMES;
  const typedText = () => withProgram(program, pick.value);

  const show = () => {
    const text = typedText();
    pick.title = title ?? COMMAND_TEXT.input.title(program, basename(repository));
    const typed = classified(text, repository);
    const rows = commandRows({
      program,
      text,
      classified: typed,
      plainForm: plainForm(typed, repository),
      hint: hintFor(text),
      completions: complete(text, known),
      history: history.list(programOf(text)),
    });
    pick.items = rows;
    pick.activeItems = rows.slice(0, 1);
  };
  const load = async () => {
    const text = typedText();
    const [places, folder, from] = [placesFor(text), folderOf(text), source];
    if (places.length === 0) return;
    const found = await from.load(places, folder);
    if (from !== source || typedText() !== text) return;
    known = { ...known, ...found };
    show();
  };
  const changed = () => {
    show();
    void load();
  };

  pick.placeholder = EXAMPLES[program];
  pick.value = prefill;
  pick.ignoreFocusOut = true;
  pick.buttons = repositories() > 1 ? [switchRepository] : [];
  return new Promise(resolve => {
    let choosing = false;
    pick.onDidChangeValue(changed);
    pick.onDidTriggerButton(async () => {
      choosing = true;
      const other = await pickRepository();
      choosing = false;
      repository = other ?? repository;
      source = names(repository);
      known = NO_NAMES;
      pick.show();
      changed();
    });
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (item?.text !== undefined) {
        pick.value = item.text;
        changed();
        return;
      }
      const text = typedText();
      const typed = classified(text, repository);
      // It stays open with the reason in sight.
      if (!typed.ok) return;
      if (typed.command.verdict.class === 'refused' && plainForm(typed, repository) === undefined) return;
      resolve({ text, repository });
      pick.hide();
    });
    pick.onDidHide(() => {
      if (choosing) return;
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
    changed();
  });
}
