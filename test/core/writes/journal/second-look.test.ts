import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { MutatingCommand } from '../../../../src/core/command/command.ts';
import { createAskGit } from '../../../../src/core/git/ask-git.ts';
import { gitFrom } from '../../../../src/core/git/writer.ts';
import { lookEarly } from '../../../../src/core/writes/decision-state.ts';
import { createImpactOf } from '../../../../src/core/writes/impact/impact-of.ts';
import { parseWrite } from '../../../../src/core/writes/parsed-write.ts';
import { commandOf } from '../../../support/verdict-of.ts';
import { environment, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, write } from '../../repository/support.ts';
import { journalWith, record, recorded, recordingOf, runGit, undone } from './fixture.ts';

const parent = temporaryFolder();
const ask = createAskGit({ environment });
const impactOf = createImpactOf({ git: gitFrom(ask), timeoutMs: () => 60_000 });

/** A git that takes its time to store contents, in which somebody writes; as often as there are edits. */
function slowGit(edits: (() => void)[]) {
  return gitFrom(async (args, cwd, options) => {
    const answer = await ask(args, cwd, options);
    if (args[0] !== 'fast-import') return answer;
    await delay(150);
    edits.shift()?.();
    return answer;
  });
}

const CASES: readonly { readonly command: string; readonly edit: string }[] = [
  { command: 'reset --hard', edit: 'clean.txt' },
  { command: 'reset --hard', edit: 'edited.txt' },
  { command: 'checkout -- .', edit: 'edited.txt' },
  { command: 'clean -fd', edit: 'made-meanwhile.txt' },
  { command: 'clean -fd', edit: 'loose.txt' },
];

it.each(CASES)('git $command: an edit of $edit while the snapshot is taken comes back', async ({ command, edit }) => {
  const folder = newRepository(parent, `${command}-${edit}`.replaceAll(/\W/g, '-'));
  commit(folder, { 'clean.txt': 'c\n', 'edited.txt': 'e\n' }, 'one');
  write(folder, { 'edited.txt': 'mine\n', 'loose.txt': 'loose\n' });
  const journal = journalWith({ git: slowGit([() => write(folder, { [edit]: 'written meanwhile\n' })]) });
  await recorded(journal, folder, command.split(' '));
  await undone(journal, folder);
  expect(readFileSync(join(folder, edit), 'utf8')).toBe('written meanwhile\n');
});

it.each([...CASES, { command: 'stash push -u', edit: 'made-meanwhile.txt' }, { command: 'stash', edit: 'clean.txt' }])(
  'git $command: so does an edit of $edit where the look for the question is found again',
  async ({ command, edit }) => {
    for (const when of ['before the yes', 'meanwhile'] as const) {
      const folder = newRepository(parent, `${command}-${edit}-${when}-again`.replaceAll(/\W/g, '-'));
      commit(folder, { 'clean.txt': 'c\n', 'edited.txt': 'e\n' }, 'one');
      write(folder, { 'edited.txt': 'mine\n', 'loose.txt': 'loose\n' });
      const change = () => write(folder, { [edit]: 'written meanwhile\n' });
      const journal = journalWith({ git: slowGit(when === 'meanwhile' ? [change] : []) });
      const recording = await recordingOf(folder, command.split(' '));
      const foreseen = (await journal.foresee(recording, new AbortController().signal))?.surveys;
      expect(foreseen).toHaveLength(1);
      if (when === 'before the yes') change();
      const parsed = parseWrite(
        commandOf(`git ${command}`, { roots: [folder], cwd: folder }) as MutatingCommand,
        folder,
      );
      const onLastLook = async () => (await lookEarly(impactOf, parsed)).listing;
      await record(journal, { ...recording, foreseen, onLastLook }, async () => runGit(folder, command.split(' ')));
      await undone(journal, folder);
      expect(readFileSync(join(folder, edit), 'utf8')).toBe('written meanwhile\n');
    }
  },
);

it('somebody who never stops does not keep a command from running', async () => {
  const folder = newRepository(parent, 'busy');
  commit(folder, { 'log.txt': '0\n' }, 'one');
  const edits = Array.from({ length: 50 }, (_, at) => () => write(folder, { 'log.txt': `${at}\n` }));
  const journal = journalWith({ git: slowGit(edits) });
  expect(await recorded(journal, folder, ['reset', '--hard'])).toMatchObject({ kind: 'ran', result: { ok: true } });
  expect(edits.length).toBeGreaterThan(40);
});
