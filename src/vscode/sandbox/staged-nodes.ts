import type { StagedCommit, StagedFile } from '../../core/sandbox/files/state.ts';
import type { SandboxAccess } from './access.ts';

/** A staged commit in the view. */
export interface CommitNode {
  readonly kind: 'commit';
  readonly sandbox: string;
  readonly commit: StagedCommit;
}

/** One of its files. */
export interface FileNode {
  readonly kind: 'file';
  readonly parent: CommitNode;
  readonly file: StagedFile;
}

export type StagedNode = CommitNode | FileNode;

/** Every staged commit of every sandbox, the newest first. */
export async function stagedCommits({ list, look }: Pick<SandboxAccess, 'list' | 'look'>): Promise<CommitNode[]> {
  const found: CommitNode[] = [];
  for (const sandbox of await list()) {
    const { state } = await look(sandbox);
    for (const commit of state.staged.values()) found.push({ kind: 'commit', sandbox, commit });
  }
  return found.sort((a, b) => b.commit.createdAt - a.commit.createdAt);
}

export const filesOf = (parent: CommitNode): FileNode[] =>
  parent.commit.files.map(file => ({ kind: 'file', parent, file }));

/** How many wait for the person: what they have rejected waits for its agent. */
export const toReview = (nodes: readonly CommitNode[]): number =>
  nodes.filter(({ commit }) => commit.rejected === undefined && !commit.outdated).length;
