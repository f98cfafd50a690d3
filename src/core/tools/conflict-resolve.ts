import * as z from 'zod/mini';
import { plural } from '../../shared/plural.ts';
import type { Conflicts, NotPlanned, ResolveOutcome } from '../conflicts/conflicts.ts';
import { DENIAL_CODES } from '../refusals.ts';
import { shortId } from '../writes/journal/storage/entry-ids.ts';
import {
  conflictFacts,
  conflictsText,
  NO_CONFLICTS,
  openRepositoryAt,
  sameInput,
  staleResult,
} from './conflict-text.ts';
import { findRepository } from './find-repository.ts';
import { conflictId, repository } from './inputs.ts';
import { tool } from './tool.ts';
import type { ToolCode } from './tool-codes.ts';
import { problem, type ToolResult } from './tool-result.ts';

const MOST_RESOLUTIONS = 200;
const MOST_CHARACTERS = 200_000;

const take = z
  .enum(['ours', 'theirs', 'base', 'both'])
  .check(z.describe('The side to take; both puts theirs after ours. conflict_list says which there are.'));
const content = z.string().check(
  z.maxLength(MOST_CHARACTERS),
  z.refine(text => !/\0|\p{Surrogate}/u.test(text), 'is no text'),
  z.describe('The lines in place of the conflict, without markers; of a whole file all of it.'),
);

export const conflictResolve = tool({
  name: 'conflict_resolve',
  toolset: 'conflicts',
  title: 'Resolve conflicts',
  summary: 'Writes what you say yes to in the place of conflicts.',
  description:
    'Resolves conflicts by their ids: take a side or give the content. The person sees all of it as one diff and is asked ' +
    'once. Only files are written: nothing is staged, committed or continued. Answers with what remains; git_undo takes it back.',
  reference: 'conflictResolve',
  icon: '$(git-merge)',
  effects: { readOnly: false, openWorld: false },
  input: z.strictObject({
    resolutions: z
      .array(z.union([z.strictObject({ id: conflictId, take }), z.strictObject({ id: conflictId, content })]))
      .check(z.minLength(1), z.maxLength(MOST_RESOLUTIONS), z.describe('Each conflict once.')),
    repository,
  }),
  examples: [
    { input: { resolutions: [{ id: '0123456789abcdef', take: 'ours' }] }, answers: /^Error \(stale-conflict\): / },
  ],
  about: ({ resolutions }) => `Ask to resolve ${plural(resolutions.length, 'conflict')}`,
  handler:
    core =>
    async ({ resolutions, repository }, call) => {
      const found = await findRepository(core, repository, call);
      if (!found.ok) return found.result;
      const open = openRepositoryAt(core, found.root);
      const { origin, signal, caller } = call;
      const conflicts = await core.conflicts();
      const outcome = await conflicts.resolve({ repository: open, resolutions, origin, signal, caller });
      if (outcome.kind !== 'written') return notWritten(outcome);
      return writtenResult(outcome, resolutions.length, await conflicts.list(open));
    },
  sameAs: () => async (input, call) => sameInput(input.resolutions, input.repository, call),
});

const WHY: Readonly<Partial<Record<string, string>>> = {
  'not-saved': 'No snapshot could be taken, so nothing was written.',
  'not-written': 'Not all of it could be written.',
};

const CODES: Readonly<Partial<Record<string, ToolCode>>> = {
  ...Object.fromEntries(DENIAL_CODES.map(code => [code, code])),
  cancelled: 'cancelled',
  declined: 'declined',
  untrusted: 'untrusted',
  vetoed: 'refused',
};

function writtenResult(
  { entry }: Extract<ResolveOutcome, { kind: 'written' }>,
  resolved: number,
  now: Conflicts,
): ToolResult {
  const undo =
    entry === undefined ? 'The files were like that already.' : `Undo: git_undo({"id":"${shortId(entry.id)}"})`;
  const head = [`Done: ${plural(resolved, 'conflict')} resolved. Nothing is staged.`, undo, 'What remains:'].join('\n');
  return {
    status: 'done',
    text: characters =>
      `${head}\n${now.files.length === 0 ? NO_CONFLICTS : conflictsText(now, characters - head.length - 1)}`,
    facts: { ...conflictFacts(now), ...(entry && { journal: entry.id }) },
  };
}

function notWritten(outcome: Exclude<ResolveOutcome, { kind: 'written' }>): ToolResult {
  if (outcome.kind === 'no-plan') return notPlanned(outcome.no);
  const { kind, code, message } = outcome;
  const status = kind === 'declined' && code !== 'cancelled' ? 'declined' : kind === 'refused' ? 'refused' : 'failed';
  const facts = { reason: code };
  const ours = WHY[code];
  if (ours === undefined) return problem({ code: CODES[code] ?? 'not-written', status, message, facts });
  // What the disk and the journal say names files.
  return problem({ code: 'not-written', message: ours, quoted: { text: message, source: 'the repository' }, facts });
}

function notPlanned(no: NotPlanned): ToolResult {
  if (no.kind === 'stale') return staleResult(no);
  const { code, message, hint, about } = no.objection;
  return problem({
    code: code === 'markers-left' ? 'markers-left' : 'not-resolvable',
    ...{ message, hint, quoted: { text: about, source: 'the repository' }, facts: { reason: code } },
  });
}
