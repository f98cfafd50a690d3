import { expect, it } from 'vitest';
import { putStashes } from '../../../../src/core/writes/journal/record/stashes.ts';

it.each(['--help', 'HEAD', `${'a'.repeat(40)} -m`, 'a'.repeat(39), '../x'])(
  '8.6 a journal that somebody else wrote makes no words for git of %j',
  async list => {
    await expect(putStashes(async () => expect.unreachable(), '/nowhere', list)).rejects.toThrow(
      'The list of stashes is damaged.',
    );
  },
);
