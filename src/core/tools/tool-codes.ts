import { DENIAL_CODES } from '../refusals.ts';
import { SANDBOX_CODES } from '../sandbox/failure.ts';

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
  'stale-conflict',
  'not-resolvable',
  'markers-left',
  'not-written',
  'invalid-setting',
  'internal',
  ...DENIAL_CODES,
  ...SANDBOX_CODES,
] as const;

export type ToolCode = (typeof TOOL_CODES)[number];

/** What to do after a failure of which nothing better is known. */
export const NEXT_STEPS: Readonly<Partial<Record<ToolCode, string>>> = {
  cancelled: 'Make the call again if it is still wanted.',
  'command-failed': 'Change the command as its output says.',
  github: 'Do what the message says, or tell the person.',
  declined: 'Ask the person what they want instead. Do not try the same in another way.',
  'nothing-to-undo': 'git_undo({}) takes back the last write that is not undone yet, if there is one.',
  refused: 'There is no way to do this here. Tell the person if it is needed.',
  'timed-out': 'Ask for less, such as fewer commits or a single path.',
  'undo-refused': 'Look at git_status_view, and leave it to the person to undo it from the journal.',
  'stale-conflict': 'Use the ids that there are now.',
  'markers-left': 'Give the lines as they are to be, without markers.',
  'not-resolvable': 'Choose another way for it, or leave it to the person.',
  'not-written': 'Look at conflict_list, and tell the person.',
  untrusted: 'Ask the person to trust the workspace.',
};
