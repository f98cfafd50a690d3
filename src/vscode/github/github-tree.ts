import { type Disposable, EventEmitter, type TreeDataProvider, window } from 'vscode';
import type { Core } from '../../core/core.ts';
import type { GitHubProblem } from '../../core/github/readiness.ts';
import type { CurrentRepository } from '../current-repository.ts';
import { onSetting } from '../settings.ts';
import type { SavedPanelNode } from './saved-panels.ts';

export interface GitHubTreeOptions {
  readonly core: Pick<Core, 'forDisplay' | 'gitHubProblem' | 'gitHubTokens' | 'repositories'>;
  readonly repository: CurrentRepository;
  /** Tells the view which of its empty states it is in. */
  readonly showState: (state: GitHubProblem | 'ready') => void;
}

/** The section with saved panels of GitHub; opening one is up to the person, and until then nothing is asked of GitHub. */
export interface GitHubTree extends Disposable {
  /** To be called when another repository or remote may be in use: looked at again once somebody sees the view. */
  changed(): void;
}

export const GITHUB_VIEW = 'sluice.github';

export function createGitHubTree({ core, repository, showState }: GitHubTreeOptions): GitHubTree {
  const { forDisplay, gitHubProblem, gitHubTokens, repositories } = core;
  const change = new EventEmitter<undefined>();
  const changed = () => change.fire(undefined);
  const items = () => import('./saved-panel-item.ts');
  const provider: TreeDataProvider<SavedPanelNode> = {
    onDidChangeTreeData: change.event,
    // The editor asks while the view is seen, and not before.
    async getChildren(node) {
      if (node !== undefined) return [];
      const root = await repository();
      const problem = root === undefined ? undefined : await gitHubProblem(root);
      showState(problem ?? 'ready');
      return problem === undefined ? (await items()).savedPanelNodes() : [];
    },
    getTreeItem: async node => (await items()).savedPanelItem(node, forDisplay),
  };
  const parts = [
    window.createTreeView(GITHUB_VIEW, { treeDataProvider: provider }),
    onSetting(['github.savedPanels'], changed),
    // With several repositories the file in front says which one is meant.
    window.onDidChangeActiveTextEditor(() => repositories.list().length > 1 && changed()),
    { dispose: gitHubTokens.listen(changed) },
    change,
  ];
  return {
    changed,
    dispose() {
      for (const part of parts) part.dispose();
    },
  };
}
