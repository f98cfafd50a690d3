import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../../../shared/file-errors.ts';
import { classify, withEdits } from '../../command/classify.ts';
import { type ClassifiedCommand, isMutating, type MutatingCommand } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { plainFormOf } from '../../command/edited-form.ts';
import { inForce } from '../../command/table.ts';
import type { GitReader } from '../../git/reader.ts';
import { discover } from '../../repository/discover.ts';
import { candidatesOf } from '../commands/rebase.ts';
import type { ImpactContext } from '../impact/impact.ts';
import { unfinishedRebase } from '../impact/rebase-actions.ts';
import { rebaseTodoOf } from '../impact/rebase-todo.ts';
import { currentBranch } from '../impact/revisions.ts';
import { settingsOf } from '../impact/settings.ts';
import { type ParsedWrite, parseWrite } from '../parsed-write.ts';
import type { EditTextRequest } from '../question.ts';
import { isGiven } from '../write-line.ts';
import { messageOf, messageText } from './message.ts';
import { autosquashed, groupsOf, hasMessage, parseTodo, type TodoLine, todoText } from './todo.ts';

export interface EditFirstOptions {
  readonly git: GitReader;
  /** Undefined where nobody can edit. */
  readonly editText?: ((request: EditTextRequest, signal?: AbortSignal) => Promise<string | undefined>) | undefined;
}

export interface EditFirstRequest {
  readonly repository: string;
  readonly context: Context;
  readonly signal?: AbortSignal | undefined;
}

/** A command with what the person wrote for it; undefined for one that needs no editor. */
export type EditFirst = (command: ClassifiedCommand, request: EditFirstRequest) => Promise<EditedCommand | undefined>;

export type EditedCommand =
  | { readonly kind: 'edited'; readonly command: MutatingCommand }
  | { readonly kind: 'declined' | 'refused'; readonly message: string };

const CANCELLED: EditedCommand = { kind: 'declined', message: 'You closed the editor. Nothing was run.' };
const refuse = (message: string): EditedCommand => ({ kind: 'refused', message });

/**
 * Lets a person write what git would open an editor for, before it is asked about and run. git itself then opens none: a
 * message becomes a word of the command, and a list of commits is handed over as it was edited. The plain form, without the
 * word that asks for an editor, must be one that could run by itself.
 */
export function createEditFirst({ git, editText }: EditFirstOptions): EditFirst {
  return async (command, { repository, context, signal }) => {
    if (editText === undefined) return undefined;
    const plain = plainFormOf(command, context);
    if (plain === undefined) return undefined;
    const { args, subcommand } = command;
    const write = parseWrite(plain, repository);
    const found = await discover(write.cwd);
    if (!found.ok || write.line?.walked === undefined) return undefined;
    const impact: ImpactContext = { git, repository: found.repository, soFar: () => {}, signal };
    const edit = (request: Omit<EditTextRequest, 'repository'>) => editText({ ...request, repository }, signal);

    if (subcommand === 'rebase') return editRebase(plain, args, write, impact, edit);
    const first = await firstMessage(subcommand, write, impact);
    if (first === undefined) return undefined;
    const text = await edit({ kind: 'message', text: messageText(first), problem: null });
    const message = text === undefined ? '' : messageOf(text);
    if (message === '') return CANCELLED;
    // git revert takes no message as a word.
    if (subcommand === 'revert')
      return { kind: 'edited', command: withEdits(plain, args, { kind: 'message', message }) };
    const withMessage = classify('git', [subcommand, `--message=${message}`, ...plain.rest], context);
    return isMutating(withMessage) ? { kind: 'edited', command: withMessage } : undefined;
  };
}

const MESSAGES = ['--message', '--file', '--reuse-message', '--fixup', '--squash'];

