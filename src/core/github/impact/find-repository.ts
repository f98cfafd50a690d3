import type { Walked } from '../../command/table.ts';
import { gitHubFailure } from '../failure-text.ts';
import { type GitHubRepository, gitHubRemotes, repositoryOfAddress, repositoryOfRemotes } from '../remotes.ts';
import { GitHubDidNotAnswer } from './ask.ts';
import type { GhContext } from './record.ts';

/** The repository that the words of `-R` or a positional name: `[HOST/]OWNER/REPO`, or an address. */
export function repositoryNamed(text: string, host: string): GitHubRepository | undefined {
  if (text.includes(':')) return repositoryOfAddress(text);
  const parts = text.split('/');
  const [owner = '', name = ''] = parts.slice(-2);
  if (parts.length < 2 || parts.length > 3 || owner === '' || name === '') return undefined;
  return { host: parts.length === 3 ? (parts[0] ?? '') : host, owner, name };
}

/** The address of an item: `https://github.com/octo/demo/pull/4` and what stands below it. */
export function itemAt(text: string): (GitHubRepository & { readonly number: number }) | undefined {
  const found = /^https?:\/\/([\w.:-]+)\/([\w.-]+)\/([\w.-]+)\/(?:pull|issues)\/(\d{1,15})(?:[/?#].*)?$/.exec(text);
  if (found === null) return undefined;
  const [, host = '', owner = '', name = '', number] = found;
  return { host: host.toLowerCase(), owner, name, number: Number(number) };
}

/** The repository that a command is about, as gh finds it: an item's address wins over `-R`, and that over the remotes. */
export async function findRepository(walked: Walked, words: readonly string[], context: GhContext) {
  const named = walked.options.get('--repo');
  const found =
    itemAt(words[0] ?? '') ??
    (typeof named === 'string'
      ? repositoryNamed(named, context.usual)
      : repositoryOfRemotes(await gitHubRemotes(context.git, context.cwd, context.hosts)));
  if (found === undefined) throw new GitHubDidNotAnswer(gitHubFailure('no-remote', {}));
  const { host, owner, name } = found;
  return { host, owner, name };
}
