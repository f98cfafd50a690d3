import type { RepositoryStatus } from '../core/repository/status/repository-status.ts';
import type { Color, Paint } from './color.ts';
import { TEXT } from './text.ts';

type Type = RepositoryStatus['files'][number]['type'];

const COLORS: Readonly<Partial<Record<Type, Color>>> = {
  Added: 'green',
  Conflicted: 'red',
  Deleted: 'red',
  Modified: 'yellow',
  Renamed: 'yellow',
};

/** The status for a person to read: the branch, then one line for each file. */
export function statusLines(
  { branch, oid, upstream, ahead, behind, files, untrackedOmitted, notices, diffBase }: RepositoryStatus,
  forDisplay: (text: string) => string,
  paint: Paint,
): string {
  const width = Math.max(0, ...files.map(({ type }) => type.length));
  const counts = files.map(({ added, removed }) => `+${added ?? '?'} -${removed ?? '?'}`);
  const most = Math.max(0, ...counts.map(count => count.length));
  const lines = files.map(({ path, originalPath, type }, at) => {
    const name = type === 'Renamed' && originalPath !== null ? `${originalPath} -> ${path}` : path;
    const shown = forDisplay(name).replace(/\p{Cc}/gu, '?');
    return `  ${paint(COLORS[type] ?? 'dim', type.padEnd(width))}  ${(counts[at] ?? '').padEnd(most)}  ${shown}`;
  });
  return [
    TEXT.status.head(forDisplay(branch ?? TEXT.status.detached(oid?.slice(0, 7) ?? '')), diffBase),
    ...(upstream === null ? [] : [TEXT.status.upstream(forDisplay(upstream), ahead ?? 0, behind ?? 0)]),
    ...(files.length === 0 ? [TEXT.status.clean] : ['', ...lines]),
    ...(untrackedOmitted > 0 ? [TEXT.status.more(untrackedOmitted)] : []),
    ...notices.map(forDisplay),
  ].join('\n');
}
