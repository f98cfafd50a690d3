import type { Effect, ProgramUse } from '../command/verdict.ts';
import type { GitAnswer } from './ask-git.ts';
import { cancelledResult, type FailureReason, notFound, notRun, type RunResult } from './result.ts';

/** Why the runner does not start a command: a sentence that begins in lower case. */
const REFUSALS = {
  'acting-remote': (address: string) =>
    `'${address}' may do more than answer, even when nothing is sent. git log @{push}.. shows what a push would send.`,
  'embedded-repository': (path: string) =>
    `'${path}' is a bare repository among the files of the work tree, and its hooks and config would run. Open it as a folder of its own.`,
  'files-changed': () => 'files that it would lose changed after it was approved.',
  'git-directory': (path: string) =>
    `'${path}' leads into a git directory, where git finds what it runs. Choose a path in the work tree.`,
  'leads-to-secrets': (path: string) =>
    `'${path}' is a folder or a link that may lead to files with secrets. Name plain files.`,
  'moved-on': () => 'the repository changed after this was approved.',
  'not-approved': () => 'nobody approved this command in this repository.',
  'not-checked': () => 'what it would do could not be checked again.',
  'not-genuine': () => 'the command has not been classified.',
  'not-set-up': (key: string) =>
    `the repository's config does not hold '${key}' yet, and this would write it. For Git LFS run git lfs install --local.`,
  'old-git': (path: string) =>
    `'${path}' is a repository whose config this git may run programs from. Update git to 2.45.1 or later.`,
  'outside-workspace': (path: string) =>
    `'${path}' leads outside the workspace folders. Add its folder to the workspace to read it.`,
  'program-set': (key: string) => `'${key}' is set, so this may run a program. Unset it, and this only reads.`,
  'token-in-arguments': () => 'an argument holds the GitHub token. gh gets it by itself; leave it out.',
  'unlisted-folder': (path: string) =>
    `'${path}' cannot be looked into, so that a link in it may lead outside the workspace. Make it readable.`,
  'unsafe-config': (key: string) =>
    `the repository's config sets '${key}', which can start a program or lead a password astray. ` +
    'Unset it or move it to your global config; an approved git fetch goes on using it.',
} as const satisfies Partial<Record<FailureReason, (detail: string) => string>>;

/** What a read would do that was found out too late for its verdict; the person may want it all the same. */
const HELD_BACK: Readonly<Partial<Record<FailureReason, readonly Effect[]>>> = {
  'acting-remote': ['network', 'runs-program', 'writes-remote'],
  'leads-to-secrets': ['reveals-secret'],
  'not-set-up': ['writes-repo'],
  'old-git': ['runs-program'],
  'outside-workspace': ['reads-outside'],
  'program-set': ['runs-program'],
  'unlisted-folder': ['reads-outside'],
  'unsafe-config': ['runs-program'],
};

export type RefusalReason = keyof typeof REFUSALS;

export const refusalMessage = (reason: RefusalReason, detail = ''): string => `Not run: ${REFUSALS[reason](detail)}`;

/** The result of a command that the runner would not start. */
export function refusal(reason: RefusalReason, detail = '', programs: readonly ProgramUse[] = []): RunResult {
  const effects = HELD_BACK[reason];
  const result = notRun(reason, refusalMessage(reason, detail));
  return effects === undefined
    ? result
    : { ...result, heldBack: { effects, reason: REFUSALS[reason](detail), programs } };
}

/** The result of a read before which git did not answer a question of ours: what it said then is what it would say. */
export function unanswered({ reason, message }: Extract<GitAnswer, { readonly ok: false }>): RunResult {
  if (reason === 'cancelled') return cancelledResult();
  if (reason === 'not-found') return notFound('git');
  return { ...notRun(reason === 'timed-out' ? reason : 'exit-code', message), exitCode: 128, stderr: message };
}
