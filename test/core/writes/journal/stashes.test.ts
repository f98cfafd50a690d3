import { expect, it } from 'vitest';
import { gitFrom } from '../../../../src/core/git/writer.ts';
import { restoreStashes } from '../../../../src/core/writes/journal/undo/restore-stashes.ts';

it.each(['--help', 'HEAD', `${'a'.repeat(40)} -m`, 'a'.repeat(39), '../x'])(
  '8.6 a journal that somebody else wrote makes no words for git of %j',
  async list => {
    const git = gitFrom(async () => expect.unreachable());
    await expect(restoreStashes(git, '/nowhere', list)).rejects.toThrow('The list of stashes is damaged.');
  },
);
