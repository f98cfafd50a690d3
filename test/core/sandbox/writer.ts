import { writeSync } from 'node:fs';
import { onDisk, put } from './rig.ts';

/** Writes one file after the other and tells of each that it is kept, until it is killed. */
const [folder = ''] = process.argv.slice(2);

const sandbox = await onDisk(folder).open('one');
for (let at = 0; ; at += 1) {
  await put(sandbox, { [`${at}.txt`]: `content ${at}`, 'last.txt': `${at}` });
  writeSync(1, `${at}\n`);
}
