import { writeSync } from 'node:fs';
import { reclassify } from '../../../src/core/panels/reclassify.ts';
import { createPanelStore } from '../../../src/core/panels/store.ts';

/** Saves panels for as long as it lives, and tells which are on disk. */
const [folder = '', ...uids] = process.argv.slice(2);
const context = { roots: ['/repo'], cwd: '/repo' };
const store = createPanelStore({ folder, contextOf: () => context, redact: text => text, now: Date.now });

for (let n = 1; ; n++) {
  const text = `git log --grep=${'x'.repeat((n * 7919) % 40_000)}`;
  const classified = await reclassify(
    { program: 'git', command: text, repository: '/repo', created: 0 },
    () => context,
  );
  if ('reason' in classified) throw new Error(classified.message);
  const uid = uids[n % uids.length] ?? '';
  const saved = await store.save({ uid, created: n, ...classified });
  if (!saved.ok) throw new Error(saved.message);
  writeSync(1, `${uid}\n`);
}
