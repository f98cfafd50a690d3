import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { full } from '../../../support/full.ts';
import { seededRandom } from '../../../support/seeded.ts';
import { bundleScript } from '../../git/scripts.ts';
import { environment, git } from '../../git/support.ts';
import { commit, newRepository } from '../../repository/support.ts';
import { journalWith, recorded, repositoryAt, undone } from '../journal/fixture.ts';
import { leftBehind, parent } from './processes.ts';

const MEBIBYTE = 1024 * 1024;
/** More than the journal packs, and so large that little else is. */
const CONTENTS = Array.from({ length: 4 }, () => randomBytes(5 * MEBIBYTE));
/** As much as two of them. */
const TWO = 11 * MEBIBYTE;
/** Before nothing is removed that was written just now. */
const LATER = { now: () => Date.now() + 3_600_000 };

const random = seededRandom();
const script = join(parent, 'doomed.mjs');
const folder = newRepository(parent, 'large');
/** A journal is read where it was written: what is tried comes back to the same place. */
const backup = join(parent, 'backup');

beforeAll(async () => {
  await bundleScript(new URL('../journal/doomed.ts', import.meta.url), script);
  commit(folder, { 'large.bin': 'small\n' }, 'one');
  const journal = journalWith();
  for (const bytes of CONTENTS) {
    writeFileSync(join(folder, 'large.bin'), bytes);
    await recorded(journal, folder, ['checkout', '--', 'large.bin']);
  }
  cpSync(folder, backup, { recursive: true, verbatimSymlinks: true });
});

const objects = (): string[] =>
  readdirSync(join(folder, '.git/objects'), { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, '.git/objects', name))
    .filter(file => statSync(file).isFile());

/** As it was at first, with all objects written long ago. */
function restoreBackup(): void {
  rmSync(folder, { recursive: true });
  cpSync(backup, folder, { recursive: true, verbatimSymlinks: true });
  git(folder, 'update-index', '-q', '--refresh');
  const then = Date.now() / 1000 - 3600;
  for (const file of objects()) utimesSync(file, then, then);
}

/** True when it was killed, false when it came to its end first. */
function killed(...words: string[]): boolean {
  const env = { ...environment, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const { signal, stderr } = spawnSync(process.execPath, [script, folder, ...words], { env, encoding: 'utf8' });
  expect(stderr).toBe('');
  return signal === 'SIGKILL';
}

const isAny = (): boolean => true;
const isOdd = (at: number): boolean => at % 2 === 1;
const isEven = (at: number): boolean => at % 2 === 0;

/** Insists on so many entries, takes back each that is meant, the newest first, and looks at what came back. */
async function undoEach(count: number, isMeant: (at: number) => boolean, why: string): Promise<void> {
  const journal = journalWith();
  const entries = (await journal.list(await repositoryAt(folder))).filter(({ undoes }) => undoes === null);
  expect(entries.length, why).toBe(count);
  for (const [at, { id }] of entries.entries()) {
    if (!isMeant(at)) continue;
    await undone(journal, folder, id);
    const wanted = CONTENTS.at(-1 - at) ?? Buffer.alloc(0);
    expect(readFileSync(join(folder, 'large.bin')).equals(wanted), `${why}, entry ${at}`).toBe(true);
    git(folder, 'checkout', '-q', '--', 'large.bin');
  }
}

/** The large contents that are in files of their own, and the packs. */
function stored(): { readonly loose: number; readonly packs: number; readonly bytes: number } {
  const files = objects();
  const sizes = files.map(file => statSync(file).size);
  return {
    loose: files.filter((file, at) => !file.includes('/pack/') && (sizes[at] ?? 0) > MEBIBYTE).length,
    packs: files.filter((file, at) => file.endsWith('.pack') && (sizes[at] ?? 0) > MEBIBYTE).length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  };
}

/** Tries every step, or a few that the seed picks. */
async function eachStep(name: string, words: readonly string[], check: (why: string) => Promise<void>) {
  for (let steps = 1; ; steps += full ? 1 : random.between(4, 9)) {
    restoreBackup();
    const wasKilled = killed(String(steps), ...words);
    const why = `${name}, killed before step ${steps}`;
    git(folder, 'fsck', '--strict', '--no-dangling');
    await check(why);
    expect(leftBehind(folder), why).toEqual([]);
    if (!wasKilled) return expect(steps).toBeGreaterThan(10);
  }
}

it('kill -9 while the journal packs: every entry comes back, and tidying again finishes it', async () => {
  await eachStep('packing', ['tidy'], async why => {
    await undoEach(CONTENTS.length, isOdd, why);
    await journalWith().tidy(await repositoryAt(folder));
    expect(stored(), why).toMatchObject({ loose: 0, packs: 1 });
    await undoEach(CONTENTS.length, isEven, why);
  });
}, 1_200_000);

it('kill -9 while space is freed: what is left of the journal comes back, and tidying again finishes it', async () => {
  await eachStep('freeing', ['tidy', String(TWO)], async why => {
    const keeping = { keepBytes: TWO, ...LATER };
    await journalWith(keeping).tidy(await repositoryAt(folder));
    git(folder, 'fsck', '--strict', '--no-dangling');
    // What no entry has any more and was not removed yet is nobody's, and goes by git's own prune.
    git(folder, 'prune', '--expire=now');
    expect(stored().bytes, why).toBeLessThan(TWO + MEBIBYTE);
    expect(git(folder, 'for-each-ref', 'refs/sluice/expired'), why).toBe('');
    await undoEach(2, isAny, why);
  });
}, 1_200_000);

it.each(['sluice', 'both'])(
  'kill -9 of %s while git writes the pack: every entry comes back, and tidying again finishes it',
  async victim => {
    for (const wait of full ? [0, 20, 50, 100, 200, 300, 400, 600] : [random.between(0, 50), random.between(50, 400)]) {
      restoreBackup();
      killed(String(wait), 'pack', victim);
      const why = `killed after ${wait} ms`;
      await undoEach(CONTENTS.length, isOdd, why);
      const repository = await repositoryAt(folder);
      // As long as its git writes, nobody else does.
      for (let tries = 0; tries < 100 && stored().loose > 0; tries += 1) {
        await journalWith().tidy(repository);
        await delay(100);
      }
      expect(stored(), why).toMatchObject({ loose: 0, packs: 1 });
      git(folder, 'fsck', '--strict', '--no-dangling');
      await undoEach(CONTENTS.length, isEven, why);
      // A pack that its git did not come to the end of goes by git's own prune.
      git(folder, 'prune', '--expire=now');
      expect([...leftBehind(folder), ...objects().filter(file => file.includes('/tmp_'))], why).toEqual([]);
    }
  },
  1_200_000,
);
