import { h, icon } from '../../ui/dom.ts';
import { BATCH, type Incremental } from '../../ui/incremental.ts';
import type { Command, Document, Row } from '../document.ts';
import { inline, plain, twistie } from '../inline.ts';
import { errorCount } from '../labels.ts';
import { hasOption } from '../options.ts';
import { createRowKeys, linesOf } from '../rows.ts';
import { stateIcon, stateOf } from '../states.ts';
import { ansiParts, withoutAnsi } from './ansi.ts';
import { isRunLog, type Level, type LogLine, logSteps } from './parse.ts';
import './run-log.css';

/** The log of a run: jobs head steps, steps head lines, and only what failed is open; null when it is none. */
export function* renderRunLog(text: string, command: Command | null): Incremental<Document | null> {
  if (!isRunLog(text)) return null;
  const steps = yield* logSteps(linesOf(text));
  const onlyFailed = hasOption(command?.args ?? [], '--log-failed');
  const keyOf = createRowKeys();
  const rows: Row[] = [];
  let job: string | null = null;
  for (const step of steps) {
    if (step.job !== job) {
      job = step.job;
      const errors = steps.reduce((sum, each) => sum + (each.job === job ? each.errors : 0), 0);
      rows.push(headRow({ key: keyOf(job), text: job, depth: 0, heads: true, closed: false, errors }));
    }
    const key = keyOf(`${job}\t${step.name}`);
    const { name, errors, lines } = step;
    const closed = errors === 0 && !onlyFailed;
    rows.push(headRow({ key, text: name, depth: 1, heads: lines.length > 0, closed, errors }));
    for (const [at, line] of lines.entries()) {
      if (rows.length % BATCH === 0) yield;
      rows.push(...lineRows(line, `${key}\t${at}`));
    }
  }
  return { kind: 'run-log', rows, columns: null, wantsCommits: [], tall: false };
}

interface Head {
  readonly key: string;
  readonly text: string;
  readonly depth: number;
  readonly heads: boolean;
  readonly closed: boolean;
  readonly errors: number;
}

function headRow({ errors, ...row }: Head): Row {
  const { depth, text } = row;
  const failed = stateOf('failure');
  const draw = () =>
    h(
      'div',
      { class: `row head log-head depth-${depth}` },
      twistie(),
      ...(errors > 0 && failed ? [stateIcon(failed)] : []),
      h(depth === 0 ? 'strong' : 'span', { class: 'log-name' }, ...plain(text)),
      ...(errors > 0 ? [h('span', { class: 'note' }, errorCount(errors))] : []),
    );
  return { ...row, draw };
}

function* lineRows(line: LogLine, key: string): Generator<Row> {
  if (line.group === null) return void (yield new LogRow(line, key, 2));
  const { lines, errors } = line.group;
  yield new LogRow(line, key, 2, lines.length > 0, errors === 0);
  for (const [at, inside] of lines.entries()) yield new LogRow(inside, `${key}\t${at}`, 3);
}

/** A class for speed: a log has tens of thousands of them. */
class LogRow implements Row {
  readonly #line: LogLine;

  constructor(
    line: LogLine,
    readonly key: string,
    readonly depth: number,
    readonly heads = false,
    readonly closed = false,
  ) {
    this.#line = line;
  }

  /** What is read: a filter looks for words, not for the colours between them. */
  get text(): string {
    return withoutAnsi(this.#line.text);
  }

  draw(): HTMLElement {
    const { time, text, level, group } = this.#line;
    const name = level === null ? undefined : ICONS[level];
    return h(
      'div',
      { class: `row log-line depth-${this.depth}${level === null ? '' : ` ${level}`}` },
      twistie(),
      h('time', { class: 'note', title: time }, time.slice(11, 19)),
      ...(name === undefined ? [] : [h('span', { role: 'img', 'aria-label': level ?? '' }, icon(name))]),
      h('span', { class: group === null ? 'code' : 'code group' }, ...coloured(text)),
    );
  }
}

const ICONS: Readonly<Partial<Record<Level, string>>> = {
  command: 'chevron-right',
  error: 'error',
  notice: 'info',
  warning: 'warning',
};

const coloured = (text: string): Node[] =>
  ansiParts(text).flatMap(({ text: part, classes }) =>
    classes === '' ? inline(part) : [h('span', { class: classes }, ...inline(part))],
  );
