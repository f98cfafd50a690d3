import type { RepositoryStatus } from './repository-status.ts';

type Titled = Pick<RepositoryStatus, 'branch' | 'oid' | 'diffBase'>;

/** The title of the status view: `Git (main) [vs HEAD~5]`. The editor capitalises titles, so there it is a description. */
export const statusTitle = (status: Titled): string => `Git (${headName(status)})${versus(status)}`;

/** The words beside the status view's title in the editor: `main [vs HEAD~5]`. */
export const statusDescription = (status: Titled): string => `${headName(status)}${versus(status)}`;

const versus = ({ diffBase }: Titled): string => (diffBase === null ? '' : ` [vs ${diffBase}]`);

/** The branch, or the commit where there is none. */
export function headName({ branch, oid }: Titled): string {
  return branch ?? `detached at ${oid?.slice(0, 7) ?? 'nothing'}`;
}
