import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createAskGit } from '../../../../src/core/git/ask-git.ts';
import { gitFrom } from '../../../../src/core/git/writer.ts';
import { createJournal } from '../../../../src/core/writes/journal/journal.ts';
import { personal } from '../../git/fixture.ts';
import { git } from '../../git/support.ts';
import { newRepository, person, rig } from '../rig.ts';
import { testKey } from './test-key.ts';

const FILES = 30;
/** Longer than it takes to write the rest of a snapshot, as with many files. */
const STATUS_MS = 700;

/** Questions for which git looks at every file of the work tree. */
const isLook = (question: string): boolean => /^(?:diff-files|status|ls-files -o)\b/.test(question);

/** Runs a command through the gate, and answers what git was asked from the yes to the note of what changed. */
async function askedFor(text: string, prepare: (repository: string) => void = () => {}): Promise<string[]> {
  const { folder, repository } = newRepository();
  for (let n = 0; n < FILES; n += 1) writeFileSync(join(repository, `file${n}`), `${n}\n`);
  git(repository, 'add', '-A');
  git(repository, 'commit', '-qm', 'many');
  for (let n = 0; n < FILES / 2; n += 1) writeFileSync(join(repository, `file${n}`), 'changed\n');
  writeFileSync(join(repository, 'fresh'), 'new\n');
  prepare(repository);
  const asked: string[] = [];
  const ask = createAskGit({ environment: personal(folder) });
  const counting = gitFrom(async (args, cwd, options) => {
    asked.push(args.join(' '));
    const answer = await ask(args, cwd, options);
    if (args[0] === 'status') await delay(STATUS_MS);
    return answer;
  });
  const journal = createJournal({ git: counting, key: testKey });
  const yes = person([
    () => {
      asked.length = 0;
      return { kind: 'run' };
    },
  ]);
  const { gate, command, request } = rig(folder, yes, journal, { reader: counting });
  expect(await gate(command(text), request)).toMatchObject({ kind: 'ran', result: { ok: true } });
  return asked;
}

describe('the git processes around a write, from the yes on', () => {
  it.each([
    { text: 'git commit -a -m words', most: 14, looks: [/^status .* -uno$/] },
    { text: 'git add -A', most: 13, looks: [/^status .* -uall$/] },
    { text: 'git stash push -u', most: 19, looks: [/^diff-files/, /^ls-files -o/, /^status .* -uall$/] },
  ])('$text', async ({ text, most, looks }) => {
    const asked = await askedFor(text);
    expect(asked.filter(isLook).toSorted()).toEqual(looks.map(look => expect.stringMatching(look)));
    expect(asked.length).toBeLessThanOrEqual(most);
  });

  it('a hook may write: then every file is looked at before and after', async () => {
    const asked = await askedFor('git commit -a -m words', repository =>
      writeFileSync(join(repository, '.git/hooks/pre-commit'), '#!/bin/sh\necho 1 >made\n', { mode: 0o755 }),
    );
    expect(asked.filter(each => each.startsWith('diff-files'))).toHaveLength(2);
  });

  it('renames are asked for only where something came and something went', async () => {
    const asked = await askedFor('git commit -a -m words');
    expect(asked.filter(each => /^diff-(?:index|files|tree) .*-M\b/.test(each))).toEqual([]);
  });
});
