import { actions } from './actions.ts';
import { apis } from './api.ts';
import { issues } from './issues.ts';
import { pullRequests } from './pull-requests.ts';
import type { GhWrite } from './record.ts';
import { releases } from './releases.ts';
import { repositories } from './repositories.ts';
import { settings } from './settings.ts';

/** Every mutating gh command that can be foreseen, by its path. */
export const ghWrites: ReadonlyMap<string, GhWrite> = new Map(
  [actions, apis, issues, pullRequests, releases, repositories, settings].flatMap(family => Object.entries(family)),
);

/** gh's own other names of actions. */
const ALIASES: Readonly<Record<string, string>> = { new: 'create', remove: 'delete' };

export function ghWriteOf(path: string): { readonly path: string; readonly record: GhWrite } | undefined {
  const [group = '', action = ''] = path.split(' ');
  const own = action === '' ? group : `${group} ${ALIASES[action] ?? action}`;
  const record = ghWrites.get(own);
  return record && { path: own, record };
}
