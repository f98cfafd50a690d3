import type { EmptyReason } from '../../../protocol/to-status-page.ts';
import { NOT_FOUND } from '../../git/result.ts';
import type { FileDiff } from './added-diff.ts';
import { cutAtLine } from './cut-at-line.ts';
import type { CountedFile } from './numstat.ts';
import type { RepositoryStatus } from './repository-status.ts';
import { headName, statusTitle } from './status-title.ts';

/** The sections after the files, where they are shown. */
export interface StatusSections {
  readonly diffs?: FileDiff | undefined;
  readonly log?: string | null | undefined;
}

type TextStatus = Pick<RepositoryStatus, 'branch' | 'oid' | 'diffBase' | 'files' | 'untrackedOmitted' | 'notices'>;

/** A model has better uses for its attention than the names of 10,000 files. */
const MOST_ROWS = 500;
const MOST_LOG = 16 * 1024;
const TABLE_HEAD = ['| File | Type | + | - | Net |', '|---|---|---|---|---|'];

/** The text for a model when there is no status. */
export const EMPTY_TEXT: Readonly<Record<EmptyReason, (detail: string) => string>> = {
  'no-folder': () => 'No folder is open.',
  'no-repository': folder => `There is no git repository in '${folder}'.`,
  'no-git': () => NOT_FOUND.git,
  untrusted: () => 'The workspace is not trusted, so git is not run in it.',
  bare: folder => `'${folder}' is a repository without a work tree.`,
  failed: detail => `git status failed: ${detail}`,
};

/** The status view as text for a model: title, branch, table of changed files, then diffs and log when given. */
export function statusText(status: TextStatus, { diffs, log }: StatusSections = {}): string {
  const { files, diffBase, untrackedOmitted } = status;
  const notices = [
    ...status.notices,
    untrackedOmitted > 0 && `${untrackedOmitted} more untracked files are not listed.`,
    diffs?.notice,
  ];
  const base = diffBase === null ? '' : ` (comparing against ${diffBase})`;
  const sections = [
    `# ${statusTitle(status)}`,
    `Branch: ${headName(status)}${base}`,
    files.length === 0 ? 'No changes.' : [...TABLE_HEAD, ...files.slice(0, MOST_ROWS).map(row)].join('\n'),
    files.length > MOST_ROWS && `${files.length - MOST_ROWS} more files are not listed here.`,
    notices.filter(Boolean).join('\n'),
    diffs?.text && `Diffs:\n\n${fenced(diffs.text, 'diff')}`,
    log && `Log:\n\n${fenced(cutAtLine(log, MOST_LOG), '')}`,
  ];
  return sections.filter(Boolean).join('\n\n');
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
