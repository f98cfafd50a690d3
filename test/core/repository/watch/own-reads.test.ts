import { expect, it } from 'vitest';
import { classify } from '../../../../src/core/command/classify.ts';
import { isReadOnly } from '../../../../src/core/command/command.ts';
import { parse } from '../../../../src/core/command/parse.ts';
import { commandsIn } from '../../../support/verdict-of.ts';
import { makeRepository, makeRunner } from '../../git/fixture.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, write } from '../support.ts';
import { hear, heardAll } from './support.ts';

const everyday = commandsIn(new URL('../../command/everyday-reads.txt', import.meta.url));
/** Spread over the whole list, and those that would refresh the index if they were let. */
const sample = [
  ...everyday.filter((_, at) => at % Math.ceil(everyday.length / 30) === 0),
  'git status',
  'git diff',
  'git diff HEAD --stat',
  'git describe --always --dirty',
  'git stash list',
];

it('6.2 our own reads never wake us', async () => {
  const folder = temporaryFolder();
  const repository = makeRepository(folder);
  commit(repository, { 'src/app.ts': 'hello\n', 'README.md': '# Hi\n' });
  git(repository, 'branch', 'topic');
  git(repository, 'tag', 'v1');
  // The index knows nothing of these yet, so that a read has something to refresh.
  write(repository, { 'file.txt': 'changed\n', 'README.md': '# Hi\n' });
  const { runner } = makeRunner(folder);
  const heard = await hear(repository);
  await heardAll();
  heard.take();
  let ran = 0;
  for (const text of sample) {
    const parsed = parse('git', text);
    if (!parsed.ok) throw new Error(parsed.message);
    const command = classify('git', parsed.args, { roots: [repository], cwd: repository });
    if (!isReadOnly(command)) throw new Error(`${text}: ${command.verdict.reason}`);
    const { exitCode } = await runner.read(command, { repository, origin: 'view' });
    if (exitCode === 0) ran++;
    await heardAll();
    expect(heard.take(), text).toEqual([]);
  }
  expect(ran).toBeGreaterThan(20);
  // The proof is worth something only if the same is heard when git is not held back.
  git(repository, 'status');
  await heardAll();
  expect(heard.take()).toEqual(['index']);
});
