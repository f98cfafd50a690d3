import type { ImpactContext } from './impact.ts';

/** One stash: a commit on the one it was made from, with the index and maybe the untracked files as further parents. */
export interface Stash {
  readonly oid: string;
  readonly base: string;
  readonly index: string;
  readonly untracked: string | undefined;
  readonly subject: string;
}

/** All of them, the newest first. */
export async function stashesIn(context: ImpactContext): Promise<Stash[]> {
  const format = '--format=%H%x00%P%x00%gs';
  const text = await context.git.tryRead(
    ['log', '-g', '--first-parent', format, 'refs/stash', '--'],
    context.repository.workTree,
  );
  return (text ?? '')
    .split('\n')
    .slice(0, -1)
    .map(line => {
      const [oid = '', parents = '', subject = ''] = line.split('\0');
      const [base = '', index = '', untracked] = parents.split(' ');
      return { oid, base, index, untracked, subject };
    });
}

/** Which of them a word names: none for the newest, a number, or `stash@{1}`; undefined for another commit. */
export function stashAt(word: string | undefined, stashes: readonly Stash[]): number | undefined {
  if (word === undefined) return 0;
  const [, inner, plain] = /^(?:(?:refs\/)?stash@\{(\d+)\}|(\d+))$/.exec(word) ?? [];
  if (word === 'stash' || word === 'refs/stash') return 0;
  const at = inner ?? plain;
  return at === undefined || Number(at) >= stashes.length ? undefined : Number(at);
}
