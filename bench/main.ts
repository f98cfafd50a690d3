import { readFileSync, rmSync } from 'node:fs';
import { makeSampleRepository } from '../scripts/sample-repository.mjs';
import { benchAllowLists } from './allow-lists.ts';
import { benchClassify } from './classify.ts';
import { benchRunner } from './runner.ts';
import { benchStatus } from './status.ts';

const everyday = ['test/core/command/everyday-reads.txt', 'test/core/command/gh/everyday-reads.txt'].flatMap(file =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#')),
);
benchClassify(everyday);

const repository = makeSampleRepository();
try {
  await benchRunner(repository);
} finally {
  rmSync(repository, { recursive: true, force: true });
}
await benchStatus();
await benchAllowLists(everyday.filter(text => text.startsWith('git ')));
