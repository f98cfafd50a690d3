import { commitOnBranch, updateRefs } from '../changes/git.ts';
import { addItem, addProject } from '../changes/projects.ts';
import { zeros } from '../git-data.ts';
import { Refusal } from '../refusal.ts';
import { permissionOf } from '../state/access.ts';
import type {
  DraftIssue,
  Issue,
  Owner,
  Project,
  ProjectField,
  ProjectItem,
  PullRequest,
  Repository,
} from '../state/types.ts';
import { commitNode, refNode, refOfId } from './git-objects.ts';
import { demandAccess, mutation } from './mutate.ts';
import { type Context, type Fields, type Input, nodeOf, visible } from './resolver.ts';

const contents = { contents: 'write' } as const;
const projects = { organization_projects: 'write' } as const;

const repositoryOf = (context: Context, id: string, least: 'write' | 'admin' = 'write'): Repository => {
  const repository = nodeOf<Repository>(context, id, 'Repository');
  demandAccess(context, repository, least);
  return repository;
};

function refOf(context: Context, id: string): { repository: Repository; name: string } {
  const ref = refOfId(id);
  if (ref === undefined) throw new Refusal(404, `Could not resolve to a node with the global id of '${id}'`);
  return { repository: repositoryOf(context, ref.repositoryId), name: ref.name };
}

interface RefChange {
  name: string;
  afterOid: string;
  beforeOid?: string | null;
  force?: boolean;
}

/** The branch that `createCommitOnBranch` names, by id or by names. */
function branchOf(context: Context, input: Input): { repository: Repository; branch: string } {
  const { id, repositoryNameWithOwner, branchName } = input.branch as {
    id?: string;
    repositoryNameWithOwner?: string;
    branchName?: string;
  };
  if (id) {
    const { repository, name } = refOf(context, id);
    return { repository, branch: name.replace('refs/heads/', '') };
  }
  const [owner = '', name = ''] = repositoryNameWithOwner?.split('/') ?? [];
  const repository = visible(context, context.state.repository(owner, name));
  if (repository === undefined)
    throw new Refusal(404, `Could not resolve to a Repository with the name '${repositoryNameWithOwner}'.`);
  demandAccess(context, repository, 'write');
  return { repository, branch: (branchName ?? '').replace('refs/heads/', '') };
}

