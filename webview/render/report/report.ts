import { h } from '../../ui/dom.ts';
import { drawMoment } from '../dates.ts';
import type { Command, Document, Row } from '../document.ts';
import { anchor, inline, plain, twistie } from '../inline.ts';
import { createRowKeys, linesOf, withoutEmptyHeads } from '../rows.ts';
import { type State, stateIcon, stateMark, stateOf } from '../states.ts';
import './report.css';

/** Pixels a step deeper is indented by. */
const INDENT = 16;
const MARGIN = 12;

interface ReportLine {
  readonly text: string;
  readonly depth: number;
  readonly draw: () => HTMLElement;
}

/**
 * What gh tells in lines for people: a run with its jobs and steps, a workflow, the pull requests and issues that matter to
 * somebody. Headings and jobs head what stands under them, and signs are icons.
 */
export function renderReport(text: string, command: Command | null): Document {
  const keyOf = createRowKeys();
  const isStatus = /^(?:pr|issue) status$/.test(command?.subcommand ?? '');
  let heading = '';
  const rows = linesOf(text).map((line): Row => {
    const isHead = isHeading(line, isStatus);
    if (isHead) heading = line;
    const { depth, draw } = isHead ? headingLine(line) : lineUnder(heading, line, isStatus);
    // No head folds more than it should: those that have nothing under them are none.
    return { key: keyOf(isHead ? line : `${heading} ${line}`), text: line, depth, heads: line.trim() !== '', draw };
  });
  return { kind: 'report', rows: withoutEmptyHeads(rows), columns: null, wantsCommits: [], tall: false };
}

/** gh writes those of a run in capitals; in a status they are the lines that are not indented. */
function isHeading(line: string, isStatus: boolean): boolean {
  if (isStatus) return /^\S/.test(line) && !line.startsWith('Relevant ');
  return /^[A-Z]{4,}$/.test(line) || line === 'Recent runs';
}

function headingLine(text: string): ReportLine {
  const words = /^[A-Z]+$/.test(text) ? text.charAt(0) + text.slice(1).toLowerCase() : text;
  const draw = () => h('div', { class: 'row head' }, twistie(), h('strong', {}, ...inline(words)));
  return { text, depth: 0, draw };
}

function lineUnder(heading: string, text: string, isStatus: boolean): ReportLine {
  const [, blanks = '', sign = '', rest = text] = /^( *)(?:([✓X×*!-]) )?(.*)$/su.exec(text) ?? [];
  const steps = Math.floor(blanks.length / 2);
  // What stands after a heading and a blank line is about all of it again.
  const least = heading === '' ? 0 : 1;
  const depth = isLast(text) ? 0 : isStatus ? Math.max(steps, least) : steps + least;
  const state = stateOfSign(sign, heading, isStatus);
  const draw = () => {
    const row = h('div', { class: 'row report' }, twistie());
    if (state !== null) row.append(stateIcon(...state));
    row.append(...(rest.includes('\t') ? cells(rest, heading) : words(rest, heading)));
    row.style.paddingInlineStart = `${MARGIN + depth * INDENT}px`;
    return row;
  };
  return { text, depth, draw };
}

/** gh's hints what to do next. */
const isLast = (line: string) => line === '' || /^(?:To see |For more information |View this run )/.test(line);

/** gh's signs, on lines of jobs, steps, annotations and checks. */
const SIGNS: Readonly<Record<string, readonly [word: string, label: string]>> = {
  '✓': ['success', 'passed'],
  X: ['failure', 'failed'],
  '×': ['failure', 'failed'],
  '*': ['in progress', 'in progress'],
  '!': ['warning', 'warning'],
  '-': ['skipped', 'skipped'],
};

function stateOfSign(sign: string, heading: string, isStatus: boolean): readonly [State, string] | null {
  if (!Object.hasOwn(SIGNS, sign)) return null;
  // The dash has three meanings.
  const ofDash = isStatus ? 'pending' : heading === 'ANNOTATIONS' ? 'notice' : undefined;
  const [word, label] = (sign === '-' && ofDash !== undefined ? [ofDash, ofDash] : SIGNS[sign]) ?? ['', ''];
  const state = stateOf(word);
  return state && [state, label];
}

/** Lists within a report, without columns: states, moments and ids are told by what they look like. */
function cells(text: string, heading: string): Node[] {
  const ofRuns = heading === 'Recent runs';
  return text
    .split('\t')
    .filter(cell => cell !== '')
    .map(cell => h('span', { class: 'report-cell' }, ...contentOf(cell, ofRuns)));
}

function contentOf(cell: string, ofRuns: boolean): Node[] {
  if (/^\d{1,19}$/.test(cell))
    return [ofRuns ? anchor({ kind: 'run', value: cell }, cell) : anchor({ kind: 'issue', value: cell }, `#${cell}`)];
  return stateOf(cell) === null ? drawMoment(cell) : [stateMark(cell)];
}

const JOB = /^(.*\(ID )(\d{1,19})(\))$/;
/** `build: src/pump.ts#12`. */
const PLACE = /^(?<job>.*: )(?<path>[^\s:]+)#(?<line>[1-9]\d{0,8})$/;
const FAILED = /^(To see what failed, try: )(gh run view (\d{1,19}) --log-failed)$/;
const ADDRESS = /^(View this run on GitHub: )(https:\/\/\S+)$/;

/** A line's words: a job's id opens the job, what failed its log, what is annotated the file, the address of what is shown its page. */
function words(text: string, heading: string): Node[] {
  const { job = '', path = '', line = '' } = (heading === 'ANNOTATIONS' && PLACE.exec(text)?.groups) || {};
  if (path !== '') {
    const at = { kind: 'path', value: path, line: Number(line) } as const;
    return [...plain(job), anchor(at, path), ...plain(`#${line}`)];
  }
  const [, before = '', id = '', after = ''] = JOB.exec(text) ?? [];
  if (id !== '') return [...inline(before), anchor({ kind: 'job', value: id }, id), ...plain(after)];
  const [, hint = '', command = '', run = ''] = FAILED.exec(text) ?? [];
  if (run !== '') return [...plain(hint), anchor({ kind: 'log', value: run }, command)];
  const [, said = '', address = ''] = ADDRESS.exec(text) ?? [];
  if (address !== '') return [...plain(said), anchor({ kind: 'web', value: address }, address)];
  return inline(text);
}
