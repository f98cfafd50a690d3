import { SandboxFailure } from '../../core/sandbox/failure.ts';
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

/** A sandbox that cannot be read: the others are shown all the same. */
export interface DamagedNode {
  readonly kind: 'damaged';
  readonly sandbox: string;
  readonly message: string;
}

export type StagedNode = CommitNode | FileNode | DamagedNode;

type Looking = Pick<SandboxAccess, 'list' | 'look'>;

/** Every staged commit of every sandbox, the newest first, and the sandboxes of which nobody knows. */
export async function stagedNodes({ list, look }: Looking) {
  const commits: CommitNode[] = [];
  const damaged: DamagedNode[] = [];
  for (const sandbox of await list()) {
    try {
      const { state } = await look(sandbox);
      for (const commit of state.staged.values()) commits.push({ kind: 'commit', sandbox, commit });
    } catch (error) {
      if (!(error instanceof SandboxFailure)) throw error;
      damaged.push({ kind: 'damaged', sandbox, message: error.message });
    }
  }
  return { commits: commits.sort((a, b) => b.commit.createdAt - a.commit.createdAt), damaged };
}

export const stagedCommits = async (access: Looking): Promise<CommitNode[]> => (await stagedNodes(access)).commits;

export const filesOf = (parent: CommitNode): FileNode[] =>
  parent.commit.files.map(file => ({ kind: 'file', parent, file }));

/** How many wait for the person: what they have rejected waits for its agent. */
export const toReview = (nodes: readonly CommitNode[]): number =>
  nodes.filter(({ commit }) => commit.rejected === undefined && !commit.outdated).length;
