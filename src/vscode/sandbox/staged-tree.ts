import type { Disposable, TreeItem } from 'vscode';
import type { SandboxAccess } from './access.ts';
import type { ReviewComments } from './review-comments.ts';
import { stagedItem } from './staged-item.ts';
import { type CommitNode, filesOf, type StagedNode, stagedCommits, toReview } from './staged-nodes.ts';

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
  let nodes: readonly CommitNode[] = [];
  const read = async (): Promise<readonly CommitNode[]> => {
    nodes = await stagedCommits(access);
    comments.keepOnly(new Set(nodes.map(({ commit }) => commit.id)));
    count(toReview(nodes), nodes.length);
    return nodes;
  };
  const stopListening = access.changes.listen(() => {
    read().then(changed, reportError);
  });
  return {
    async getChildren(node) {
      if (node === undefined) return [...(await read())];
      return node.kind === 'commit' ? filesOf(node) : [];
    },
    getTreeItem: node => stagedItem(node, new Set(nodes.map(({ sandbox }) => sandbox)).size > 1, forDisplay),
    dispose: stopListening,
  };
}
