import type { Disposable, TreeItem } from 'vscode';
import type { SandboxAccess } from './access.ts';
import type { ReviewComments } from './review-comments.ts';
import { stagedItem } from './staged-item.ts';
import { type CommitNode, filesOf, type StagedNode, stagedNodes, toReview } from './staged-nodes.ts';

/** The rows of the view of staged commits. */
export interface StagedTree extends Disposable {
  getChildren(node: StagedNode | undefined): Promise<StagedNode[]>;
  getTreeItem(node: StagedNode): TreeItem;
}

export interface StagedTreeOptions {
  readonly access: SandboxAccess;
  readonly comments: ReviewComments;
  readonly forDisplay: (text: string) => string;
  /** Is told that rows may be others, and how many commits wait for the person. */
  readonly changed: () => void;
  readonly count: (waiting: number, all: number) => void;
  readonly reportError: (error: unknown) => void;
}

export function createStagedTree(options: StagedTreeOptions): StagedTree {
  const { access, comments, forDisplay, changed, count, reportError } = options;
  let commits: readonly CommitNode[] = [];
  const read = async (): Promise<readonly StagedNode[]> => {
    const found = await stagedNodes(access);
    commits = found.commits;
    // What is in one that cannot be read may be commented too.
    if (found.damaged.length === 0) comments.keepOnly(new Set(commits.map(({ commit }) => commit.id)));
    count(toReview(commits), commits.length);
    return [...found.damaged, ...commits];
  };
  const refresh = () => void read().then(changed, reportError);
  const stopListening = access.changes.listen(refresh);
  refresh();
  return {
    async getChildren(node) {
      if (node === undefined) return [...(await read())];
      return node.kind === 'commit' ? filesOf(node) : [];
    },
    getTreeItem: node => stagedItem(node, new Set(commits.map(({ sandbox }) => sandbox)).size > 1, forDisplay),
    dispose: stopListening,
  };
}
