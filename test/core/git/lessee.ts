import { spawn } from 'node:child_process';
import { withLease } from '../../../src/core/git/lease.ts';
import { addWriteGroup } from '../../../src/core/git/write-groups.ts';

/** A process that takes a lease and holds it until it is killed, with a child that writes for some seconds. */
const [folder = '', seconds = '0'] = process.argv.slice(2);
await withLease(folder, { doing: 'the other', recover: async () => {} }, async () => {
  const { pid = 0 } = seconds === '0' ? {} : spawn('sleep', [seconds], { detached: true, stdio: 'ignore' });
  if (pid !== 0) addWriteGroup(pid);
  process.stdout.write(`${pid}\n`);
  await new Promise(resolve => setTimeout(resolve, 60_000));
});
