import { Refusal } from '../refusal.ts';
import { permissionOf } from '../state/access.ts';
import type { Label, Milestone, Repository, User } from '../state/types.ts';
import type { Permissions } from '../tokens.ts';
import { type Context, demand, type Field, type Input, nodeOf } from './resolver.ts';

/** A mutation: what the token must have, and what it does with its input. */
export function mutation(
  needs: Permissions,
  run: (input: Input, context: Context) => Record<string, unknown>,
): Field<unknown> {
  return (_root, { input }, context) => {
    demand(context, needs);
    return { clientMutationId: input.clientMutationId ?? null, ...run(input, context) };
  };
}

const ranks = ['read', 'triage', 'write', 'maintain', 'admin'];

/** Refuses who may not do that much with the repository, and anything on an archived one. */
export function demandAccess(
  context: Context,
  repository: Repository,
  least: 'read' | 'triage' | 'write' | 'admin',
): void {
  const has = permissionOf(context.viewer, repository);
  if (has === undefined)
    throw new Refusal(
      404,
      `Could not resolve to a Repository with the name '${repository.owner.login}/${repository.name}'.`,
    );
  if (ranks.indexOf(has) < ranks.indexOf(least))
    throw new Refusal(403, `${context.viewer.login} does not have the correct permissions to execute this mutation.`);
  if (repository.isArchived) throw new Refusal(403, 'Repository was archived so is read-only.');
}

export const labelsOf = (context: Context, ids: string[]): Label[] =>
  ids.map(id => nodeOf<Label>(context, id, 'Label'));
export const usersOf = (context: Context, ids: string[]): User[] => ids.map(id => nodeOf<User>(context, id, 'User'));
export const milestoneOf = (context: Context, id: string | null | undefined): Milestone | null =>
  id ? nodeOf<Milestone>(context, id, 'Milestone') : null;

/** The lists an edit names; those it does not name stay. */
export function listsIn(context: Context, { labelIds, assigneeIds, milestoneId }: Input) {
  return {
    labels: labelIds ? labelsOf(context, labelIds) : undefined,
    assignees: assigneeIds ? usersOf(context, assigneeIds) : undefined,
    milestone: milestoneId === undefined ? undefined : milestoneOf(context, milestoneId),
  };
}
