/** The operations that git can be in the middle of, and what can be done about them. */
export const KINDS = ['rebase', 'am', 'merge', 'cherry-pick', 'revert', 'bisect'] as const;
export const ACTIONS = ['continue', 'good', 'bad', 'skip', 'abort'] as const;

/** What can be done about the changes of files and hunks. */
export const CHANGE_ACTIONS = ['stage', 'unstage', 'discard'] as const;

/** The sides of a conflict that a file can be taken from as a whole. */
export const CONFLICT_SIDES = ['ours', 'theirs'] as const;

/** The halves of a file's changes: between HEAD and index, between index and work tree. */
export const HUNK_SIDES = ['staged', 'unstaged'] as const;

/** Why there is no status, and what each can be helped by. */
export const EMPTY_REASONS = ['no-folder', 'no-repository', 'no-git', 'untrusted', 'bare', 'failed'] as const;
