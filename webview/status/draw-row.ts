import type { StatusFile } from '../../src/protocol/to-status-page.ts';
import { h, icon } from '../ui/dom.ts';
import { formatNumber } from '../ui/numbers.ts';
import { countCells, iconOf, stageOf, twistie, typeIcon, typeLetter } from './cells.ts';
import { actionsOn, actionsOnHunk, changeIcons, filesIn } from './change-actions.ts';
import { conflictIcons, type Whose } from './conflict-actions.ts';
import type { FileRow, FolderRow, LineRow, LogRow, NoteRow, ViewRow } from './rows.ts';
import { fileCount, forDisplay, lineCounts, logLabel, logTitle, TEXT, typeName } from './text.ts';
import './entries.css';

/** What rows are drawn with, besides their own. */
export interface Shown {
  /** False while lines are still being counted. */
  readonly counted: boolean;
  readonly whose: Whose;
}

/** A row's element; what can be done in it is named by `data-act`. */
export function drawRow(row: ViewRow, shown: Shown): HTMLElement {
  const element = draw(row, shown);
  element.classList.add(`level-${Math.min(row.level, DEEPEST)}`);
  return element;
}

/** Levels past this are not set in any further: a narrow bar has no room for them. */
const DEEPEST = 9;

function draw(row: ViewRow, shown: Shown): HTMLElement {
  switch (row.kind) {
    case 'file':
      return drawFile(row, shown);
    case 'folder':
      return drawFolder(row, shown);
    case 'line':
      return drawLine(row);
    case 'note':
      return drawNote(row);
    case 'log':
      return drawLog(row);
  }
}

/** Nobody listens to the whole of a line that is longer. */
const MOST_SAID = 500;

/** A row's name for a screen reader. */
export function rowLabel(row: ViewRow): string {
  switch (row.kind) {
    case 'file':
      return [nameText(row.file), stateText(row.file), lineCounts(row.file)].join(', ');
    case 'folder':
      return `${forDisplay(row.folder.path)}, ${fileCount(row.folder.totals.files)}, ${lineCounts(row.folder.totals)}`;
    case 'log':
      return logLabel(row.args);
    default:
      return forDisplay((row.kind === 'line' ? row.line.text : row.text).slice(0, MOST_SAID));
  }
}

function drawFile(row: FileRow, { counted, whose }: Shown): HTMLElement {
  const { file, expanded } = row;
  const stage = stageOf(file);
  const action = iconOf('go-to-file', 'entry-action', TEXT.openFile);
  action.dataset.act = 'open-file';
  return h(
    'div',
    { class: `entry-file type-${file.type.toLowerCase()}` },
    ...(expanded === null ? [] : [twistie(expanded)]),
    typeIcon(file.type),
    h('span', { class: 'entry-name', title: tooltip(file), role: 'gridcell' }, ...nameOf(row)),
    h(
      'span',
      { class: 'entry-actions' },
      action,
      ...conflictIcons(file, whose),
      ...changeIcons(actionsOn([file]), 'file'),
    ),
    ...countCells(file, !counted && file.type !== 'Untracked'),
    stage === null ? h('span', { class: 'stage' }) : iconOf(stage.icon, 'stage', stage.title),
    h('span', { class: 'letter', title: file.type }, typeLetter(file.type)),
  );
}

/** The folder comes second and only where there is room for it: the name is what people look for. */
function nameOf({ file, inFolder }: FileRow): readonly HTMLElement[] {
  const { folder, name } = split(file.path);
  const names = h('span', { class: 'names' }, h('span', { class: 'base' }, ...cutInTheMiddle(name, endOf(name))));
  if (file.originalPath !== null) {
    const from = split(file.originalPath);
    const old = from.folder === folder ? from.name : file.originalPath;
    names.prepend(h('span', { class: 'old ellipsis' }, forDisplay(old)), h('span', { class: 'quiet' }, '→'));
  }
  if (inFolder || folder === '') return [names];
  return [names, h('span', { class: 'folder-name' }, ...cutInTheMiddle(folder, folder.lastIndexOf('/')))];
}

