import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, write } from '../../repository/support.ts';
import { fingerprint, journalWith, recorded, undone } from './fixture.ts';

const parent = temporaryFolder();
const journal = journalWith();

/** `side` has files that are ignored or untracked here, one of them only for a while, and a folder where `main` has a file. */
function repository(): string {
  const folder = join(mkdtempSync(join(parent, 'repo-')), 'repo');
  git(parent, 'init', '-q', folder);
  git(folder, 'config', 'user.name', 'Ada');
  git(folder, 'config', 'user.email', 'ada@example.com');
  commit(folder, { 'a.txt': 'a\n', 'dir/c.txt': 'c\n', '.gitignore': '*.log\nbuild/\n', 'old/f.txt': 'f\n' }, 'one');
  git(folder, 'checkout', '-qb', 'side');
  write(folder, { 'mid.log': 'of the commit in the middle\n' });
  git(folder, 'add', '-f', 'mid.log');
  commit(folder, { 's.txt': 's\n' }, 'side one');
  git(folder, 'rm', '-q', 'mid.log');
  write(folder, { 'build/out.txt': 'committed\n', 'end.log': 'committed\n', spot: 'a file\n', 'old/new.log': 'n\n' });
  git(folder, 'add', '-f', '.');
  commit(folder, { 's.txt': 's2\n' }, 'side two');
  git(folder, 'checkout', '-q', 'main');
  git(folder, 'mv', 'old', 'renamed');
  commit(folder, { 'a.txt': 'a2\n' }, 'two');
  return folder;
}

const mine = (folder: string) => write(folder, { 'mid.log': 'mine\n', 'end.log': 'mine\n', 'build/out.txt': 'mine\n' });
const ignoredBelow = (folder: string) => write(folder, { 'spot/deep/x.log': 'mine\n', 'spot/y.log': 'mine\n' });

const CASES: Readonly<Record<string, readonly [prepare: (folder: string) => void, ...lines: string[]]>> = {
  'a folder with untracked and ignored files where a tracked file was': [
    folder => {
      rmSync(join(folder, 'a.txt'));
      write(folder, { 'a.txt/x': 'mine\n', 'a.txt/y.log': 'ignored\n' });
      mkdirSync(join(folder, 'a.txt/empty'));
    },
    'reset --hard',
    'checkout -f',
    'checkout -f side',
    'checkout -- a.txt',
    'restore a.txt',
    'stash',
    'stash -m clear',
    'stash -u',
  ],
  'a repository of its own where a tracked file was': [
    folder => {
      rmSync(join(folder, 'a.txt'));
      git(folder, 'init', '-q', 'a.txt');
      commit(join(folder, 'a.txt'), { 'inner.txt': 'mine\n' });
    },
    'reset --hard',
    'checkout -f',
  ],
  'a file where a tracked folder was': [
    folder => {
      rmSync(join(folder, 'dir'), { recursive: true });
      write(folder, { dir: 'mine\n' });
    },
    'reset --hard',
    'checkout -f side',
    'stash',
    'restore .',
  ],
  'a link where a tracked folder was': [
    folder => {
      rmSync(join(folder, 'dir'), { recursive: true });
      write(folder, { 'elsewhere/c.txt': 'mine\n' });
      symlinkSync('elsewhere', join(folder, 'dir'));
    },
    'reset --hard',
    'checkout -f',
    'rm -rf dir',
  ],
  'files out of the index and still there': [
    folder => {
      git(folder, 'rm', '-rq', '--cached', 'a.txt', 'dir');
      write(folder, { 'a.txt': 'edited since\n', 'dir/c.txt': 'edited since\n' });
    },
    'checkout -f',
    'restore -SW .',
    'reset --hard',
    'stash',
    'read-tree -u --reset HEAD',
  ],
  'ignored files that a source has': [
    mine,
    'restore --source side .',
    'restore --source=main...side -SW end.log build',
    'read-tree -u --reset side',
    'checkout side',
    'merge side',
  ],
  'ignored files that only a commit in the middle has': [
    mine,
    'cherry-pick main..side',
    'rebase side',
    'rebase main side',
  ],
  'ignored files in a folder that becomes a file': [
    ignoredBelow,
    'checkout side',
    'merge side',
    'cherry-pick side',
    'rebase side',
    'reset --hard side',
  ],
  'an ignored file in the folder that a merge takes for the renamed one': [
    folder => write(folder, { 'renamed/new.log': 'mine\n' }),
    'merge side',
    'cherry-pick side',
  ],
  'an untracked file that a patch changes': [
    folder => {
      write(folder, { 'build/tool.js': 'old\n' });
      writeFileSync(join(folder, '..', 'p'), '--- a/build/tool.js\n+++ b/build/tool.js\n@@ -1 +1 @@\n-old\n+new\n');
    },
    'apply ../p',
  ],
};

describe('whatever stands where a command writes comes back', () => {
  it.each(Object.entries(CASES).flatMap(([what, [prepare, ...lines]]) => lines.map(line => ({ what, line, prepare }))))(
    '$what: git $line',
    async ({ line, prepare }) => {
      const folder = repository();
      prepare(folder);
      const before = await fingerprint(folder);
      const result = await recorded(journal, folder, line.split(' '));
      const after = await fingerprint(folder);
      if (result.kind !== 'ran') throw new Error(result.message);
      if (result.entry === undefined) return expect(after).toEqual(before);
      await undone(journal, folder);
      expect(await fingerprint(folder)).toEqual(before);
    },
  );
});
