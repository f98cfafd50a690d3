import { type LineChoice, rangesOf } from './choose-lines.ts';
import type { Fitted } from './fit-lines.ts';

/** The input of panel_read that has what comes next. */
export type ReadOn = {
  readonly id: string;
  readonly fromLine?: number;
  readonly count?: number;
  readonly filter?: string;
  readonly page?: number;
};

type ReadOnRequest = LineChoice & { readonly page?: number | undefined };

/** How to read on from where an answer ends; undefined when all that was asked for is in it. */
export function readOn(id: string, request: ReadOnRequest, { lines, rest, inLine }: Fitted): ReadOn | undefined {
  const { filter = '', fromLine, count, head, tail, page = 1 } = request;
  const found = filter === '' ? {} : { filter };
  // Within a line only a page of the same request goes on.
  if (inLine) return { id, ...(fromLine && { fromLine }), ...(count && { count }), ...found, page: page + 1 };
  const [next] = rest;
  const [run] = rangesOf(rest);
  const picks = head !== undefined || tail !== undefined;
  if (next === undefined || run === undefined) {
    const [first, second] = filter === '' && !picks ? rangesOf(lines) : [];
    return first && second && { id, fromLine: first.to + 1, count: second.from - first.to - 1 };
  }
  if (filter !== '') return { id, fromLine: next.number, ...((picks || count) && { count: rest.length }), ...found };
  if (picks) return { id, fromLine: run.from, count: run.to - run.from + 1 };
  const from = (lines.at(-1)?.number ?? (fromLine ?? 1) - 1) + 1;
  return { id, fromLine: from, ...(count && { count: rest.length }) };
}
