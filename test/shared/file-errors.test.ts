import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { errorCode, ifMissing, isMissing } from '../../src/shared/file-errors.ts';

it('what is missing gets a value, any other failure is thrown on', async () => {
  expect(await readFile('/no/such/file').catch(ifMissing('none'))).toBe('none');
  expect(await readFile('/dev/null/file').catch(ifMissing('none'))).toBe('none');
  await expect(readFile('/').catch(ifMissing('none'))).rejects.toThrow('EISDIR');
});

it('only an error of the file system has a code', () => {
  expect(errorCode(Object.assign(new Error('no'), { code: 'EEXIST' }))).toBe('EEXIST');
  expect([errorCode(new Error('no')), errorCode('ENOENT'), isMissing(undefined)]).toEqual([
    undefined,
    undefined,
    false,
  ]);
});
