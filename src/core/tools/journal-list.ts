import * as z from 'zod/mini';
import { FILTERS, findEntries } from '../writes/journal/find-entries.ts';
import { type Entry, isCheckpoint, isUndone, isUndoneInPart } from '../writes/journal/storage/entry.ts';
import { openRepositoryAt } from './conflict-text.ts';
import { fencedWithin } from './fenced-within.ts';
import { findRepository } from './find-repository.ts';
import { repository } from './inputs.ts';
import { tool } from './tool.ts';
import { answer } from './tool-result.ts';

const MOST = 50;

export const journalList = tool({
  name: 'journal_list',
  toolset: 'git',
  title: 'List the journal',
  summary: 'Lists writes and checkpoints that can be undone or returned to.',
  description:
    'Lists what changed this repository and can be undone, the newest first, with ids for git_undo: writes, checkpoints, and ' +
    'changes that somebody made without Sluice (foreign). Words of search are looked for in commands, labels, branches and files.',
  reference: 'journal',
  icon: '$(history)',
  effects: { readOnly: true, openWorld: false },
  input: z.strictObject({
    search: z.optional(z.string().check(z.maxLength(200), z.describe('Words, all of which an entry has to hold.'))),
    filter: z.optional(z.enum(FILTERS).check(z.describe('Only these entries; all when it is left out.'))),
    repository,
  }),
  examples: [{ input: { filter: 'labelled' }, answers: /^The journal has no such entry\.$/ }],
  about: () => 'List the journal',
  handler:
    core =>
    async ({ search, filter, repository }, call) => {
      const found = await findRepository(core, repository, call);
      if (!found.ok) return found.result;
      const { journal } = await core.writes();
      const entries = await journal.list(openRepositoryAt(core, found.root));
      const fitting = findEntries(entries, { search, filter });
      const shown = fitting.slice(0, MOST);
      const facts = { total: fitting.length, shown: shown.length, ids: shown.map(({ id }) => id) };
      if (shown.length === 0) return answer('The journal has no such entry.', facts);
      const text = core.redact(shown.map(entry => entryLines(entry, entries)).join('\n'));
      const heading = `${shown.length} of ${fitting.length} entries, the newest first:\n`;
      return {
        status: 'done',
        text: characters => `${heading}${fencedWithin(text, 'the journal', characters - heading.length)}`,
        facts,
      };
    },
});

function entryLines(entry: Entry, entries: readonly Entry[]): string {
  const { id, time, origin, actor, command, changes } = entry;
  const undone = isUndone(entry, entries) ? (isUndoneInPart(entry, entries) ? ', undone in part' : ', undone') : '';
  const state = isCheckpoint(entry) ? 'checkpoint' : `${entry.outcome}${undone}`;
  const who = actor === undefined ? origin : `${origin} (${actor})`;
  return [
    `${id} ${new Date(time).toISOString()} ${who}, ${state}: ${command}`,
    ...changes.map(each => `  ${each}`),
  ].join('\n');
}
