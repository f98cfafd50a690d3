/** Sentences for whoever asked, the same at every door. */

export const UNTRUSTED = 'Sluice runs nothing until you trust this workspace.';

export const notOpen = (repository: string): string => `Not a git repository of this window: '${repository}'`;

/** The answer to a command or plan that the person declined, with their own words where there are some. */
export const declinedMessage = (what: 'command' | 'plan', reason = ''): string =>
  `The person declined this ${what}. It was not run.${reason === '' ? '' : ` Their reason: ${reason}`}`;

/** Why a door says no to a write by itself; callers tell cases apart by it, so these never change. */
export const DENIAL_CODES = [
  'nobody-to-ask',
  'not-confirmed',
  'class-not-allowed',
  'mutation-not-allowed',
  'not-unattended',
  'budget-spent',
] as const;

export type DenialCode = (typeof DENIAL_CODES)[number];

/** Subcommands that choose among changes when they are given -p. */
const CHOOSES_HUNKS: readonly string[] = ['add', 'checkout', 'commit', 'reset', 'restore', 'stage', 'stash'];
const HUNKS = /^(?:-p|--patch|-i|--interactive)$/;

/** Where a person finds in the window what git would ask for on a terminal; undefined where there is nothing like it. */
export const insteadForPerson = ({
  subcommand,
  rest,
}: {
  readonly subcommand: string;
  readonly rest: readonly string[];
}): string | undefined =>
  CHOOSES_HUNKS.includes(subcommand) && rest.some(word => HUNKS.test(word))
    ? `git ${subcommand} with these options needs a terminal. In the status view, open the diff of a file and stage, unstage or discard its hunks.`
    : undefined;
