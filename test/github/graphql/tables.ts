import { conversations } from './conversations.ts';
import { gitObjects } from './git-objects.ts';
import { issueMutations } from './issue-mutations.ts';
import { people } from './people.ts';
import { projects } from './projects.ts';
import { pullMutations } from './pull-mutations.ts';
import { queries } from './queries.ts';
import { repositories } from './repositories.ts';
import { repositoryMutations } from './repository-mutations.ts';
import type { Tables } from './resolver.ts';

/** Every field that is worked out rather than read from the state, by GraphQL type. */
export const tables: Tables = {
  Query: queries,
  Mutation: { ...issueMutations, ...pullMutations, ...repositoryMutations },
  ...conversations,
  ...gitObjects,
  ...people,
  ...projects,
  ...repositories,
};
