/** Sentences for whoever asked, the same at every door. */

export const UNTRUSTED = 'Sluice runs nothing until you trust this workspace.';

export const notOpen = (repository: string): string => `Not a git repository of this window: '${repository}'`;

/** The answer to a command or plan that the person declined, with their own words where there are some. */
export const declinedMessage = (what: 'command' | 'plan', reason = ''): string =>
  `The person declined this ${what}. It was not run.${reason === '' ? '' : ` Their reason: ${reason}`}`;
