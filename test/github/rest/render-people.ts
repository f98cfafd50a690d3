import type { Owner, Reaction, Team, User } from '../state/types.ts';
import { api, ownerUrl, teamUrl } from '../urls.ts';

/** People as REST shows them inside other things. */
export function renderUser(user: Owner) {
  const self = `${api}/users/${user.login}`;
  return {
    login: user.login,
    id: user.databaseId,
    node_id: user.id,
    avatar_url: `https://avatars.githubusercontent.com/u/${user.databaseId}?v=4`,
    url: self,
    html_url: ownerUrl(user),
    repos_url: `${self}/repos`,
    type: user.__typename,
    site_admin: false,
  };
}

export function renderProfile(user: User) {
  return {
    ...renderUser(user),
    name: user.name,
    email: user.email,
    bio: user.bio,
    created_at: user.createdAt,
    updated_at: user.updatedAt,
  };
}

export function renderTeam(team: Team) {
  return {
    id: team.databaseId,
    node_id: team.id,
    slug: team.slug,
    name: team.name,
    html_url: teamUrl(team),
    permission: 'push',
  };
}

const reactionNames = {
  THUMBS_UP: '+1',
  THUMBS_DOWN: '-1',
  LAUGH: 'laugh',
  HOORAY: 'hooray',
  CONFUSED: 'confused',
  HEART: 'heart',
  ROCKET: 'rocket',
  EYES: 'eyes',
};

export function renderReactions(reactions: Reaction[]) {
  const counts = Object.entries(reactionNames).map(
    ([content, name]) => [name, reactions.filter(one => one.content === content).length] as const,
  );
  return { total_count: reactions.length, ...Object.fromEntries(counts) };
}
