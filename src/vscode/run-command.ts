import { window } from 'vscode';
import type { MutatingCommand, Program } from '../core/command/command.ts';
import { programOf } from '../core/command/parse.ts';
import type { Core } from '../core/core.ts';
import type { Origin } from '../core/origin.ts';
import { MAY_CONFLICT } from '../core/repository/may-conflict.ts';
import { ACTION_TEXT } from './action-text.ts';
import type { CommandInput } from './command-input.ts';
import type { CurrentRepository } from './current-repository.ts';
import type { History } from './history.ts';
import type { JournalActions } from './journal/journal-actions.ts';
import { plainMessage } from './plain-text.ts';
import type { Running } from './running.ts';
import type { Outputs } from './views/documents.ts';
import type { ResultPanels } from './views/result-panels.ts';

export interface RunCommandOptions {
  readonly core: Core;
  readonly history: History;
  readonly running: Running;
  readonly tabs: Pick<ResultPanels, 'show'>;
  readonly outputs: Outputs;
  readonly journal: Pick<JournalActions, 'undo'>;
  readonly repository: CurrentRepository;
}

/** A command from outside: one to run without asking for it, or one that fills the input and waits for Enter. */
interface GivenCommand {
  readonly run?: string;
  readonly prefill?: string;
}

/** How the input for a command begins. */
export interface InputStart {
  readonly prefill?: string | undefined;
  /** In place of the usual title. */
  readonly title?: string | undefined;
}

export interface RunCommand {
  /** Asks for a command, one of this program first of all, and runs it; `called` is what the caller of the editor's command gave. */
  ask(program: Program, called?: unknown): Promise<void>;
  /** Asks for a command and runs nothing; undefined when the person changed their mind, or there is no repository. */
  type(program: Program, start: InputStart): Promise<CommandInput | undefined>;
  /** Runs a command as if it were asked for in a view, which may say in its own words what was done. */
  inView(text: string, repository: string, done?: string): Promise<void>;
  /** The same for several, which are a plan: asked about once and undone as one. */
  allInView(texts: readonly string[], repository: string): Promise<void>;
}

export function createRunCommand(options: RunCommandOptions): RunCommand {
  const { core, history, running, tabs, outputs, journal, repository } = options;
  const { forDisplay, repositories } = core;

  const run = async (text: string, root: string, origin: Origin, done?: string): Promise<void> => {
    const execution = await running.during(forDisplay(text), async signal => {
      const begun = await core.execute(programOf(text), text, { repository: root, origin, signal });
      if (begun.kind !== 'panel') return begun;
      tabs.show(begun.opened.panel.id, { preview: origin !== 'chat' });
      await begun.done;
      return begun;
    });
    if (execution.kind === 'panel' || execution.kind === 'declined') return;
    // It is no failure: git waits for the person.
    if (execution.kind === 'ran' && !execution.result.ok && mayConflict(execution.command)) {
      const { reportConflicts } = await import('./report-conflicts.ts');
      if (await reportConflicts(execution.command, root, { core, run: (next, at) => run(next, at, 'view') })) return;
    }
    const { report } = await import('./report.ts');
    report(execution, { outputs, forDisplay, done, undo: id => journal.undo(id, root) });
  };

  const repositoryOrSay = async (): Promise<string | undefined> => {
    const root = await repository();
    if (root !== undefined) return root;
    const { folder = '' } = repositories.problem() ?? {};
    const message = folder === '' ? ACTION_TEXT.runCommand.noRepository : ACTION_TEXT.runCommand.noRepositoryIn(folder);
    void window.showErrorMessage(plainMessage(forDisplay(message)));
    return undefined;
  };

  const type: RunCommand['type'] = async (program, { prefill, title }) => {
    const root = await repositoryOrSay();
    if (root === undefined) return undefined;
    // A window that is only looked at needs no input.
    const { askCommand, createCompletionNames } = await import('./command-input.ts');
    return askCommand(program, root, {
      prefill,
      title,
      history,
      contextOf: core.contextOf,
      names: at => createCompletionNames(core.git, at, core.contextOf(at)?.hosts),
      pickRepository: async () => (await import('./pickers.ts')).pickRepository(repositories.list(), true),
      repositories: () => repositories.list().length,
    });
  };

  return {
    inView: (text, root, done) => run(text, root, 'view', done),
    async allInView(texts, root) {
      const [only] = texts;
      if (texts.length === 1 && only !== undefined) return run(only, root, 'view');
      const { reportPlan } = await import('./report.ts');
      const outcome = await core.runPlan(texts, { repository: root, origin: 'view' });
      reportPlan(outcome, { forDisplay });
    },
    type,
    async ask(program, called) {
      const given = givenCommand(called);
      if (given.run !== undefined) {
        const root = await repositoryOrSay();
        // A command from another extension is neither the person's wish nor their history.
        return root === undefined ? undefined : run(given.run, root, 'chat');
      }
      const input = await type(program, given);
      if (input === undefined) return;
      history.add(input.text);
      await run(input.text, input.repository, 'palette');
    },
  };
}

const mayConflict = ({ program, subcommand }: MutatingCommand): boolean =>
  program === 'git' && MAY_CONFLICT.has(subcommand);

/** The command that a caller of *Run git Command…* or *Run gh Command…* brings: a text to run, or one to fill the input with. */
function givenCommand(called: unknown): GivenCommand {
  if (typeof called === 'string') return { run: called };
  const prefill = (called as { readonly prefill?: unknown } | undefined)?.prefill;
  return typeof prefill === 'string' ? { prefill } : {};
}
