import type { DraftIssue, Gist, Project, ProjectField, ProjectItem } from '../state/types.ts';
import { gistUrl, pathOf, projectUrl } from '../urls.ts';
import { connect, type Fields, type Tables } from './resolver.ts';

const project: Fields<Project> = {
  url: projectUrl,
  resourcePath: one => pathOf(projectUrl(one)),
  template: () => false,
  fields: ({ fields }, args) => connect(fields, args),
  field: ({ fields }, { name }) => fields.find(one => one.name === name) ?? null,
  items: ({ items }, args) =>
    connect(
      items.filter(({ isArchived }) => !isArchived),
      args,
    ),
  viewerCanUpdate: () => true,
};

/** An item's value of a field as the type that the field has. */
function fieldValue(item: ProjectItem, field: ProjectField): unknown {
  const text = item.values.get(field.name) ?? (field.name === 'Title' ? item.content.title : undefined);
  if (text === undefined) return null;
  const option = field.options.find(({ name }) => name === text);
  return field.__typename === 'ProjectV2SingleSelectField'
    ? {
        __typename: 'ProjectV2ItemFieldSingleSelectValue',
        id: `PVTFSV_${item.id}`,
        field,
        name: text,
        optionId: option?.id ?? null,
      }
    : { __typename: 'ProjectV2ItemFieldTextValue', id: `PVTFTV_${item.id}`, field, text };
}

const item: Fields<ProjectItem> = {
  type: ({ content }) =>
    ({ Issue: 'ISSUE', PullRequest: 'PULL_REQUEST', DraftIssue: 'DRAFT_ISSUE' })[content.__typename],
  fieldValues: (one, args) =>
    connect(
      one.project.fields.map(field => fieldValue(one, field)).filter(value => value !== null),
      args,
    ),
  fieldValueByName: (one, { name }) => {
    const field = one.project.fields.find(candidate => candidate.name === name);
    return field === undefined ? null : fieldValue(one, field);
  },
};

const draft: Fields<DraftIssue> = { bodyText: one => one.body };

const gist: Fields<Gist> = {
  url: gistUrl,
  resourcePath: one => pathOf(gistUrl(one)),
  isFork: () => false,
  pushedAt: one => one.updatedAt,
  files: ({ files }, args) =>
    [...files].slice(0, Number(args.limit ?? 10)).map(([name, text]) => ({
      name,
      encodedName: encodeURIComponent(name),
      text,
      size: Buffer.byteLength(text),
      isTruncated: false,
      isImage: false,
      language: null,
      extension: /\.[^.]*$/.exec(name)?.[0] ?? '',
      encoding: 'UTF-8',
    })),
};

export const projects: Tables = { ProjectV2: project, ProjectV2Item: item, DraftIssue: draft, Gist: gist };
