import * as z from 'zod/mini';
import type { GitHubClient } from '../client.ts';
import type { GitHubRepository } from '../remotes.ts';
import { type CheckCounts, checkOfRun, checkOfStatus, countChecks } from './checks.ts';

/** The open pull request of a branch, as the status view shows it. */
export interface BranchPull {
  readonly number: number;
  readonly title: string;
  readonly isDraft: boolean;
  readonly checks: CheckCounts;
}

/** A branch on GitHub, and the repository that it would be merged into. */
export interface PullBranch extends GitHubRepository {
  /** Who owns the repository that the branch is in. */
  readonly headOwner: string;
  readonly branch: string;
}

const pulls = z.array(
  z.object({
    number: z.int(),
    title: z.string(),
    draft: z.optional(z.boolean()),
    head: z.object({ sha: z.string().check(z.regex(/^[0-9a-f]{40,64}$/)) }),
  }),
);
const runs = z.object({
  check_runs: z.array(z.object({ name: z.string(), status: z.string(), conclusion: z.nullable(z.string()) })),
});
const statuses = z.object({ statuses: z.array(z.object({ context: z.string(), state: z.string() })) });

/** More answers are not kept: a window has few branches that somebody looks at. */
const MOST_KEPT = 60;

export interface BranchPulls {
  /** Null when there is none, undefined when GitHub does not say. */
  read(branch: PullBranch, signal?: AbortSignal): Promise<BranchPull | null | undefined>;
}

/** Asks by conditional requests, so that what has not changed costs nothing. */
export function createBranchPulls(client: Pick<GitHubClient, 'get'>): BranchPulls {
  const kept = new Map<string, { readonly etag: string; readonly data: unknown }>();

  const get = async <Data>(
    host: string,
    path: string,
    schema: z.ZodMiniType<Data>,
    signal: AbortSignal | undefined,
  ): Promise<Data | undefined> => {
    const key = `${host} ${path}`;
    const before = kept.get(key);
    const answer = await client.get(host, path, { etag: before?.etag, signal });
    if (answer.kind === 'failed') return undefined;
    const data = answer.kind === 'unchanged' ? before?.data : answer.data;
    kept.delete(key);
    const etag = answer.kind === 'changed' ? answer.etag : before?.etag;
    if (etag !== undefined) kept.set(key, { etag, data });
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    const parsed = schema.safeParse(data);
    return parsed.success ? parsed.data : undefined;
  };

  return {
    async read({ host, owner, name, headOwner, branch }, signal) {
      const of = `repos/${owner}/${name}`;
      const head = encodeURIComponent(`${headOwner}:${branch}`);
      const found = await get(host, `${of}/pulls?head=${head}&per_page=1&state=open`, pulls, signal);
      const [pull] = found ?? [];
      if (found === undefined || pull === undefined) return found === undefined ? undefined : null;
      const at = `${of}/commits/${pull.head.sha}`;
      const [ran, said] = await Promise.all([
        get(host, `${at}/check-runs?per_page=100`, runs, signal),
        get(host, `${at}/status?per_page=100`, statuses, signal),
      ]);
      if (ran === undefined || said === undefined) return undefined;
      const checks = countChecks([
        ...ran.check_runs.map(({ name: check, status, conclusion }) => checkOfRun(check, status, conclusion)),
        ...said.statuses.map(({ context, state }) => checkOfStatus(context, state)),
      ]);
      return { number: pull.number, title: pull.title, isDraft: pull.draft === true, checks };
    },
  };
}
