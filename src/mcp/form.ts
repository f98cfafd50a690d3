import type { ElicitRequestFormParams } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { parse, programOf } from '../core/command/parse.ts';
import type { GitReader } from '../core/git/reader.ts';
import { type CappedList, type CommitLine, type Impact, moreThan } from '../core/writes/impact/impact.ts';
import { isGrave } from '../core/writes/impact/worse.ts';
import type { Decision, Denied, PlanQuestion, Question, QuestionKind } from '../core/writes/question.ts';
import { TEXT } from './text.ts';

/** A question as a client shows it, and what its answer means. */
export interface Form {
  readonly params: ElicitRequestFormParams;
  /** Takes what came back, whatever it is; everything but a clear yes is a no. */
  readonly decisionOn: (result: unknown) => FormDecision;
}

export type FormDecision = Extract<Decision, { readonly kind: 'run' | 'fetch' | 'declined' | 'denied' }>;

export interface FormTools {
  readonly git: Pick<GitReader, 'read'>;
  /** Text that is fit to be shown. */
  readonly forDisplay: (text: string) => string;
}

const LISTED = 10;
/** Lines of what is to be written. */
const LINES = 100;
const REASON = { type: 'string', title: TEXT.form.reason, maxLength: 500 } as const;

const accepted = <Content>(content: z.ZodMiniType<Content>) => z.object({ action: z.literal('accept'), content });
const reason = z.optional(z.string().check(z.maxLength(500)));
const choice = z.strictObject({ run: z.enum(['yes', 'no', 'fetch first']), reason });
const typed = z.strictObject({ confirm: z.string().check(z.maxLength(500)) });

/** The form of a question: yes or no for what can be taken back, the thing itself to be typed for what can lose work. */
export async function formOf(question: Question, { git, forDisplay }: FormTools): Promise<Form> {
  const impact = await question.impact;
  const message = [
    ...commandLines(question),
    ...impactLines(question.kind, impact),
    question.unsaved(impact) ?? question.recovery,
  ]
    .map(forDisplay)
    .join('\n');
  if (!isGrave(question.risk, impact)) return yesOrNo(message, impact.fetchFirst);
  return toType(message, await confirmationOf(question, impact, git), forDisplay);
}

/** The form of a plan; a step that can lose work has one of its own when its turn comes. */
export async function planFormOf(
  { steps, repository, note }: PlanQuestion,
  forDisplay: FormTools['forDisplay'],
): Promise<Form> {
  const told = await Promise.all(
    steps.map(async ({ text, impact }, at) => {
      const sentences = impact === null ? [TEXT.form.reads] : (await impact).sentences;
      return [`${at + 1}. ${text}`, ...sentences.map(sentence => `   ${sentence}`)];
    }),
  );
  const lines = [TEXT.form.plan(steps.length), `  in ${repository}`, ...(note === null ? [] : [note]), ...told.flat()];
  return yesOrNo(lines.map(forDisplay).join('\n'));
}

/** No answer is chosen beforehand. */
function yesOrNo(message: string, fetchFirst?: string): Form {
  const choices = fetchFirst === undefined ? ['yes', 'no'] : ['yes', 'no', 'fetch first'];
  const run = { type: 'string', title: TEXT.form.run, enum: choices } as const;
  return {
    params: { message, requestedSchema: { type: 'object', properties: { run, reason: REASON }, required: ['run'] } },
    decisionOn(result) {
      const answer = accepted(choice).safeParse(result);
      if (!answer.success) return noBy(result);
      const { run, reason } = answer.data.content;
      if (run === 'yes') return { kind: 'run' };
      if (run === 'fetch first' && fetchFirst !== undefined) return { kind: 'fetch' };
      return { kind: 'declined', reason };
    },
  };
}

function toType(message: string, { word, what }: Confirmation, forDisplay: FormTools['forDisplay']): Form {
  const confirm = { type: 'string', title: what, maxLength: 500 } as const;
  return {
    params: {
      message: `${message}\n${TEXT.form.type(what)}`,
      requestedSchema: { type: 'object', properties: { confirm }, required: ['confirm'] },
    },
    decisionOn(result) {
      const answer = accepted(typed).safeParse(result);
      if (!answer.success) return noBy(result);
      const said = answer.data.content.confirm.trim();
      return said === word ? { kind: 'run' } : notConfirmed(TEXT.form.mistyped(forDisplay(said), what));
    },
  };
}

