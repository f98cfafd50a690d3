import * as z from 'zod/mini';
import type { GitHubClient } from '../client.ts';
import type { GitHubPlace } from '../remotes.ts';

/** Asks for what a probe has to know first; undefined when there was no answer, or not one of that shape. */
export type Lookup = <T>(path: string, shape: z.ZodMiniType<T>) => Promise<T | undefined>;

/** More than the panels of a person need. */
const MOST_KEPT = 300;

interface Kept {
  readonly etag: string;
  readonly value: unknown;
}

/** Keeps of each answer what was looked for, so that asking again costs nothing while nothing changed. */
export function createLookups(client: Pick<GitHubClient, 'get'>): (place: GitHubPlace, signal?: AbortSignal) => Lookup {
  /** By shape: what one picks from an answer is not what another needs. */
  const kept = new Map<unknown, Map<string, Kept>>();
  return ({ host, owner }, signal) =>
    async <T>(path: string, shape: z.ZodMiniType<T>) => {
      const answers = kept.get(shape) ?? new Map<string, Kept>();
      kept.set(shape, answers);
      const key = `${host} ${owner ?? ''} ${path}`;
      const known = answers.get(key);
      const answer = await client.get(host, path, { etag: known?.etag, owner, signal });
      if (answer.kind === 'failed') return undefined;
      if (answer.kind === 'unchanged') return known?.value as T | undefined;
      const { data } = z.safeParse(shape, answer.data);
      answers.delete(key);
      if (answer.etag !== undefined && data !== undefined) answers.set(key, { etag: answer.etag, value: data });
      const [oldest] = answers.keys();
      if (oldest !== undefined && answers.size > MOST_KEPT) answers.delete(oldest);
      return data;
    };
}
