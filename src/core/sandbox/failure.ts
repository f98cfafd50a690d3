/** Codes of what can go wrong in a sandbox; callers tell cases apart by them, so they never change. */
export const SANDBOX_CODES = [
  'bad-path',
  'no-such-file',
  'no-such-commit',
  'no-such-worktree',
  'not-a-text',
  'not-resolved',
  'nothing-to-stage',
  'nothing-to-push',
  'quota',
  'sandbox-in-use',
  'sandbox-damaged',
  'bad-target',
  'bad-branch',
  'target-refused',
  'github',
] as const;

export type SandboxCode = (typeof SANDBOX_CODES)[number];

/** A failure of the sandbox with a code and the next step. */
export class SandboxFailure extends Error {
  readonly code: SandboxCode;
  readonly hint: string | undefined;

  constructor(code: SandboxCode, message: string, hint?: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}
