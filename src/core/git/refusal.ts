import { type FailureReason, notRun, type RunResult } from './result.ts';

const REFUSALS = {
  'moved-on': () => 'Not run: the repository changed after this was approved.',
  'not-approved': () => 'Not run: nobody approved this command in this repository.',
  'not-genuine': () => 'Not run: the command has not been classified.',
  'not-set-up': (key: string) =>
    `Not run: the repository's config does not hold '${key}' yet, and this would write it. For Git LFS run git lfs install --local.`,
  'outside-workspace': (path: string) => `Not run: '${path}' leads outside the workspace folders.`,
  'token-in-arguments': () => 'Not run: an argument holds the GitHub token. gh gets it by itself; leave it out.',
  'unsafe-config': (key: string) =>
    `Not run: the repository's config sets '${key}', which can start a program or lead a password astray. ` +
    'Unset it or move it to your global config; an approved git fetch goes on using it.',
} as const satisfies Partial<Record<FailureReason, (detail: string) => string>>;

/** The result of a command that the runner would not start. */
export function refusal(reason: keyof typeof REFUSALS, detail = ''): RunResult {
  return notRun(reason, REFUSALS[reason](detail));
}
