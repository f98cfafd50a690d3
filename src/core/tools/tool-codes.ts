import { DENIAL_CODES } from '../refusals.ts';

/** Codes of what went wrong; callers tell cases apart by them, so they never change. */
export const TOOL_CODES = [
  'invalid-input',
  'unknown-tool',
  'not-a-command',
  'mistyped',
  'not-a-read',
  'unknown-repository',
  'refused',
  'declined',
  'untrusted',
  'github',
  'command-failed',
  'timed-out',
  'cancelled',
  'unknown-panel',
  'unknown-handle',
  'lost',
  'nothing-to-undo',
  'undo-refused',
  'invalid-setting',
  'internal',
  ...DENIAL_CODES,
] as const;

export type ToolCode = (typeof TOOL_CODES)[number];

/** What to do after a failure of which nothing better is known; null where every message says it. */
export const NEXT_STEPS: Readonly<Record<ToolCode, string | null>> = {
  'budget-spent': null,
  cancelled: 'Make the call again if it is still wanted.',
  'class-not-allowed': null,
  'command-failed': 'Change the command as its output says.',
  declined: 'Ask the person what they want instead. Do not try the same in another way.',
  github: 'Do what the message says, or tell the person.',
  internal: 'Try again, or another way.',
  'invalid-input': 'Correct the input.',
  'invalid-setting': 'Correct the field: nothing was changed.',
  lost: 'Look at git_status_view before you do anything again.',
  mistyped: 'Correct the word.',
  'mutation-not-allowed': null,
  'nobody-to-ask': null,
  'not-a-command': 'Give one git or gh command.',
  'not-a-read': 'Use the tool that asks the person first.',
  'not-confirmed': null,
  'not-unattended': null,
  'nothing-to-undo': 'git_undo({}) takes back the last write that is not undone yet, if there is one.',
  refused: 'There is no way to do this here. Tell the person if it is needed.',
  'timed-out': 'Ask for less, such as fewer commits or a single path.',
  'undo-refused': 'Look at git_status_view, and leave it to the person to undo it from the journal.',
  'unknown-handle': 'Copy the handle from the answer that named it.',
  'unknown-panel': 'panel_list({}) has those that are open.',
  'unknown-repository': 'Ask the person to open its folder.',
  'unknown-tool': 'Use one of the tools that are listed.',
  untrusted: 'Ask the person to trust the workspace.',
};
