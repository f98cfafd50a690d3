import { basename } from 'node:path';
import { fenceFor, legibleLine, legibleText } from '../../shared/fence.ts';
import { chooseLines, type LineChoice } from './choose-lines.ts';
import { type DiffFile, diffFileRows, diffFiles } from './diff-files.ts';
import { countPages, type Fitted, fitPage } from './fit-lines.ts';
import { type MoreLines, type NumberedLine, outputLines } from './output-lines.ts';
import { pagesOf } from './pages.ts';
import { type Panel, stateOf } from './panel.ts';
import { outputFacts, type PanelFacts, withPart } from './panel-facts.ts';
import { footer } from './panel-footer.ts';
import { panelNotices, saidBefore } from './panel-notices.ts';
import { readOn } from './read-on.ts';

/** What of a panel a model asks for. */
export interface TextRequest extends LineChoice {
  /** How many characters the whole answer may have. */
  readonly budget: number;
  /** The line that says what was done, when something was. */
  readonly answer?: string | undefined;
  /** From 1: a part of the chosen lines that fits. */
  readonly page?: number | undefined;
  /** The name of the output that the caller read before, where it reads on. */
  readonly known?: string | undefined;
  /** Lines that are not in memory, read from the file of the whole output. */
  readonly more?: MoreLines | undefined;
  /** Who wrote what GitHub says, where that is known. */
  readonly authorship?: Authorship | undefined;
}

/** Where GitHub's text comes from, and whether who wrote it may push there. */
export interface Authorship {
  /** As owner/name; undefined for what is of none, or of several. */
  readonly repository: string | undefined;
  readonly by: 'insiders' | 'outsiders' | 'unknown';
  /** True when the person hides what outsiders wrote from models. */
  readonly hides: boolean;
}

/** A panel as text for a model: its state, and so much of its output as fits. */
export const panelText = (panel: Panel, request: TextRequest): string => present(panel, request).text;

/** What `panelText` says, as data. */
export const panelFacts = (panel: Panel, request: TextRequest): PanelFacts => present(panel, request).facts;

/** The open panels, one a line. */
export function panelListText(panels: readonly Panel[]): string {
  if (panels.length === 0) return 'No panels are open.';
  return panels
    .map(panel => `${panel.id} [${stateOf(panel)}] ${legibleLine(panel.command.canonical)} (in ${panel.repository})`)
    .join('\n');
}

interface Presented {
  readonly text: string;
  readonly facts: PanelFacts;
}

/** The part of an output that an answer shows. */
interface Part {
  /** Comes before the lines: why the run failed, the files of a long diff. */
  readonly before: string;
  readonly fitted: Fitted;
  readonly files: readonly DiffFile[];
}

/** The lines around a part of an output take about so much: reckoned the same for each page, so that pages join. */
const AROUND = 420;
/** With less room an answer would be all frame. */
const LEAST_ROOM = 40;

function present(panel: Panel, request: TextRequest): Presented {
  const { budget, page = 1 } = request;
  const output = outputLines(panel, request.more?.lines);
  const facts = outputFacts(panel, output);
  const top = topOf(panel, facts, request);
  const ended = (...lines: readonly string[]) => within(budget, { text: [...top, ...lines].join('\n'), facts });

  if (isHidden(panel, request)) return ended(HIDDEN);
  const said = legibleText(saidBefore(panel));
  if (output.total === 0 && said === '') return panel.result ? ended('(no output)') : ended();
  const chosen = chooseLines(output, request);
  if (!chosen.ok) return ended(`[${legibleLine(chosen.message)}]`);
  const { lines, matches } = chosen;

  const arrange = ({ before, fitted, files }: Part): Presented => {
    const next = readOn(panel.id, request, fitted);
    const full = withPart(facts, output, lines, fitted, next);
    const text = [before, fitted.text].filter(each => each !== '').join('\n');
    const foot = footer(full, {
      matches,
      isAll: request.more?.all ?? true,
      bytes: bytesOf(fitted),
      files: files.length,
    });
    return { text: [...top, ...inFence(text, sourceOf(panel, request)), ...foot].join('\n'), facts: full };
  };

  const after = lineBefore(request);
  const whole = page === 1 ? fitPage(lines, 1, { room: budget, after }) : undefined;
  if (whole && whole.rest.length === 0) {
    const answer = arrange({ before: said, fitted: whole, files: [] });
    if (answer.text.length <= budget) return answer;
  }

  const files = isPlain(request) ? diffFiles(output.lines) : [];
  let room = Math.max(budget >> 1, budget - AROUND - 2 * panel.command.canonical.length);
  while (room > LEAST_ROOM) {
    const part = cutPart({ said, lines, files, page, after, room });
    if (part === undefined) return ended(`[no page ${page}: there are ${countPages(lines, { room, after })}]`);
    const answer = arrange(part);
    if (answer.text.length <= budget) return answer;
    room -= answer.text.length - budget;
  }
  return within(budget, { text: top.join('\n'), facts: { ...facts, cut: ['tokens'] } }, true);
}

