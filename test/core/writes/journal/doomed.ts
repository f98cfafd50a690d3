import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { createAskGit } from '../../../../src/core/git/ask-git.ts';
import { LEASE } from '../../../../src/core/git/lease.ts';
import { gitFrom } from '../../../../src/core/git/writer.ts';
import { discover } from '../../../../src/core/repository/discover.ts';
import { recordOf } from '../../../../src/core/writes/commands/registry.ts';
import { createJournal } from '../../../../src/core/writes/journal/journal.ts';
import { snapshotScopeOf } from '../../../../src/core/writes/snapshot-scope.ts';
import { testKey } from './test-key.ts';

/**
 * A process that records a command, undoes the last one or tidies the journal, and is killed before its nth step that changes
 * anything. `pack` tidies and is killed that many milliseconds after it has asked git for a pack, with `both` that git too.
 */
const [folder = '', step = '', what = '', ...words] = process.argv.slice(2);
let left = what === 'pack' ? 0 : Number(step);

function next(): void {
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
}

function strike(): void {
  const { groups } = JSON.parse(fs.readFileSync(join(folder, '.git', LEASE), 'utf8'));
  for (const { pid } of words[0] === 'both' ? groups : []) process.kill(-pid, 'SIGKILL');
  process.kill(process.pid, 'SIGKILL');
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
  keepBytes: what === 'tidy' ? Number(words[0] ?? 0) : 0,
  git: gitFrom(async (...args) => {
    next();
    if (what === 'pack' && args[0][0] === 'pack-objects') setTimeout(strike, Number(step));
    return real(...args);
  }),
});
const found = await discover(folder);
if (!found.ok) throw new Error(found.message);
const { repository } = found;
if (what === 'tidy' || what === 'pack') await journal.tidy(repository);
else if (what === 'undo') {
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
