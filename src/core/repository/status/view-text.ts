import { NOT_FOUND } from '../../git/result.ts';
import type { FileDiff } from './added-diff.ts';
import { cutAtLine } from './file-diff.ts';
import type { EmptyReason, StatusSnapshot } from './snapshot.ts';
import { statusText } from './status-text.ts';

const MOST_LOG = 16 * 1024;

/** What a model is told when there is no status. */
export const EMPTY_TEXT: Readonly<Record<EmptyReason, (detail: string) => string>> = {
  'no-folder': () => 'No folder is open.',
  'no-repository': folder => `There is no git repository in '${folder}'.`,
  'no-git': () => NOT_FOUND.git,
  untrusted: () => 'The workspace is not trusted, so git is not run in it.',
  bare: folder => `'${folder}' is a repository without a work tree.`,
  failed: detail => `git status failed: ${detail}`,
};

/** The text of a snapshot for a model, with the diffs where they are shown. */
export function snapshotText(snapshot: StatusSnapshot, diffs: FileDiff | undefined): string {
  const { status, files, diffBase, log, untrackedOmitted } = snapshot;
  const notices = [
    ...snapshot.notices,
    untrackedOmitted > 0 && `${untrackedOmitted} more untracked files are not listed.`,
    diffs?.notice,
  ].filter(Boolean);
  return statusText({
    status: { ...status, notice: notices.join('\n') || null },
    files,
    diffBase,
    diffs: diffs?.text ?? undefined,
    log: log === null ? undefined : cutAtLine(log, MOST_LOG),
  });
}
