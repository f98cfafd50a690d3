import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { git } from '../../git/support.ts';
import { write } from '../../repository/support.ts';
import { makeStation, roundTrip, type Station } from './round-trip.ts';

let station: Station | undefined;

/** Commands that write a file which their line names, inside of the work tree or not, over another or not. */
const NAMING = [
  'git log -1 --output=ignored',
  'git log -1 --output=build/deep.txt',
  'git log -1 --output=../outside.txt',
  'git log -1 --output ../fresh.txt',
  'git diff --output=b.txt HEAD~1',
  'git archive -o ../outside.txt HEAD',
  'git archive --output=build/made.tar HEAD',
  'git bundle create ../outside.txt HEAD',
  'git bundle create -q ignored HEAD',
  'git config --global user.name Ada',
  'git config -f ../settings.ini user.name Ada',
  'git config --file=build/settings.ini user.name Ada',
  'git format-patch -o ../patches HEAD~1',
  'git format-patch -o ../fresh-folder HEAD~1',
  'git format-patch -o build HEAD~1',
  'git format-patch HEAD~1',
  'git merge-file build/one.txt a.txt b.txt',
];

it.each(NAMING)('%s', async text => {
  station ??= makeStation('dirty', folder => {
    mkdirSync(join(folder, '../patches'), { recursive: true });
    write(folder, {
      '../outside.txt': 'outside\n',
      '../settings.ini': '[other]\nkey = 1\n',
      '.git/info/exclude': '*.patch\n',
    });
    write(folder, {
      '../patches/0001-four.patch': 'mine\n',
      '../patches/note.txt': 'note\n',
      '../home/.gitconfig': '[a]\nb=1\n',
    });
    write(folder, { 'build/deep.txt': 'built\n', 'build/one.txt': 'one\n', '0001-four.patch': 'mine and ignored\n' });
    chmodSync(join(folder, '../outside.txt'), 0o600);
  });
  const result = await roundTrip(station, text);
  const left = result.outcome === 'different' ? result.differences : [];
  expect(left, left.join('\n')).toEqual([]);
  expect(result.outcome).toBe('back');
});

it('git fetch --depth=1 with a git that tidies up at once', async () => {
  const tidy = makeStation('calm', folder => {
    const settings = { 'gc.auto': '1', 'gc.autoDetach': 'false', 'gc.pruneExpire': 'now', 'gc.reflogExpire': 'now' };
    for (const [key, value] of Object.entries(settings)) git(folder, 'config', key, value);
    git(folder, 'config', 'gc.reflogExpireUnreachable', 'now');
    git(folder, 'stash', 'clear');
    git(folder, 'tag', '-d', 'light', 'heavy');
  });
  expect(await roundTrip(tidy, 'git fetch --depth=1')).toEqual({ outcome: 'back' });
});
