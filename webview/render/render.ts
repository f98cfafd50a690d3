import type { Incremental } from '../ui/incremental.ts';
import { renderBars } from './bars/bars.ts';
import { renderBlame } from './blame/blame.ts';
import { renderChecks } from './checks/checks.ts';
import { renderDiff } from './diff/diff.ts';
import type { Command, Document, Kind, RenderOptions } from './document.ts';
import { renderJson } from './json/json.ts';
import { renderLog } from './log/log.ts';
import { renderMarkdown } from './markdown/markdown.ts';
import { renderReport } from './report/report.ts';
import { renderRunLog } from './run-log/run-log.ts';
import { renderTable } from './table/table.ts';
import { renderText } from './text/text.ts';

/** Null when the text is not what the kind needs. */
type Renderer = (text: string, options: RenderOptions, command: Command | null) => Incremental<Document | null>;

const RENDERERS = {
  bars: inOne(renderBars),
  blame: inOne(renderBlame),
  checks: inOne(renderChecks),
  diff: renderDiff,
  json: renderJson,
  log: (text, _, command) => renderLog(text, command),
  markdown: inOne(renderMarkdown),
  report: inOne(renderReport),
  'run-log': (text, _, command) => renderRunLog(text, command),
  table: renderTable,
  text: (text, _, command) => renderText(text, command),
} as const satisfies Readonly<Record<Kind, Renderer>>;

/** Makes an output ready to be shown; the command, where it is known, tells what its words and columns are. */
export function* render(
  kind: Kind,
  text: string,
  options: RenderOptions,
  command: Command | null,
): Incremental<Document> {
  const renderer: Renderer = RENDERERS[kind];
  return (yield* renderer(text, options, command)) ?? (yield* renderText(text, command));
}

/** For what is short, or bounded: it is made in one piece, after a rest. */
function inOne(make: (text: string, command: Command | null) => Document | null): Renderer {
  return function* (text, _, command) {
    yield;
    return make(text, command);
  };
}
