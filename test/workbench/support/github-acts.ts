import type { GitHubAct } from './local-github.ts';
import { ask } from './wire.ts';

/** Has something done on the local GitHub of the launch, or asks it. */
export const gitHub = (act: GitHubAct, details: { readonly title?: string } = {}): Promise<unknown> =>
  ask('github', { act, ...details });

/** One line a request since the last `new-log`. */
export const requests = async (): Promise<readonly string[]> => (await gitHub('lines')) as readonly string[];