/** A text that loses what is before `end` first, so that the ellipsis stands in its middle. */
function cutInTheMiddle(text: string, end: number): readonly HTMLElement[] {
  const parts = end <= 0 ? [text] : [text.slice(0, end), text.slice(end)];
  const [start = '', rest = ''] = parts.map(forDisplay);
  return [
    h('span', { class: 'start ellipsis' }, start),
    ...(rest === '' ? [] : [h('span', { class: 'end ellipsis' }, rest)]),
  ];
}

/** The part of a name that tells most: its last letters and its ending. */
const MOST_END = 9;
const endOf = (name: string): number => (name.length <= MOST_END + 3 ? 0 : safeCut(name, name.length - MOST_END));

/** Not inside of a character. */
const safeCut = (text: string, at: number): number => (/[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at + 1 : at);

function split(path: string): { readonly folder: string; readonly name: string } {
  // An untracked repository inside this one is listed with a slash at its end.
  const at = path.lastIndexOf('/', path.length - 2);
  return { folder: path.slice(0, Math.max(at, 0)), name: path.slice(at + 1) };
}

function nameText({ path, originalPath }: StatusFile): string {
  return originalPath === null ? forDisplay(path) : `${forDisplay(originalPath)} → ${forDisplay(path)}`;
}

function stateText(file: StatusFile): string {
  const stage = file.type === 'Untracked' ? null : stageOf(file);
  return stage === null ? typeName(file) : `${typeName(file)}, ${stage.title.toLowerCase()}`;
}

const tooltip = (file: StatusFile) => [nameText(file), stateText(file), lineCounts(file)].join('\n');

function drawFolder({ folder, expanded }: FolderRow, { counted }: Shown): HTMLElement {
  return h(
    'div',
    { class: 'entry-folder' },
    twistie(expanded),
    iconOf(expanded ? 'folder-opened' : 'folder', 'type-icon', TEXT.folder),
    h(
      'span',
      { class: 'entry-name', title: forDisplay(folder.path), role: 'gridcell' },
      h('span', { class: 'base ellipsis' }, forDisplay(folder.name)),
      h('span', { class: 'folder-files' }, formatNumber(folder.totals.files)),
    ),
    h('span', { class: 'entry-actions' }, ...changeIcons(actionsOn(filesIn(folder)), 'folder')),
    ...countCells(folder.totals, !counted),
    h('span', { class: 'stage' }),
    h('span', { class: 'letter' }),
  );
}

function drawLine({ line, path, hunk }: LineRow): HTMLElement {
  const drawn = line.draw();
  // The view opens commits; other links would look like something and do nothing.
  for (const link of drawn.querySelectorAll('a.link:not([data-kind="commit"])')) link.replaceWith(...link.childNodes);
  const name = path === null ? 'entry-line' : 'entry-line entry-diff';
  // What is cut off follows when lines are pushed sideways.
  const element = h('div', { class: name, role: 'gridcell', 'data-follows': true }, drawn);
  if (hunk?.isHead) {
    element.classList.add('hunk-head');
    element.append(h('span', { class: 'hunk-actions' }, ...changeIcons(actionsOnHunk(hunk.side), 'hunk')));
  }
  return element;
}

const ACTIONS = { 'open-diff': TEXT.openFullDiff, 'clear-filter': TEXT.clearFilter } as const;

function drawNote({ text, busy, action }: NoteRow): HTMLElement {
  const words = h('span', { class: 'entry-words', role: 'gridcell' }, forDisplay(text));
  const element = h('div', { class: 'entry-note' }, ...(busy ? [spinner()] : []), words);
  if (action !== null) element.append(h('span', { class: 'link', 'data-act': action }, ACTIONS[action]));
  return element;
}

function spinner(): HTMLElement {
  const element = icon('loading');
  element.classList.add('spin');
  return element;
}

function drawLog({ args, expanded }: LogRow): HTMLElement {
  return h(
    'div',
    { class: 'entry-log' },
    twistie(expanded),
    h(
      'span',
      { class: 'entry-name', role: 'gridcell', title: logTitle(args) },
      h('span', { class: 'base' }, TEXT.log),
      h('span', { class: 'folder-name ellipsis mono' }, forDisplay(args)),
    ),
    h('span', { class: 'link', 'data-act': 'open-log' }, TEXT.openInPanel),
  );
}