/** The message to begin with; undefined when git would not open an editor, or not for one message. */
async function firstMessage(
  subcommand: string,
  { line }: ParsedWrite,
  context: ImpactContext,
): Promise<string | undefined> {
  const walked = line?.walked;
  if (walked === undefined || isGiven(walked, ...MESSAGES)) return undefined;
  const read = async (...words: readonly string[]) =>
    (await context.git.tryRead(['log', '-1', ...words, '--'], context.repository.workTree)) ?? '';
  const [name = ''] = walked.positionals;
  switch (subcommand) {
    case 'commit': {
      if (walked.options.get('--edit') === false || inForce(walked, '--allow-empty-message')) return undefined;
      if (inForce(walked, '--amend')) return read('--format=%B');
      return readFile(join(context.repository.gitDirectory, 'MERGE_MSG'), 'utf8').catch(ifMissing(''));
    }
    case 'tag': {
      const annotates = inForce(walked, '--annotate') || inForce(walked, '--sign');
      return annotates && !inForce(walked, '--delete') && walked.positionals.length > 0 ? '' : undefined;
    }
    case 'merge':
      return walked.positionals.length === 1 ? `Merge branch '${name}'` : undefined;
    case 'revert': {
      const oid =
        walked.positionals.length === 1 && !/\.\.|^[-^]|\^[@!-]/.test(name)
          ? (await read('--format=%H', name)).trim()
          : '';
      if (oid === '') return undefined;
      return `Revert "${(await read('--format=%s', oid)).trim()}"\n\nThis reverts commit ${oid}.`;
    }
    default:
      return undefined;
  }
}

type Edit = (request: Omit<EditTextRequest, 'repository'>) => Promise<string | undefined>;

async function editRebase(
  plain: MutatingCommand,
  args: readonly string[],
  { line }: ParsedWrite,
  context: ImpactContext,
  edit: Edit,
): Promise<EditedCommand | undefined> {
  const walked = line?.walked;
  if (walked === undefined || walked.beforeDashes < walked.positionals.length) return undefined;
  if (['--abort', '--continue', '--quit', '--skip'].some(name => isGiven(walked, name))) return undefined;
  if ((await unfinishedRebase(context)) !== undefined)
    return refuse('Another rebase is in progress. Continue or abort it first.');
  const [settings, current] = await Promise.all([settingsOf(context), currentBranch(context)]);
  const todo = await rebaseTodoOf(walked, settings, current, context);
  if (typeof todo === 'string') return refuse(`git would refuse: ${todo}`);
  const candidates = await candidatesOf(todo, context);
  const commits = candidates.items.filter(({ mark }) => mark !== '=');
  if (candidates.items.length < candidates.total)
    return refuse('There are too many commits to edit. Begin at a later one.');
  if (commits.length === 0) return refuse('There is nothing to rebase.');
  const squashes = walked.options.has('--autosquash')
    ? inForce(walked, '--autosquash')
    : settings.is('rebase.autosquash') === true;
  const first: readonly TodoLine[] = squashes
    ? autosquashed(commits)
    : commits.map(commit => ({ verb: 'pick', commit }));
  let text: string | undefined = todoText(first);
  let problem: string | null = null;
  for (;;) {
    text = await edit({ kind: 'todo', text, problem });
    if (text === undefined) return CANCELLED;
    const parsed = parseTodo(text, commits);
    if (parsed.ok) {
      if (parsed.lines.length === 0) return CANCELLED;
      const messages = await editMessages(parsed.lines, context, edit);
      if (messages === undefined) return CANCELLED;
      const steps = parsed.lines.map(({ verb, commit: { oid, subject } }) => ({
        verb,
        oid,
        subject,
        message: messages.get(oid) ?? null,
      }));
      return { kind: 'edited', command: withEdits(plain, args, { kind: 'todo', steps }) };
    }
    problem = parsed.problem;
  }
}

/** The messages of reworded and combined commits, by the commit that is to have them; undefined when one was cancelled. */
async function editMessages(
  lines: readonly TodoLine[],
  context: ImpactContext,
  edit: Edit,
): Promise<ReadonlyMap<string, string> | undefined> {
  const messages = new Map<string, string>();
  const read = (oid: string) =>
    context.git.readOrThrow(['log', '-1', '--format=%B', oid, '--'], context.repository.workTree);
  for (const group of groupsOf(lines).filter(hasMessage)) {
    const kept = [group.first, ...group.combined.filter(({ verb }) => verb === 'squash')];
    const parts = await Promise.all(kept.map(({ commit }) => read(commit.oid)));
    const text = await edit({
      kind: 'message',
      text: messageText(parts.map(part => part.trimEnd()).join('\n\n')),
      problem: null,
    });
    const message = text === undefined ? '' : messageOf(text);
    if (message === '') return undefined;
    messages.set(group.first.commit.oid, message);
  }
  return messages;
}
