import { plural } from '../../shared/plural.ts';
import type { StagedCommit, StagedFile, State } from './files/state.ts';
import { sizeText } from './sizes.ts';
import { shortId, subjectOf, type UnstagedFile, unstagedFiles } from './stage.ts';

const TITLES = { modified: 'Modified', new: 'New', deleted: 'Deleted' } as const;

/** The sign before a file of a commit. */
export const SIGNS: Readonly<Record<StagedFile['operation'], string>> = { create: '+', update: 'M', delete: '-' };

/** The status of a sandbox as a model and a person read it. */
export function statusText(state: State): string {
  const unstaged = unstagedFiles(state);
  const groups = (['modified', 'new', 'deleted'] as const).flatMap(status => {
    const files = unstaged.filter(each => each.status === status);
    return files.length === 0 ? [] : [`  ${TITLES[status]}:`, ...files.map(each => `    ${fileText(each)}`)];
  });
  const unresolved = [...state.unresolved].sort();
  const staged = [...state.staged.values()];
  return [
    'Sandbox Status:',
    ...(groups.length === 0 ? ['  Nothing has changed since it was staged or pulled.'] : groups),
    ...(unresolved.length === 0 ? [] : ['  Conflicts to resolve:', ...unresolved.map(path => `    ${path}`)]),
    ...(staged.length === 0 ? [] : ['', 'Staged Commits:', ...staged.flatMap(stagedLines)]),
  ].join('\n');
}

const fileText = ({ path, status, size }: UnstagedFile): string =>
  status === 'deleted' ? path : `${path} (${sizeText(size)})`;

function stagedLines(commit: StagedCommit): string[] {
  const { files, outdated, rejected } = commit;
  const title = `  [${shortId(commit)}] ${JSON.stringify(subjectOf(commit))} (${plural(files.length, 'file')})`;
  return [
    outdated ? `${title} (outdated: stage these files again)` : title,
    ...files.map(({ operation, path }) => `    ${SIGNS[operation]} ${path}`),
    ...(rejected === undefined
      ? []
      : ['    Rejected by the person:', ...rejected.split('\n').map(line => `      ${line}`)]),
  ];
}
