import * as z from 'zod/mini';
import { type Find, isGiven, limitOf, optionValue, type RepositoryCall } from './call.ts';
import { inRepository, listed, pagesFor, part } from './paths.ts';

const RELEASES = z.array(z.object({ tag_name: z.string(), draft: z.boolean(), prerelease: z.boolean() }));

/** Publishing makes a tag, of which no counter tells. */
const tagsOf = ({ repository }: RepositoryCall): string => inRepository(repository, 'git/matching-refs/tags');

const latestOf = ({ repository }: RepositoryCall): string => inRepository(repository, 'releases/latest');

/** Each download by anybody changes what GitHub says of a release, but for the tags. */
export const releaseList: Find<RepositoryCall> = async call => {
  const path = inRepository(call.repository, 'releases');
  const isWhole =
    isGiven(call, '--exclude-drafts', '--exclude-pre-releases') ||
    optionValue(call, '--order')?.toLowerCase() === 'asc';
  const isEnough = (items: readonly unknown[]) => !isWhole && items.length >= limitOf(call);
  const list = await listed(call.look, path, { shape: RELEASES, isEnough });
  if (list === undefined) return undefined;
  // Which is the latest the list does not say; where there is none, asking would be paid for each time.
  const hasLatest = list.items.some(({ draft, prerelease }) => !draft && !prerelease);
  const churning = [...list.paths, ...(hasLatest ? [latestOf(call)] : [])];
  return { paths: [tagsOf(call), ...churning], churning };
};

const RELEASE = z.object({ tag_name: z.string() });

/** Which one is the latest a new tag tells of, and so it does when a draft is published, which is found in the list only. */
export const releaseView: Find<RepositoryCall> = async call => {
  const { look, repository, words } = call;
  const [tag] = words.positionals;
  const self = tag === undefined ? latestOf(call) : inRepository(repository, `releases/tags/${part(tag)}`);
  if ((await look(self, RELEASE)) !== undefined)
    return { paths: tag === undefined ? [tagsOf(call), self] : [self], churning: [self] };
  const list = tag === undefined ? undefined : pagesFor(1, inRepository(repository, 'releases'));
  return list && { paths: [tagsOf(call), ...list], churning: list };
};
