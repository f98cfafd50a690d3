import { window } from 'vscode';
import type { Context } from '../core/command/context.ts';
import { judge } from '../core/execute.ts';
import type { Origin } from '../core/origin.ts';
import type { Repositories } from '../core/repository/repositories.ts';
import { askCommand } from './command-input.ts';
import type { History } from './history.ts';
import { pickRepository } from './pickers.ts';
import { plainMessage } from './plain-text.ts';

export interface RunGitOptions {
  readonly history: History;
  readonly refs: (root: string) => Promise<readonly string[]>;
  readonly repositories: Repositories;
  /** The repository to work in without asking. */
  readonly repository: () => Promise<string | undefined>;
  readonly contextFor: (root: string) => Context;
  readonly run: (text: string, repository: string, origin: Origin) => Promise<void>;
  readonly forDisplay: (text: string) => string;
}

/** Asks for a git command and runs it; one that is given is run without asking for it. */
export function createRunGit(options: RunGitOptions): (given?: string) => Promise<void> {
  const { history, refs, repositories, repository, contextFor, run, forDisplay } = options;
  const ask = (root: string) =>
    askCommand(root, {
      history,
      judge: (text, at) => judge('git', text, contextFor(at)),
      refs,
      pickRepository: () => pickRepository(repositories.list(), true),
      repositories: () => repositories.list().length,
    });
  return async given => {
    const root = await repository();
    if (root === undefined) {
      const { folder = '' } = repositories.problem() ?? {};
      void window.showErrorMessage(plainMessage(forDisplay(`There is no git repository in this window. ${folder}`)));
      return;
    }
    // What another extension hands in is neither the person's wish nor their history.
    if (given !== undefined) return run(given, root, 'chat');
    const input = await ask(root);
    if (input === undefined) return;
    history.add(input.text);
    await run(input.text, input.repository, 'palette');
  };
}
