/** Subcommands of git that may stop at conflicts. */
export const MAY_CONFLICT: ReadonlySet<string> = new Set([
  'am',
  'checkout',
  'cherry-pick',
  'merge',
  'pull',
  'rebase',
  'revert',
  'stash',
  'switch',
]);
