import type { Node } from '../table.ts';
import { account } from './account.ts';
import { actions } from './actions.ts';
import { apis } from './api.ts';
import { codespaces } from './codespaces.ts';
import { facts } from './facts.ts';
import { issues } from './issues.ts';
import { projects } from './projects.ts';
import { pullRequests } from './pull-requests.ts';
import { releases } from './releases.ts';
import { repositories } from './repositories.ts';
import { searching } from './search.ts';
import { settings } from './settings.ts';

const families = [
  account,
  actions,
  apis,
  codespaces,
  facts,
  issues,
  projects,
  pullRequests,
  releases,
  repositories,
  searching,
  settings,
];

/** Every gh command Sluice knows, by its exact name or built-in alias. */
export const groups: ReadonlyMap<string, Node> = new Map(families.flatMap(family => Object.entries(family)));
