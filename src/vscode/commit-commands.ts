import { quote } from '../core/command/quote.ts';

/** A commit that a person acts on, as git knows it. */
export interface ChosenCommit {
  /** As it was printed. */
  readonly id: string;
  readonly parents: readonly string[];
}

export type ResetMode = 'soft' | 'mixed' | 'hard';

/** A merge is taken as what it brought to the branch it was made on. */
const mainline = ({ parents }: ChosenCommit): readonly string[] => (parents.length > 1 ? ['-m', '1'] : []);

/** The commands of a commit's menu. They are run as if they were typed: reads open a panel, writes ask at the gate. */
export const COMMIT_COMMANDS = {
  show: ({ id }: ChosenCommit) => quote('git', ['show', id]),
  compareWithWorkTree: ({ id }: ChosenCommit) => quote('git', ['diff', id, '--']),
  compareWith: ({ id }: ChosenCommit, other: string) => quote('git', ['diff', id, other, '--']),
  checkOut: ({ id }: ChosenCommit) => quote('git', ['checkout', '--detach', id]),
  checkOutBranch: (branch: string) => quote('git', ['checkout', branch, '--']),
  reset: ({ id }: ChosenCommit, mode: ResetMode) => quote('git', ['reset', `--${mode}`, id]),
  cherryPick: (commit: ChosenCommit) => quote('git', ['cherry-pick', ...mainline(commit), commit.id]),
  revert: (commit: ChosenCommit) => quote('git', ['revert', '--no-edit', ...mainline(commit), commit.id]),
} as const;
