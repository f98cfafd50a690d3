import { window } from 'vscode';
import type { Core } from '../core/core.ts';
import type { Origin } from '../core/origin.ts';
import type { CurrentRepository } from './current-repository.ts';
import type { History } from './history.ts';
import type { JournalActions } from './journal/journal-actions.ts';
import { plainMessage } from './plain-text.ts';
import { refNames } from './refs.ts';
import { report } from './report.ts';
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

export interface RunGit {
  /** Asks for a git command and runs it; one that is given is run without asking for it. */
  ask(given?: string): Promise<void>;
  /** Runs a git command as if it were asked for in a view. */
  inView(text: string, repository: string): Promise<void>;
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
    report(execution, { outputs, forDisplay, undo: id => journal.undo(id, root) });
  };

  return {
    inView: (text, root) => run(text, root, 'view'),
    async ask(given) {
      const root = await repository();
      if (root === undefined) {
        const { folder = '' } = repositories.problem() ?? {};
        const message = folder === '' ? TEXT.runGit.noRepository : TEXT.runGit.noRepositoryIn(folder);
        void window.showErrorMessage(plainMessage(forDisplay(message)));
        return;
      }
      // A command from another extension is neither the person's wish nor their history.
      if (given !== undefined) return run(given, root, 'chat');
      const { askCommand } = await import('./command-input.ts');
      const input = await askCommand(root, {
        history,
        contextOf: core.contextOf,
        refs: at => refNames(core.git, at),
        pickRepository: async () => (await import('./pickers.ts')).pickRepository(repositories.list(), true),
        repositories: () => repositories.list().length,
      });
      if (input === undefined) return;
      history.add(input.text);
      await run(input.text, input.repository, 'palette');
    },
  };
}
