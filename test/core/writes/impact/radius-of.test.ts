import { expect, it } from 'vitest';
import type { MutatingCommand } from '../../../../src/core/command/command.ts';
import { type AskGit, createAsk } from '../../../../src/core/git/ask.ts';
import { createRadiusOf } from '../../../../src/core/writes/impact/radius-of.ts';
import { commandOf } from '../../../support/verdict-of.ts';
import { environment, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository } from '../../repository/support.ts';

const repository = newRepository(temporaryFolder());
commit(repository, { 'a.txt': 'one\n' });

const asking = createAsk({ environment });
const radiusOf = (text: string, ask: AskGit = asking, timeoutMs?: () => number) =>
  createRadiusOf({ ask, timeoutMs })(
    commandOf(text, { roots: [repository], cwd: repository }) as MutatingCommand,
    repository,
  );

it('8.2 a family that takes too long is stopped, and that is said', async () => {
  let stopped = false;
  const slow: AskGit = (_args, _cwd, { signal } = {}) =>
    new Promise(resolve => {
      signal?.addEventListener('abort', () => {
        stopped = true;
        resolve({ ok: false, reason: 'cancelled', message: 'Cancelled.' });
      });
    });
  expect((await radiusOf('git reset --hard', slow, () => 20)).unknown).toBe(
    'What it would do could not be computed in time.',
  );
  expect(stopped).toBe(true);
});

it('8.2 what git does not answer is said, not thrown', async () => {
  const broken: AskGit = async () => ({ ok: false, reason: 'not-found', message: 'git not found' });
  expect((await radiusOf('git reset --hard', broken)).unknown).toBe(
    'What it would do could not be worked out: git not found',
  );
});

it.each([
  ['git frobnicate', 'Sluice cannot foresee what git frobnicate does here.'],
  ['git constructor', 'Sluice cannot foresee what git constructor does here.'],
  ['gh pr merge 1', 'Sluice cannot foresee what this does on GitHub.'],
])('8.2 %s is said not to be known', async (text, why) => expect((await radiusOf(text)).unknown).toBe(why));

it.each(['git -c core.abbrev=7 reset --hard', 'git --git-dir=.git reset --hard', 'git --literal-pathspecs add a.txt'])(
  '8.2 %s is not foreseen as if the words before the subcommand were not there',
  async text => {
    expect((await radiusOf(text)).unknown).toMatch(/^Sluice cannot foresee what this does: the words before/);
  },
);

it('-C into a folder of the repository is the same repository', async () => {
  expect((await radiusOf('git -C . add a.txt')).unknown).toBeNull();
});
