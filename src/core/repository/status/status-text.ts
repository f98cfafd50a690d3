import type { CountedFile } from './numstat.ts';
import type { RepositoryStatus } from './parse-status.ts';

export interface StatusText {
  readonly status: Pick<RepositoryStatus, 'branch' | 'oid' | 'notice'>;
  readonly files: readonly CountedFile[];
  /** Null when the comparison is with HEAD. */
  readonly diffBase: string | null;
  /** Unified diffs and log, where they are shown. */
  readonly diffs?: string | undefined;
  readonly log?: string | undefined;
}

/** A model has better uses for its attention than the names of 10,000 files. */
const MOST_ROWS = 500;
const TABLE_HEAD = ['| File | Type | + | - | Net |', '|---|---|---|---|---|'];

/** The status view's title: `Git (main) [vs HEAD~5]`. */
export function statusTitle({ status, diffBase }: Pick<StatusText, 'status' | 'diffBase'>): string {
  return `Git (${headName(status)})${diffBase === null ? '' : ` [vs ${diffBase}]`}`;
}

/** The status view as text for a model: branch, table of changed files, then diffs and log when given. */
export function statusText({ status, files, diffBase, diffs, log }: StatusText): string {
  const base = diffBase === null ? '' : ` (comparing against ${diffBase})`;
  const sections = [
    `Branch: ${headName(status)}${base}`,
    files.length === 0 ? 'No changes.' : [...TABLE_HEAD, ...files.slice(0, MOST_ROWS).map(row)].join('\n'),
    files.length > MOST_ROWS && `${files.length - MOST_ROWS} more files are not listed here.`,
    status.notice,
    diffs && `Diffs:\n\n${fenced(diffs, 'diff')}`,
    log && `Log:\n\n${fenced(log, '')}`,
  ];
  return sections.filter(Boolean).join('\n\n');
}

function headName({ branch, oid }: StatusText['status']): string {
  return branch ?? `detached at ${oid?.slice(0, 7) ?? 'nothing'}`;
}

function row({ path, originalPath, type, added, removed, net }: CountedFile): string {
  const name = type === 'Renamed' && originalPath !== null ? `${cell(originalPath)} -> ${cell(path)}` : cell(path);
  const signed = net !== null && net > 0 ? `+${net}` : net;
  return `| ${[name, type, ...[added, removed, signed].map(count => count ?? '-')].join(' | ')} |`;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '|': '\\|', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A name can hold what would end its cell or its row. */
function cell(name: string): string {
  return name.replaceAll(
    /[\\|\p{Cc}\u2028\u2029]/gu,
    char => ESCAPES[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A fence longer than any in the text, so that the text cannot end it. */
function fenced(text: string, language: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}
