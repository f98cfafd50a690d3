import type { GitReader } from '../core/git/reader.ts';

/** The names of branches, tags and remote branches, the latest first; none when git does not answer. */
export async function refNames(git: GitReader, root: string): Promise<readonly string[]> {
  const words = [
    'for-each-ref',
    '--format=%(refname:short)',
    '--sort=-committerdate',
    '--count=500',
    'refs/heads',
    'refs/remotes',
    'refs/tags',
  ] as const;
  const answer = await git.read(words, root);
  return answer.ok ? answer.text.split('\n').filter(Boolean) : [];
}
