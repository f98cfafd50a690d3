import { LONGEST_LINE, MOST_ITEMS, type ShownImpact, shownPreview } from '../../protocol/window/shown-impact.ts';
import {
  type AskFrame,
  type AskPlanFrame,
  type ImpactFrame,
  LARGEST_FRAME,
  LINKED_ORIGINS,
  type ToWindow,
  toWindow,
} from '../../protocol/window/to-window.ts';
import type { Caller, Origin } from '../origin.ts';
import type { CappedList, CommitLine, Impact, Preview } from '../writes/impact/impact.ts';
import { isLoss } from '../writes/impact/worse.ts';
import type { PlanQuestion, Question } from '../writes/question.ts';

/** Of anything, where the whole is too much. */
const FEW_ITEMS = 20;
const LONGEST_NAME = 100;

type Redact = (text: string) => string;

/** The doors whose questions a window takes. */
export type LinkedOrigin = (typeof LINKED_ORIGINS)[number];

export const isLinkedOrigin = (origin: Origin): origin is LinkedOrigin => LINKED_ORIGINS.some(each => each === origin);

/** A question on its way to a window. */
export interface QuestionFrames {
  /** Undefined for a question that no window takes: it is too long to be shown whole, or not for it. */
  readonly first: (id: number) => ToWindow | undefined;
  /** Sends what is found out about it, as it comes. */
  readonly follow: (id: number, write: (frame: ToWindow) => void) => void;
}

export const framesOfQuestion = (question: Question, redact: Redact): QuestionFrames => ({
  first: id => askFrame(id, question, redact),
  follow(id, write) {
    const { impact, impactSoFar, shape, unsaved, origin } = question;
    const send = (found: Impact, whole: boolean) =>
      write(impactFrame({ id, step: null, whole }, found, unsaved(found), redact));
    impactSoFar(found => send(found, false));
    void impact.then(found => send(found, true));
    // A command line is over with its command, and an allowance would be too.
    if (origin !== 'cli')
      void shape.then(found => write({ type: 'shape', id, summary: found === null ? null : cut(redact(found)) }));
  },
});

export const framesOfPlan = (question: PlanQuestion, redact: Redact): QuestionFrames => ({
  first: id => askPlanFrame(id, question, redact),
  follow(id, write) {
    for (const [step, { impact }] of question.steps.entries())
      void impact?.then(found => write(impactFrame({ id, step, whole: true }, found, null, redact)));
  },
});

function askFrame(id: number, question: Question, redact: Redact): AskFrame | undefined {
  const { kind, repository, origin, note, effects, risk, reason, recovery, programs, caller } = question;
  if (!isLinkedOrigin(origin)) return undefined;
  const text = redact(question.text);
  const frame: AskFrame = {
    type: 'ask',
    id,
    kind,
    repository,
    origin,
    name: nameOf(caller, redact),
    text,
    subject: redact(question.subject),
    effects: [...effects],
    risk,
    reason: cut(redact(reason)),
    programs: programs.map(({ starts, text: program }) => ({ starts, text: redact(program) })),
    recovery: cut(redact(recovery)),
    // What was left out for its secrets cannot be made whole again by the person.
    editable: question.editable && text === question.text,
    note: note && cut(redact(note)),
  };
  return fits(frame) ? frame : undefined;
}

function askPlanFrame(
  id: number,
  { steps, repository, origin, note, caller }: PlanQuestion,
  redact: Redact,
): AskPlanFrame | undefined {
  // The person changes a plan by all of its texts, which have to be the true ones.
  if (!isLinkedOrigin(origin) || steps.some(({ text }) => redact(text) !== text)) return undefined;
  const frame: AskPlanFrame = {
    type: 'ask-plan',
    id,
    repository,
    origin,
    name: nameOf(caller, redact),
    note: note && cut(redact(note)),
    steps: steps.map(({ text, verdict, impact }) => ({
      text,
      class: verdict.class,
      effects: [...verdict.effects],
      risk: verdict.risk,
      reason: cut(redact(verdict.reason)),
      writes: impact !== null,
    })),
  };
  return fits(frame) ? frame : undefined;
}

/** As much of an impact as fits into a frame. */
function impactFrame(
  about: Pick<ImpactFrame, 'id' | 'step' | 'whole'>,
  found: Impact,
  unsaved: string | null,
  redact: Redact,
): ImpactFrame {
  const line = (text: string) => cut(redact(text));
  const frame = (most: number, preview: Preview | null): ImpactFrame => ({
    type: 'impact',
    ...about,
    impact: shownImpactOf(found, most, line, preview && previewFrame(preview, redact)),
    unsaved: unsaved === null ? null : line(unsaved),
  });
  return [frame(MOST_ITEMS, found.preview), frame(MOST_ITEMS, null)].find(fits) ?? frame(FEW_ITEMS, null);
}

/** What is left out of the frame is left out of the list only: how many there are is always told. */
function shownImpactOf(found: Impact, most: number, line: Redact, preview: unknown): ShownImpact {
  const lines = ({ items, total, inFolders = 0 }: CappedList<string>) => ({
    items: items.slice(0, most).map(line),
    total,
    inFolders,
  });
  const commits = ({ items, total, inFolders = 0 }: CappedList<CommitLine>) => ({
    items: items.slice(0, most).map(({ oid, subject }) => ({ oid, subject: line(subject) })),
    total,
    inFolders,
  });
  return {
    sentences: found.sentences.slice(0, most).map(line),
    refused: found.refused,
    lost: lines(found.lost),
    conflicts: lines(found.conflicts),
    unreachable: commits(found.unreachable),
    leaving: commits(found.leaving),
    commits: commits(found.commits),
    files: lines(found.files),
    renames: (found.renames ?? []).slice(0, most).map(({ from, to }) => ({ from: line(from), to: line(to) })),
    remote: gravestFirst(found.remote)
      .slice(0, most)
      .map(({ remote, ref, ...update }) => ({ remote: line(remote), ref: line(ref), ...update })),
    addresses: found.addresses.slice(0, most).map(line),
    harms: (found.gitHub?.harms ?? []).slice(0, most).map(line),
    // One that the window would not look at is left out: the lists say the same.
    preview: shownPreview.safeParse(preview).data ?? null,
    unknown: found.unknown === null ? null : line(found.unknown),
    rewrites: found.rewrites === true,
    fetchFirst: found.fetchFirst === undefined ? null : line(found.fetchFirst),
  };
}

const gravestFirst = (remote: Impact['remote']) => [...remote.filter(isLoss), ...remote.filter(each => !isLoss(each))];

/** None where a path holds a secret: another path would be another file. */
function previewFrame(preview: Preview, redact: Redact): unknown {
  if ('paths' in preview && preview.paths.some(path => redact(path) !== path)) return null;
  switch (preview.kind) {
    case 'trees':
      return preview;
    case 'patch':
      return { ...preview, text: redact(preview.text) };
    case 'contents': {
      const files = preview.files.map(({ path, text }) => ({ path, text: text === null ? null : redact(text) }));
      return { ...preview, files, patch: redact(preview.patch) };
    }
    default:
      return { ...preview, goes: preview.goes ?? null };
  }
}

const nameOf = (caller: Caller | undefined, redact: Redact): string | null =>
  caller?.name === undefined ? null : cut(redact(caller.name), LONGEST_NAME);

const cut = (text: string, most = LONGEST_LINE): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** The window closes the connection of whoever sends it anything else. */
const fits = (frame: ToWindow): boolean =>
  toWindow.safeParse(frame).success && Buffer.byteLength(JSON.stringify(frame)) < LARGEST_FRAME;
