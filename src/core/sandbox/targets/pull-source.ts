import { readBlobs } from '../../writes/journal/storage/store.ts';
import { readBranches } from './branches.ts';
import { type GitHubTarget, readCommit, readFacts, readGitHubBlobs, readGitHubTree } from './github-target.ts';
import type { TargetRepository } from './target.ts';
import { readTree, type TreeEntry } from './tree.ts';

/** Where files are pulled from. */
export interface PullSource {
  readonly shown: string;
  readonly key: string;
  /** The branch that is named, or else the one that is meant without a name; without a commit where there is none. */
  head(): Promise<{
    readonly branch: string | undefined;
    readonly commit: string | undefined;
    readonly others: readonly string[];
  }>;
  tree(commit: string): Promise<ReadonlyMap<string, TreeEntry>>;
  /** The contents of entries, in their order; undefined for one that is not there. */
  contents(entries: readonly TreeEntry[]): Promise<readonly (Buffer | undefined)[]>;
}

export const pullSource = (target: TargetRepository | GitHubTarget): PullSource =>
  target.type === 'github' ? gitHubSource(target) : localSource(target);

function localSource(target: TargetRepository): PullSource {
  const { shown, key, git, folder } = target;
  return {
    ...{ shown, key },
    async head() {
      const { commits, current } = await readBranches(target);
      const branch = target.branch ?? current;
      return { branch, commit: branch === undefined ? undefined : commits.get(branch), others: [...commits.keys()] };
    },
    tree: commit => readTree(target, commit),
    contents: entries =>
      readBlobs(
        git,
        folder,
        entries.map(({ oid }) => oid),
      ),
  };
}

function gitHubSource(target: GitHubTarget): PullSource {
  const { shown, key } = target;
  return {
    ...{ shown, key },
    async head() {
      const { repository } = await readFacts(target, target.branch ?? '');
      const others = repository.refs.nodes.map(({ name }) => name);
      const named = { branch: target.branch, commit: repository.ref?.target?.oid, others };
      const { defaultBranchRef: usual } = repository;
      return target.branch === undefined ? { branch: usual?.name, commit: usual?.target?.oid, others } : named;
    },
    async tree(commit) {
      const found = await readCommit(target, commit);
      return found === undefined ? new Map() : readGitHubTree(target, found.tree);
    },
    async contents(entries) {
      const found = await readGitHubBlobs(target, entries);
      return entries.map(({ oid }) => found.get(oid));
    },
  };
}
