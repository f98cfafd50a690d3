import { window } from 'vscode';
import type { Core } from '../core/core.ts';
import type { Origin } from '../core/origin.ts';
import { MAY_CONFLICT } from '../core/repository/may-conflict.ts';
import type { CurrentRepository } from './current-repository.ts';
import type { History } from './history.ts';
import type { JournalActions } from './journal/journal-actions.ts';
import { plainMessage } from './plain-text.ts';
import type { Running } from './running.ts';
import { TEXT } from './text.ts';
import type { Outputs } from './views/documents.ts';
import type { ResultPanels } from './views/result-panels.ts';

export interface RunGitOptions {
  readonly core: Core;
  readonly history: History;
  readonly running: Running;
  readonly tabs: Pick<ResultPanels, 'show'>;
  readonly outputs: Outputs;
  readonly journal: Pick<JournalActions, 'undo'>;
  readonly repository: CurrentRepository;
}

/** A command from outside: one to run without asking for it, or one that fills the input and waits for Enter. */
export interface GivenCommand {
  readonly run?: string;
  readonly prefill?: string;
}

export interface RunGit {
  /** Asks for a git command and runs it. */
  ask(given?: GivenCommand): Promise<void>;
  /** Runs a git command as if it were asked for in a view. */
  inView(text: string, repository: string): Promise<void>;
  /** The same for several, which are a plan: asked about once and undone as one. */
  allInView(texts: readonly string[], repository: string): Promise<void>;
}

export function createRunGit(options: RunGitOptions): RunGit {
  const { core, history, running, tabs, outputs, journal, repository } = options;
  const { forDisplay, repositories } = core;

  const run = async (text: string, root: string, origin: Origin): Promise<void> => {
    const execution = await running.during(forDisplay(text), async signal => {
      const begun = await core.execute('git', text, { repository: root, origin, signal });
      if (begun.kind !== 'panel') return begun;
      tabs.show(begun.opened.panel.id, { preview: origin !== 'chat' });
      await begun.done;
      return begun;
    });
    if (execution.kind === 'panel' || execution.kind === 'declined') return;
    // It is no failure: git waits for the person.
    if (execution.kind === 'ran' && !execution.result.ok && MAY_CONFLICT.has(execution.command.subcommand)) {
      const { reportConflicts } = await import('./report-conflicts.ts');
      if (await reportConflicts(execution.command, root, { core, run: (next, at) => run(next, at, 'view') })) return;
    }
    const { report } = await import('./report.ts');
    report(execution, { outputs, forDisplay, undo: id => journal.undo(id, root) });
  };

  return {
    inView: (text, root) => run(text, root, 'view'),
    async allInView(texts, root) {
      const [only] = texts;
      if (texts.length === 1 && only !== undefined) return run(only, root, 'view');
      const { reportPlan } = await import('./report.ts');
      const outcome = await core.runPlan(texts, { repository: root, origin: 'view' });
      reportPlan(outcome, { forDisplay });
    },
    async ask(given = {}) {
      const root = await repository();
      if (root === undefined) {
        const { folder = '' } = repositories.problem() ?? {};
        const message = folder === '' ? TEXT.runGit.noRepository : TEXT.runGit.noRepositoryIn(folder);
        void window.showErrorMessage(plainMessage(forDisplay(message)));
        return;
      }
      // A command from another extension is neither the person's wish nor their history.
      if (given.run !== undefined) return run(given.run, root, 'chat');
      // A window that is only looked at needs no input.
      const { askCommand, createCompletionNames } = await import('./command-input.ts');
      const input = await askCommand(root, {
        prefill: given.prefill,
        history,
        contextOf: core.contextOf,
        names: at => createCompletionNames(core.git, at),
        pickRepository: async () => (await import('./pickers.ts')).pickRepository(repositories.list(), true),
        repositories: () => repositories.list().length,
      });
      if (input === undefined) return;
      history.add(input.text);
      await run(input.text, input.repository, 'palette');
    },
  };
}
