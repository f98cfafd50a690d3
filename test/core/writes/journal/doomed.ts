import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { createAsk } from '../../../../src/core/git/ask.ts';
import { discover } from '../../../../src/core/repository/discover.ts';
import { recordOf } from '../../../../src/core/writes/commands/registry.ts';
import { createJournal } from '../../../../src/core/writes/journal/create-journal.ts';
import { snapshotScopeOf } from '../../../../src/core/writes/snapshot-scope.ts';

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

const real = createAsk({ environment: process.env });
const journal = createJournal({
  ask: async (...args) => {
    next();
    return real(...args);
  },
});
const found = await discover(folder);
if (!found.ok) throw new Error(found.message);
const { repository } = found;
if (what === 'undo') {
  const planned = await journal.plan(repository);
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
  const { kind } = await journal.record({ repository, touches, ...facts }, async () => real(words, folder));
  if (kind !== 'ran') throw new Error('It did not run.');
}