/** Mutations of refs, commits, repositories and projects. */
export const repositoryMutations: Fields<unknown> = {
  updateRefs: mutation(contents, (input, context) => {
    const repository = repositoryOf(context, input.repositoryId);
    const updates = (input.refUpdates as RefChange[]).map(({ name, afterOid, beforeOid, force = false }) => ({
      name,
      after: afterOid,
      before: beforeOid ?? undefined,
      force,
    }));
    updateRefs(context.state, repository, updates);
    return {};
  }),
  createRef: mutation(contents, (input, context) => {
    const repository = repositoryOf(context, input.repositoryId);
    if (repository.git.ref(input.name) !== undefined)
      throw new Refusal(422, `A ref named "${input.name}" already exists in the repository.`);
    updateRefs(context.state, repository, [{ name: input.name, after: input.oid, before: zeros }]);
    return { ref: refNode(repository, input.name) };
  }),
  updateRef: mutation(contents, (input, context) => {
    const { repository, name } = refOf(context, input.refId);
    updateRefs(context.state, repository, [{ name, after: input.oid, force: input.force ?? false }]);
    return { ref: refNode(repository, name) };
  }),
  deleteRef: mutation(contents, (input, context) => {
    const { repository, name } = refOf(context, input.refId);
    updateRefs(context.state, repository, [{ name, after: zeros }]);
    return {};
  }),
  createCommitOnBranch: mutation(contents, (input, context) => {
    const { repository, branch } = branchOf(context, input);
    const { headline, body } = input.message as { headline: string; body?: string };
    const { additions = [], deletions = [] } = (input.fileChanges ?? {}) as {
      additions?: { path: string; contents: string }[];
      deletions?: { path: string }[];
    };
    const oid = commitOnBranch(context.state, {
      repository,
      branch,
      author: context.viewer,
      message: body ? `${headline}\n\n${body}` : headline,
      expectedHead: input.expectedHeadOid ?? '',
      additions,
      deletions: deletions.map(({ path }) => path),
    });
    return { commit: commitNode(repository, oid), ref: refNode(repository, `refs/heads/${branch}`) };
  }),
  archiveRepository: mutation({ administration: 'write' }, (input, context) => {
    const repository = repositoryOf(context, input.repositoryId, 'admin');
    repository.isArchived = true;
    context.state.touch(repository);
    return { repository };
  }),
  unarchiveRepository: mutation({ administration: 'write' }, (input, context) => {
    const repository = nodeOf<Repository>(context, input.repositoryId, 'Repository');
    if (permissionOf(context.viewer, repository) !== 'admin')
      throw new Refusal(403, 'Must have admin rights to Repository.');
    repository.isArchived = false;
    context.state.touch(repository);
    return { repository };
  }),
  createRepository: mutation({ administration: 'write' }, (input, context) => {
    const { state, viewer } = context;
    const owner: Owner = input.ownerId ? nodeOf<Owner>(context, input.ownerId, 'User', 'Organization') : viewer;
    if (state.repository(owner.login, input.name)) throw new Refusal(422, 'Name already exists on this account');
    const more = {
      visibility: input.visibility as Repository['visibility'],
      description: (input.description as string) ?? null,
    };
    return { repository: state.addRepository(owner, input.name, more) };
  }),
  createProjectV2: mutation(projects, (input, context) => ({
    projectV2: addProject(
      context.state,
      context.viewer,
      nodeOf<Owner>(context, input.ownerId, 'User', 'Organization'),
      input.title ?? '',
    ),
  })),
  updateProjectV2: mutation(projects, (input, context) => {
    const project = nodeOf<Project>(context, input.projectId, 'ProjectV2');
    for (const name of ['title', 'shortDescription', 'readme', 'public', 'closed'] as const)
      if (input[name] != null) Object.assign(project, { [name]: input[name] });
    context.state.touch(project);
    return { projectV2: project };
  }),
  addProjectV2ItemById: mutation(projects, (input, context) => ({
    item: addItem(
      context.state,
      nodeOf<Project>(context, input.projectId, 'ProjectV2'),
      nodeOf<Issue | PullRequest>(context, input.contentId, 'Issue', 'PullRequest'),
    ),
  })),
  addProjectV2DraftIssue: mutation(projects, (input, context) => {
    const draft = context.state.make<DraftIssue>('DraftIssue', { title: input.title ?? '', body: input.body ?? '' });
    return { projectItem: addItem(context.state, nodeOf<Project>(context, input.projectId, 'ProjectV2'), draft) };
  }),
  deleteProjectV2Item: mutation(projects, (input, context) => {
    const item = nodeOf<ProjectItem>(context, input.itemId, 'ProjectV2Item');
    item.project.items = item.project.items.filter(one => one !== item);
    context.state.forget(item);
    return { deletedItemId: item.id };
  }),
  updateProjectV2ItemFieldValue: mutation(projects, (input, context) => {
    const item = nodeOf<ProjectItem>(context, input.itemId, 'ProjectV2Item');
    const field = nodeOf<ProjectField>(context, `${input.fieldId}`, 'ProjectV2Field', 'ProjectV2SingleSelectField');
    const { text, singleSelectOptionId } = input.value as { text?: string; singleSelectOptionId?: string };
    item.values.set(field.name, field.options.find(({ id }) => id === singleSelectOptionId)?.name ?? text ?? '');
    // A project field moves no `updated_at` of the issue.
    context.state.touch(item, item.project);
    return { projectV2Item: item };
  }),
};
