import { actions } from './actions.ts';
import { checks } from './checks.ts';
import { commits } from './commits.ts';
import { gitData } from './git-data.ts';
import { issues } from './issues.ts';
import { people } from './people.ts';
import { pulls } from './pulls.ts';
import { releases } from './releases.ts';
import { repositories } from './repositories.ts';
import type { Routes } from './router.ts';
import { search } from './search.ts';
import { secrets } from './secrets.ts';

/** Every REST endpoint there is; any other answers 501 with its name. */
export const routes: Routes = {
  ...actions,
  ...checks,
  ...commits,
  ...gitData,
  ...issues,
  ...people,
  ...pulls,
  ...releases,
  ...repositories,
  ...search,
  ...secrets,
};
