import type { GitHubState } from '../state/state.ts';
import type { Owner, Project, ProjectField, ProjectItem, User } from '../state/types.ts';

/** Makes a project with the fields every project has. */
export function addProject(state: GitHubState, creator: User, owner: Owner, title: string): Project {
  const made = state.make<Project>('ProjectV2', {
    owner,
    creator,
    number: state.projects.filter(project => project.owner === owner).length + 1,
    title,
    shortDescription: null,
    readme: null,
    public: false,
    closed: false,
    fields: [],
    items: [],
  });
  made.fields.push(
    state.make<ProjectField>('ProjectV2Field', { name: 'Title', dataType: 'TITLE', options: [] }),
    state.make<ProjectField>('ProjectV2SingleSelectField', {
      name: 'Status',
      dataType: 'SINGLE_SELECT',
      options: ['Todo', 'In Progress', 'Done'].map((name, at) => ({ id: `f75ad84${at}`, name })),
    }),
  );
  state.projects.push(made);
  return made;
}

export function addItem(state: GitHubState, project: Project, content: ProjectItem['content']): ProjectItem {
  const item = state.make<ProjectItem>('ProjectV2Item', {
    project,
    content,
    isArchived: false,
    values: new Map(),
  });
  project.items.push(item);
  state.touch(project);
  return item;
}
