import { expect, it } from 'vitest';
import type { MutatingCommand } from '../../../../src/core/command/command.ts';
import { type AskGit, createAskGit } from '../../../../src/core/git/ask-git.ts';
import { readerFrom } from '../../../../src/core/git/reader.ts';
import { createImpactOf } from '../../../../src/core/writes/impact/impact-of.ts';
import { parseWrite } from '../../../../src/core/writes/parsed-write.ts';
import { commandOf } from '../../../support/verdict-of.ts';
import { environment, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository } from '../../repository/support.ts';

const repository = newRepository(temporaryFolder());
commit(repository, { 'a.txt': 'one\n' });

const asking = createAskGit({ environment });
const impactOf = (text: string, ask: AskGit = asking, timeoutMs?: () => number) =>
  createImpactOf({ git: readerFrom(ask), timeoutMs })(
    parseWrite(commandOf(text, { roots: [repository], cwd: repository }) as MutatingCommand, repository),
  );

it('8.2 what takes too long is stopped, and that is said', async () => {
  let stopped = false;
  const slow: AskGit = (_args, _cwd, { signal } = {}) =>
    new Promise(resolve => {
      signal?.addEventListener('abort', () => {
        stopped = true;
        resolve({ ok: false, reason: 'cancelled', message: 'Cancelled.' });
      });
    });
  expect((await impactOf('git reset --hard', slow, () => 2000)).unknown).toBe(
    'Working out what this does took too long.',
  );
  expect(stopped).toBe(true);
});

it('8.2 what git does not answer is said, not thrown', async () => {
  const broken: AskGit = async () => ({ ok: false, reason: 'not-found', message: 'git not found' });
  expect((await impactOf('git reset --hard', broken)).unknown).toMatch(
    /^Sluice could not work out what this does: git (?:config|ls-files|status): git not found$/,
  );
});

it.each([
  ['git frobnicate', 'Sluice cannot tell what git frobnicate does here.'],
  ['git constructor', 'Sluice cannot tell what git constructor does here.'],
  ['gh pr merge 1', 'Sluice cannot tell what this does on GitHub.'],
])('8.2 %s is said not to be known', async (text, why) => expect((await impactOf(text)).unknown).toBe(why));

it.each(['git -c core.abbrev=7 reset --hard', 'git --git-dir=.git reset --hard', 'git --literal-pathspecs add a.txt'])(
  '8.2 %s is not foreseen as if the words before the subcommand were not there',
  async text => {
    expect((await impactOf(text)).unknown).toMatch(/^Sluice cannot tell what this does: the words before/);
  },
);

it('-C into a folder of the repository is the same repository', async () => {
  expect((await impactOf('git -C . add a.txt')).unknown).toBeNull();
});
