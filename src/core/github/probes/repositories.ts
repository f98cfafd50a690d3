import * as z from 'zod/mini';
import { repositoryOfAddress } from '../remotes.ts';
import { type Call, type Find, fieldsOf, found } from './call.ts';
import { viewer } from './conversations.ts';
import { printedBy, REPOSITORY } from './fields.ts';
import { inRepository, part, wholeList } from './paths.ts';

/** Its README changes by a push, which the repository tells of. */
export const repositoryView: Find<Call> = async call => {
  const { words, repository } = call;
  const [word] = words.positionals;
  const named = word === undefined ? repository : repositoryNamed(word, await viewer(call));
  const printed = printedBy(REPOSITORY, fieldsOf(call) ?? ['description', 'name']);
  return named && printed && { paths: [inRepository(named)], mayLag: printed.mayLag };
};

/** `[HOST/]OWNER/REPO`, an address, or the name of one of the viewer's own. */
export function repositoryNamed(
  word: string,
  owner?: string,
): { host: string; owner: string; name: string } | undefined {
  const address = repositoryOfAddress(word);
  if (address !== undefined || word.includes(':')) return address;
  const [name = '', of = owner, host = ''] = word.split('/').toReversed();
  return of ? { host, owner: of, name } : undefined;
}

const OWNER = z.object({ type: z.string() });

/** Lists by the last push are one list in another order: seen whole. */
export const repositoryList: Find<Call> = async call => {
  const { look, words } = call;
  const [login = await viewer(call)] = words.positionals;
  const known = printedBy(REPOSITORY, fieldsOf(call) ?? ['name']);
  if (login === undefined || known === undefined) return undefined;
  if (login === (await viewer(call))) return found(await wholeList(look, 'user/repos', { affiliation: 'owner' }));
  const owner = await look(`users/${part(login)}`, OWNER);
  const place = owner?.type === 'Organization' ? 'orgs' : 'users';
  return owner && found(await wholeList(look, `${place}/${part(login)}/repos`));
};
