import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { createAskGit } from '../../../../src/core/git/ask-git.ts';
import { gitFrom } from '../../../../src/core/git/writer.ts';
import { discover } from '../../../../src/core/repository/discover.ts';
import { recordOf } from '../../../../src/core/writes/commands/registry.ts';
import { createJournal } from '../../../../src/core/writes/journal/journal.ts';
import { snapshotScopeOf } from '../../../../src/core/writes/snapshot-scope.ts';
import { testKey } from './test-key.ts';

/** A process that records a command or undoes the last one, and is killed before its nth step that changes anything. */
const [folder = '', step = '', what = '', ...words] = process.argv.slice(2);
let left = Number(step);

function next(): void {
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
}

const disk = fs.promises as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
for (const name of ['chmod', 'link', 'mkdir', 'rename', 'rm', 'rmdir', 'symlink', 'unlink', 'utimes', 'writeFile']) {
  const real = disk[name];
  disk[name] = async (...args) => {
    next();
    return real?.(...args);
  };
}
syncBuiltinESMExports();

const real = createAskGit({ environment: process.env });
const journal = createJournal({
  key: testKey,
  git: gitFrom(async (...args) => {
    next();
    return real(...args);
  }),
});
const found = await discover(folder);
if (!found.ok) throw new Error(found.message);
const { repository } = found;
if (what === 'undo') {
  const planned = await journal.planUndo(repository);
  if (!planned.ok) throw new Error(planned.message);
  const { ok, message } = await journal.undo(planned.plan, 'all', 'cli');
  if (!ok) throw new Error(message);
} else {
  const [subcommand = '', ...rest] = words;
  const record = recordOf(subcommand);
  const touches = snapshotScopeOf({ record, line: record?.read(rest, folder) });
  const facts = {
    command: `git ${words.join(' ')}`,
    origin: 'cli',
    group: null,
    remote: [],
    evenUnsaved: false,
  } as const;
  const begun = await journal.begin({ repository, touches, ...facts });
  if (!begun.ok) throw new Error('It did not run.');
  const { ok } = await real(words, folder);
  await journal.settle(begun.pending, ok);
}