interface CutOptions {
  readonly said: string;
  readonly lines: readonly NumberedLine[];
  readonly files: readonly DiffFile[];
  readonly page: number;
  readonly after: number | undefined;
  readonly room: number;
}

/** What of an output that is too long is shown in so much room; undefined when there is no such page. */
function cutPart({ said, lines, files, page, after, room }: CutOptions): Part | undefined {
  const [clipped = '', ...rest] = pagesOf(said, room >> 1);
  const reason = rest.length === 0 ? clipped : `${clipped.trimEnd()}\n… the rest of this message is left out …`;
  const left = room - reason.length - 1;
  if (!(Number.isInteger(page) && page >= 1)) return undefined;
  if (files.length < 2) {
    const fitted = fitPage(lines, page, { room: left, after });
    return fitted && { before: page === 1 ? reason : '', fitted, files: [] };
  }
  const rows = diffFileRows(files, left >> 1).join('\n');
  const fitted = fitPage(lines, 1, { room: left - rows.length - 2, after });
  // A page of a line would be one of pages that begin elsewhere.
  const shown = fitted && !fitted.inLine ? fitted : { text: '', lines: [], rest: lines, inLine: false };
  return { before: [reason, rows, ''].filter((part, at) => part !== '' || at === 2).join('\n'), fitted: shown, files };
}

function topOf(panel: Panel, { output }: PanelFacts, { answer, known, more }: TextRequest): string[] {
  const { program, canonical } = panel.command;
  const header = `${program === 'gh' ? 'GitHub' : 'Git'} Result: ${canonical}`;
  const moved = known !== undefined && known !== output ? `[the output has changed since ${known}]` : undefined;
  const gone =
    more?.kept === false ? '[the lines in the middle are not kept any more: run the command again]' : undefined;
  return [answer, header, ...panelNotices(panel), moved, gone].filter(line => line !== undefined).map(legibleLine);
}

const isPlain = ({ page, filter, fromLine, count, head, tail }: TextRequest): boolean =>
  [page, filter || undefined, fromLine, count, head, tail].every(each => each === undefined);

/** The number of the line that the first could follow; undefined where nobody expects the next number. */
const lineBefore = ({ filter, head, tail, fromLine = 1 }: TextRequest): number | undefined =>
  filter || (tail !== undefined && head === undefined) ? undefined : fromLine - 1;

const bytesOf = ({ lines }: Fitted): number => lines.reduce((sum, { text }) => sum + Buffer.byteLength(text) + 1, 0);

function inFence(text: string, source: string): readonly string[] {
  if (text === '') return [];
  const { open, close } = fenceFor(text, source);
  return [open, text, close];
}

function sourceOf({ command, repository }: Panel, { authorship }: TextRequest): string {
  if (command.program === 'git') return plainName(basename(repository));
  if (authorship?.repository === undefined) return 'GitHub';
  // The mark first: of a long name the end is cut.
  return `GitHub${MARKS[authorship.by]} (${authorship.repository})`;
}

const MARKS = {
  insiders: ', author has push access',
  outsiders: ', author has no push access',
  unknown: '',
} as const satisfies Record<Authorship['by'], string>;

/** The folder of a submodule is named by its author: a name that reads like a sentence is none. */
const plainName = (name: string): string => name.replace(/[^\p{L}\p{N}._-]/gu, '_').slice(0, LONGEST_NAME);

const LONGEST_NAME = 40;

const HIDDEN =
  '[hidden: not all who wrote this are known to have push access, and a setting keeps such text from models]';

/** Who is not known to be one of those who may push counts as an outsider. */
const isHidden = ({ command }: Panel, { authorship }: TextRequest): boolean =>
  command.program === 'gh' && authorship?.hides === true && authorship.by !== 'insiders';

/** An answer that keeps to its budget whatever it is; `isShort` when there is no room for more than this. */
function within(budget: number, { text, facts }: Presented, isShort = false): Presented {
  if (text.length <= budget && !isShort) return { text, facts };
  const short = `${facts.panel}: ${facts.lines} lines, ${facts.bytes} bytes. Ask again with more room.`;
  return { text: short.slice(0, Math.max(0, Math.floor(budget))), facts: { ...facts, shown: [], cut: ['tokens'] } };
}
