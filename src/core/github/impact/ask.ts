import type { ZodMiniType } from 'zod/mini';
import type { GitHubFailure } from '../failure.ts';
import type { GitHubRepository } from '../remotes.ts';
import type { GhPlace } from './record.ts';

/** GitHub had no answer to a look; its message says why. */
export class GitHubDidNotAnswer extends Error {
  constructor(readonly failure: GitHubFailure) {
    super(failure.message);
  }
}

/** The answer to a GET below a repository; undefined for 404, which may also hide what the token cannot see. */
export async function find<T>(place: GhPlace, path: string, schema: ZodMiniType<T>): Promise<T | undefined> {
  const answer = await place.client.get(place.repository.host, path, { signal: place.signal });
  if (answer.kind === 'changed') return schema.parse(answer.data);
  if (answer.kind === 'failed' && answer.failure.code === 'not-found') return undefined;
  throw new GitHubDidNotAnswer(
    answer.kind === 'failed' ? answer.failure : { code: 'server-error', message: 'GitHub sent no answer.' },
  );
}

/** The same of a GraphQL query, which can name what is not there. */
export async function query<T>(
  place: GhPlace,
  text: string,
  variables: Readonly<Record<string, unknown>>,
  schema: ZodMiniType<T>,
): Promise<T> {
  const answer = await place.client.query(place.repository.host, text, variables, place.signal);
  if (!answer.ok) throw new GitHubDidNotAnswer(answer.failure);
  return schema.parse(answer.data);
}

/** `repos/octo/demo/labels/bug`, each part as the address needs it. */
export const below = ({ owner, name }: GitHubRepository, ...parts: readonly string[]): string =>
  ['repos', owner, name, ...parts].map(encodeURIComponent).join('/');
