import type { Repository, User } from './types.ts';

/** What a person may do with a repository. */
export function permissionOf(
  user: User | undefined,
  repository: Repository,
): 'admin' | 'maintain' | 'write' | 'triage' | 'read' | undefined {
  if (user !== undefined) {
    if (repository.owner === user) return 'admin';
    const { owner } = repository;
    if (owner.__typename === 'Organization') {
      const role = owner.members.find(member => member.user === user)?.role;
      if (role === 'admin') return 'admin';
      if (role === 'member') return 'write';
    }
    const given = repository.collaborators.find(one => one.user === user)?.permission;
    if (given !== undefined) return given;
  }
  return repository.visibility === 'PUBLIC' ? 'read' : undefined;
}

export function mayWrite(user: User | undefined, repository: Repository): boolean {
  return ['admin', 'maintain', 'write'].includes(permissionOf(user, repository) ?? '');
}

/** What GitHub says of a person in a repository. */
export function association(user: User, repository: Repository): string {
  if (repository.owner === user) return 'OWNER';
  if (repository.owner.__typename === 'Organization' && repository.owner.members.some(one => one.user === user))
    return 'MEMBER';
  return repository.collaborators.some(one => one.user === user) ? 'COLLABORATOR' : 'NONE';
}
