import { legibleLine } from '../../shared/fence.ts';
import { plural } from '../../shared/plural.ts';
import { quote } from '../command/quote.ts';
import { type ConflictedFile, type Conflicts, openConflictsOf, openIn, type StaleIds } from '../conflicts/conflicts.ts';
import type { OpenRepository } from '../repository/locate.ts';
import { fencedWithin } from './fenced-within.ts';
import type { ToolCall } from './tool.ts';
import type { ToolCore } from './tool-core.ts';
import type { ToolFacts, ToolResult } from './tool-result.ts';

/** More of them are counted only. */
const MOST_LISTED = 200;
const MOST_STAGED = 50;

/** What is in conflict as a model reads it: names that others chose are fenced. */
export function conflictsText(found: Conflicts, characters: number): string {
  const lines = [whoseLine(found), ...found.files.flatMap(linesOf).slice(0, MOST_LISTED), ...stageLines(found)];
  const head = headOf(found);
  const next = nextSteps(found).join('\n');
  const room = characters - head.length - next.length - 2;
  const fence = fencedWithin(lines.join('\n'), 'the repository', room, 'Resolve some, then list again.');
  return [head, fence, next].filter(Boolean).join('\n');
}

export const NO_CONFLICTS = 'Nothing is in conflict.';

function headOf(found: Conflicts): string {
  const open = openConflictsOf(found);
  const kind = found.operation?.kind ?? 'stash';
  const ready = found.files.filter(({ isReady }) => isReady).length;
  const files = new Set(open.map(({ path }) => path)).size;
  const left =
    open.length === 0 ? 'No conflict is left' : `${plural(open.length, 'conflict')} in ${plural(files, 'file')}`;
  return `${left} (${kind}).${ready === 0 ? '' : ` ${plural(ready, 'file')} without conflicts, not staged yet.`}`;
}

const whoseLine = ({ whose }: Conflicts): string => `ours = ${whose.ours}; theirs = ${whose.theirs}`;

/** The files of an open conflict, then each of its hunks. A file is listed with its own id, by which all of it can be taken. */
function linesOf(file: ConflictedFile): string[] {
  const { path, kind, whole, hunks, onlyWhole, isReady, now } = file;
  const name = shownPath(path);
  if (isReady) return [`${name}: no markers left, ready to stage (whole file: ${whole.id})`];
  const how = onlyWhole === undefined ? '' : `; only as a whole: ${onlyWhole}`;
  const there = now === null ? '; not in the work tree' : '';
  const takes = whole.takes.length === 0 ? '' : `, take ${whole.takes.join('|')}`;
  return [
    `${name}: ${kind}${how}${there} (whole file: ${whole.id}${takes})`,
    ...hunks.map(
      ({ id, hunk, takes }) => `  ${id} lines ${hunk?.firstLine}-${hunk?.lastLine}, take ${takes.join('|')}`,
    ),
  ];
}

/** A name in one line, whatever is in it. */
const shownPath = (path: string): string => (/[\p{Cc}"]|^\s|\s$/u.test(path) ? JSON.stringify(path) : path);

/** What comes next is up to the person: nothing is staged by itself. */
function nextSteps({ files, operation }: Conflicts): string[] {
  if (files.some(file => openIn(file).length > 0))
    return ['Next: conflict_read, then conflict_resolve with an id and a side or new content.'];
  const { continue: goOn } = operation?.commands ?? {};
  return [`Next: stage the files${goOn === undefined ? '' : `, then ${goOn}`}.`];
}

function stageLines({ files }: Conflicts): string[] {
  const ready = files.filter(({ isReady }) => isReady).map(({ path }) => path);
  return ready.length === 0 || ready.length > MOST_STAGED ? [] : [`to stage: ${legibleLine(addCommand(ready))}`];
}

const addCommand = (paths: readonly string[]): string => quote('git', ['add', '--', ...paths.map(literally)]);

/** A name that git takes for nothing but itself. */
const literally = (path: string): string => (/^:|[*?[\\]/.test(path) ? `:(literal)${path}` : path);

/** The same as facts: names of files, of branches and what stands behind markers are in the fence only. */
export function conflictFacts(found: Conflicts): ToolFacts {
  const { files, operation } = found;
  return {
    operation: operation?.kind ?? null,
    open: openConflictsOf(found).length,
    files: files.slice(0, MOST_LISTED).map(({ kind, whole, hunks, onlyWhole, isReady }) => ({
      kind,
      ready: isReady,
      ...(onlyWhole !== undefined && { onlyWhole }),
      whole: { id: whole.id, takes: whole.takes },
      conflicts: hunks.slice(0, MOST_LISTED).map(({ id, hunk, takes }) => ({
        id,
        lines: hunk && [hunk.firstLine, hunk.lastLine],
        takes,
      })),
    })),
  };
}

/** The answer to ids that no conflict has any more: those that there are. */
export function staleResult({ ids, now }: StaleIds): ToolResult {
  const message = `There is no conflict ${ids.map(id => JSON.stringify(id)).join(', ')} any more: its file, its lines or its versions have changed.`;
  const head = `Error (stale-conflict): ${message}\nNothing was written. Those there are now:`;
  return {
    status: 'failed',
    code: 'stale-conflict',
    text: characters =>
      `${head}\n${now.files.length === 0 ? NO_CONFLICTS : conflictsText(now, characters - head.length - 1)}`,
    facts: { message, stale: ids, ...conflictFacts(now) },
  };
}

/** The repository at a root that `findRepository` found. */
export function openRepositoryAt({ repositories }: Pick<ToolCore, 'repositories'>, root: string): OpenRepository {
  const found = repositories.list().find(each => each.root === root);
  if (found === undefined) throw new Error(`'${root}' is not open any more.`);
  return found;
}

export const sameInput = (input: unknown, repository: string | undefined, call: ToolCall): string =>
  JSON.stringify([input, repository ?? call.repository]);
