import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';

const FILES_IN_FOLDER = 100;
const LINES = 40;
const WORDS =
  'the a of sluice gate water panel read write branch commit index tree merge value return const await'.split(' ');

export const fileName = (n: number): string => `folder${Math.floor(n / FILES_IN_FOLDER)}/file${n}.ts`;

/** A repository of that many committed files of which the first so many are changed, its index as a used one is. */
export async function makeManyFiles(files: number, changed: number): Promise<string> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-bench-')));
  const git = (args: readonly string[]) =>
    void execFileSync('git', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  git(['init', '-q', '-b', 'main']);
  const importing = spawn('git', ['fast-import', '--quiet'], { cwd: folder, stdio: ['pipe', 'ignore', 'inherit'] });
  const imported = once(importing, 'close');
  // Bit by bit: a process that once held all of it takes three times as long to start each git.
  await pipeline(Readable.from(commitOf(files)), importing.stdin);
  await imported;
  git(['reset', '-q', '--hard']);
  for (let n = 0; n < changed; n += 1) appendFileSync(join(folder, fileName(n)), 'one more line\n');
  // Entries as young as the index would be read again by every status.
  await delay(1100);
  git(['update-index', '-q', '--refresh', '--really-refresh']);
  git(['status']);
  return folder;
}

/** The commit as git fast-import reads it. */
function* commitOf(files: number): Generator<string> {
  yield 'commit refs/heads/main\ncommitter Bench <bench@example.com> 1700000000 +0000\ndata 5\nfirst\n';
  for (let n = 0; n < files; n += 1) {
    const text = contentOf(n);
    yield `M 100644 inline ${fileName(n)}\ndata ${text.length}\n${text}\n`;
  }
}

/** A repository of one committed file, and that many in a folder that git does not track; it ignores node_modules. */
export async function makeUntrackedFiles(name: 'data' | 'node_modules', files: number): Promise<string> {
  const folder = await makeManyFiles(1, 0);
  writeFileSync(join(folder, '.git/info/exclude'), 'node_modules/\n');
  for (let n = 0; n < files; n += 1) {
    const place = join(folder, name, `package${Math.floor(n / FILES_IN_FOLDER)}`);
    if (n % FILES_IN_FOLDER === 0) mkdirSync(place, { recursive: true });
    writeFileSync(join(place, `${n}.js`), '');
  }
  return folder;
}

/** Words by a small generator, so that no file is like another and every run has the same. */
function contentOf(n: number): string {
  let seed = n + 1;
  const word = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return WORDS[(seed >> 8) % WORDS.length];
  };
  return Array.from({ length: LINES }, (_, line) => `${word()} ${word()} ${word()} ${word()} ${n * line}\n`).join('');
}