const refusal = z.object({ action: z.enum(['decline', 'cancel']) });

/** A no, a form that was put away, or an answer to something that was not asked. */
function noBy(result: unknown): FormDecision {
  const { success, data } = refusal.safeParse(result);
  if (!success) return notConfirmed(TEXT.form.wrong);
  return data.action === 'decline' ? { kind: 'declined' } : notConfirmed(TEXT.form.cancelled);
}

const notConfirmed = (message: string): Denied => ({ kind: 'denied', code: 'not-confirmed', message });

/** The word that a person types to show that they know what is at stake. */
interface Confirmation {
  readonly word: string;
  /** What it is, without saying it. */
  readonly what: string;
}

async function confirmationOf(
  { text, repository }: Question,
  { lost, remote }: Impact,
  git: FormTools['git'],
): Promise<Confirmation> {
  if (lost.total > 0) return { word: String(lost.total), what: TEXT.form.files };
  const [update] = remote;
  if (update !== undefined) return { word: shortName(update.ref), what: TEXT.form.remoteBranch };
  const program = programOf(text);
  const parsed = parse(program, text);
  const words = parsed.ok ? parsed.args.slice(1).filter(word => !word.startsWith('-')) : [];
  const last = words.at(-1);
  if (program === 'gh' && last !== undefined) return { word: last, what: TEXT.form.lastWord };
  const branches = await git.read(['for-each-ref', '--format=%(refname:short)', 'refs/heads'], repository);
  const names = branches.ok ? branches.text.split('\n') : [];
  const named = words.findLast(word => names.includes(word));
  if (named !== undefined) return { word: named, what: TEXT.form.namedBranch };
  const head = await git.read(['symbolic-ref', '--quiet', 'HEAD'], repository);
  return { word: head.ok ? shortName(head.text.trim()) : 'HEAD', what: TEXT.form.currentBranch };
}

const shortName = (ref: string): string => ref.replace(/^refs\/(?:heads|tags)\//, '');

const commandLines = ({ kind, text, repository, effects, risk, reason, note, programs }: Question): string[] => [
  TEXT.form.question[kind],
  ...programs.flatMap(program => [TEXT.form.programs[program.starts], `  ${program.text}`]),
  ...(note === null ? [] : [note]),
  text,
  `  in ${repository}`,
  `  ${reason}`,
  `  ${TEXT.form.effectsAndRisk(effects.join(', '), risk)}`,
];

function impactLines(
  kind: QuestionKind,
  { sentences, lost, conflicts, unreachable, addresses, leaving, files, preview }: Impact,
): string[] {
  const list = <T>(title: string, all: CappedList<T>, lineOf: (item: T) => string) => {
    const lines = all.items.slice(0, LISTED).map(item => `  ${lineOf(item)}`);
    const more = moreThan(all, lines.length);
    return all.total === 0 ? [] : [title, ...lines, ...(more === 0 ? [] : [TEXT.form.more(more)])];
  };
  const file = (path: string) => path;
  const commit = ({ oid, subject }: CommitLine) => `${oid.slice(0, 7)} ${subject}`;
  return [
    ...sentences,
    // Of a command its sentences say what is to be said of them.
    ...(kind === 'push' ? list(TEXT.form.pushed(files.total), files, file) : []),
    ...list(TEXT.form.lost, lost, file),
    ...list(TEXT.form.conflicts, conflicts, file),
    ...list(TEXT.form.unreachable, unreachable, commit),
    ...list(TEXT.form.addresses, { items: addresses, total: addresses.length }, file),
    ...list(TEXT.form.leaving, leaving, commit),
    ...(preview?.kind === 'contents' ? patchLines(preview.patch) : []),
  ];
}

/** Contents that no command names are seen here or nowhere. */
function patchLines(patch: string): string[] {
  const lines = patch.replace(/\n$/, '').split('\n');
  const more = lines.length - LINES;
  const shown = lines.slice(0, LINES).map(line => `  ${line}`);
  return [TEXT.form.changes, ...shown, ...(more > 0 ? [TEXT.form.moreLines(more)] : [])];
}
