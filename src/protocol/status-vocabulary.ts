/** The operations that git can be in the middle of, and what can be done about them. */
export const KINDS = ['rebase', 'am', 'merge', 'cherry-pick', 'revert', 'bisect'] as const;
export const ACTIONS = ['continue', 'skip', 'good', 'bad', 'abort'] as const;

/** Why there is no status, and what each can be helped by. */
export const EMPTY_REASONS = ['no-folder', 'no-repository', 'no-git', 'untrusted', 'bare', 'failed'] as const;
