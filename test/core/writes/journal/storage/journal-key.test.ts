import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { userStateFolder } from '../../../../../src/core/user-state.ts';
import { createJournalKey } from '../../../../../src/core/writes/journal/storage/journal-key.ts';
import { temporaryFolder } from '../../../git/support.ts';

describe('8.6 the key of the journal', () => {
  it('is made once, for its owner alone, and is the same for all who ask', async () => {
    const folder = join(temporaryFolder(), 'state/sluice');
    const keys = await Promise.all(Array.from({ length: 8 }, () => createJournalKey(folder)()));
    expect(new Set(keys.map(key => key.toString('hex'))).size).toBe(1);
    expect(keys[0]).toHaveLength(32);
    expect(readdirSync(folder)).toEqual(['journal-key']);
    expect(statSync(join(folder, 'journal-key')).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('is put back by whoever knows it when a command took it away', async () => {
    const folder = temporaryFolder();
    const key = createJournalKey(folder);
    const first = await key();
    rmSync(join(folder, 'journal-key'));
    expect(await key()).toEqual(first);
    expect(readFileSync(join(folder, 'journal-key'))).toEqual(first);
  });

  it('that is damaged is not used', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'journal-key'), 'short');
    await expect(createJournalKey(folder)()).rejects.toThrow('damaged');
    expect(existsSync(join(folder, 'journal-key'))).toBe(true);
  });

  it.each([
    ['linux', { HOME: '/home/ada' }, '/home/ada/.local/state/sluice'],
    ['linux', { HOME: '/home/ada', XDG_STATE_HOME: '/state' }, '/state/sluice'],
    ['linux', { HOME: '/home/ada', XDG_STATE_HOME: 'relative' }, '/home/ada/.local/state/sluice'],
    ['darwin', { HOME: '/Users/ada' }, '/Users/ada/Library/Application Support/sluice'],
    ['win32', { LOCALAPPDATA: '/local' }, '/local/sluice'],
  ] as const)('on %s with %o it is in %s', (platform, environment, folder) => {
    expect(userStateFolder(environment, platform)).toBe(folder);
  });
});
