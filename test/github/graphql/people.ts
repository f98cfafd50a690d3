import { permissionOf } from '../state/access.ts';
import type { Organization, Owner, Team, User } from '../state/types.ts';
import { ownerUrl, pathOf, teamUrl } from '../urls.ts';
import { type Args, type Context, connect, type Fields, ordered, type Tables } from './resolver.ts';

/** Repositories of an owner that whoever asks may see. */
function repositoriesOf(owner: Owner, args: Args, context: Context): unknown {
  const { state, viewer } = context;
  const mine = [...state.repositories.values()].filter(
    one =>
      one.owner === owner &&
      permissionOf(viewer, one) !== undefined &&
      (args.privacy == null || (args.privacy === 'PRIVATE') === (one.visibility !== 'PUBLIC')) &&
      (args.isFork == null || args.isFork === (one.parent !== null)) &&
      (args.isArchived == null || args.isArchived === one.isArchived),
  );
  const sorted = ordered(mine, args.orderBy, {
    PUSHED_AT: one => one.pushedAt,
    CREATED_AT: one => one.createdAt,
    UPDATED_AT: one => one.updatedAt,
    NAME: one => one.name,
    STARGAZERS: one => one.stars.length + one.otherStars,
  });
  return connect(sorted, args);
}

const projectsOf = (owner: Owner, args: Args, { state }: Context): unknown => {
  const closed = /\bis:closed\b/.test(args.query ?? '');
  const all = !/\bis:(open|closed)\b/.test(args.query ?? '');
  return connect(
    state.projects.filter(one => one.owner === owner && (all || one.closed === closed)),
    args,
  );
};

const projectOf = (owner: Owner, { number }: Args, { state }: Context): unknown =>
  state.projects.find(one => one.owner === owner && one.number === number) ?? null;

const owner: Fields<Owner> = {
  url: ownerUrl,
  resourcePath: one => pathOf(ownerUrl(one)),
  avatarUrl: one => `https://avatars.githubusercontent.com/u/${one.databaseId}?v=4`,
  projectsV2: projectsOf,
  projectV2: projectOf,
  projects: (_one, args) => connect([], args),
  repositories: repositoriesOf,
  repository: (one, { name }, { state }) => state.repository(one.login, name) ?? null,
};

const user: Fields<User> = {
  ...(owner as Fields<User>),
  isViewer: (one, _args, { viewer }) => one === viewer,
  organizations: (one, args, { state }) => connect(state.organizationsOf(one), args),
  gists: (one, args, { state, viewer }) => {
    const privacy = args.privacy ?? 'PUBLIC';
    const mine = state.gists.filter(
      gist =>
        gist.owner === one &&
        (gist.isPublic || one === viewer) &&
        (privacy === 'ALL' || gist.isPublic === (privacy === 'PUBLIC')),
    );
    return connect(
      ordered(mine, args.orderBy, {
        CREATED_AT: gist => gist.createdAt,
        UPDATED_AT: gist => gist.updatedAt,
        PUSHED_AT: gist => gist.updatedAt,
      }),
      args,
    );
  },
  gist: (one, { name }, { state }) => state.gists.find(gist => gist.owner === one && gist.name === name) ?? null,
};

const organization: Fields<Organization> = {
  ...(owner as Fields<Organization>),
  teams: ({ teams }, args) => connect(teams, args),
  team: ({ teams }, { slug }) => teams.find(team => team.slug === slug) ?? null,
  membersWithRole: ({ members }, args) =>
    connect(
      members.map(member => member.user),
      args,
    ),
  viewerIsAMember: ({ members }, _args, { viewer }) => members.some(member => member.user === viewer),
  viewerCanAdminister: ({ members }, _args, { viewer }) =>
    members.some(member => member.user === viewer && member.role === 'admin'),
  rulesets: (_one, args) => connect([], args),
};

const team: Fields<Team> = {
  combinedSlug: one => `${one.organization.login}/${one.slug}`,
  url: teamUrl,
  resourcePath: one => pathOf(teamUrl(one)),
  members: ({ members }, args) => connect(members, args),
};

export const people: Tables = { User: user, Organization: organization, Team: team };
