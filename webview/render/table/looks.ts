import { h } from '../../ui/dom.ts';
import { agoOf, drawMoment } from '../dates.ts';
import { anchor, plain } from '../inline.ts';
import { stateMark, stateOf } from '../states.ts';

/** How the cells of a column are shown where their name tells more than their text. */
export interface Look {
  draw(cell: string, record: LookedRecord): Node[];
  /** The text that is shown, for the column's width. */
  shown(cell: string): string;
}

export interface LookedRecord {
  /** The repository that the record is of, where a column says so: `owner/name`. */
  readonly repository: string | undefined;
  readonly ofPull: boolean;
}

/** Room for an icon. */
const ICON = '   ';

const moment: Look = { draw: drawMoment, shown: cell => agoOf(cell) ?? cell };

const state: Look = {
  draw: (cell, { ofPull }) => (cell === '' ? [] : [stateMark(cell, ofPull)]),
  shown: cell => (stateOf(cell) === null ? cell : `${ICON}${cell}`),
};

const issue: Look = {
  draw(cell, { repository }) {
    if (!/^\d{1,9}$/.test(cell)) return plain(cell);
    const value = repository !== undefined && /^[\w.-]+\/[\w.-]+$/.test(repository) ? `${repository}#${cell}` : cell;
    return [anchor({ kind: 'issue', value }, `#${cell}`)];
  },
  shown: cell => `#${cell}`,
};

const run: Look = {
  draw: cell => (/^\d{1,19}$/.test(cell) ? [anchor({ kind: 'run', value: cell }, cell)] : plain(cell)),
  shown: cell => cell,
};

/** A swatch of the colour beside its name: with a border, for it may be that of the page. */
const colour: Look = {
  draw(cell) {
    if (!/^#?[0-9a-f]{6}$/i.test(cell)) return plain(cell);
    const swatch = h('span', { class: 'swatch', 'aria-hidden': 'true' });
    swatch.style.backgroundColor = cell.startsWith('#') ? cell : `#${cell}`;
    return [swatch, document.createTextNode(cell)];
  },
  shown: cell => `${ICON}${cell}`,
};

const labels: Look = {
  draw: cell =>
    cell === ''
      ? []
      : [h('span', { class: 'chips' }, ...cell.split(', ').map(name => h('span', { class: 'chip' }, ...plain(name))))],
  shown: cell => `${cell}${ICON}`,
};

/** By the names of columns, ours and those of gh's fields of JSON, in lower case. */
const LOOKS: Readonly<Record<string, Look>> = {
  accessed: moment,
  closedat: moment,
  color: colour,
  completedat: moment,
  conclusion: state,
  created: moment,
  createdat: moment,
  labels,
  mergedat: moment,
  number: issue,
  published: moment,
  publishedat: moment,
  reviewdecision: state,
  startedat: moment,
  state,
  status: state,
  type: state,
  updated: moment,
  updatedat: moment,
  visibility: state,
};

/** The looks of a list's columns; a list of runs has the ids of runs. */
export function looksOf(subcommand: string, names: readonly string[]): readonly (Look | undefined)[] {
  const isRuns = subcommand === 'run list';
  return names.map(name => {
    const key = name.toLowerCase();
    if (isRuns && (key === 'id' || key === 'databaseid')) return run;
    // Of a project the number is no issue's.
    if (key === 'number' && !/^(?:issue|pr|search) /.test(subcommand)) return undefined;
    return Object.hasOwn(LOOKS, key) ? LOOKS[key] : undefined;
  });
}
