import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { bundleScript } from '../git/scripts.ts';
import { temporaryFolder } from '../git/support.ts';
import { onDisk } from './rig.ts';

const script = join(temporaryFolder(), 'writer.mjs');
beforeAll(() => bundleScript(new URL('writer.ts', import.meta.url), script));

/** Lets a process write until it has said so many times that something is kept, and kills it; answers with the last it said. */
function killedAfter(times: number, folder: string): Promise<number> {
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (said.split('\n').length > times) child.kill('SIGKILL');
  });
  return new Promise(resolve => child.on('close', () => resolve(Number(said.trimEnd().split('\n').at(-1)))));
}

it.each([1, 7, 40])(
  '10.7a what was said to be kept is there after kill -9, %i times, and opens at once',
  async times => {
    const folder = temporaryFolder();
    const last = await killedAfter(times, folder);
    expect(last).toBeGreaterThanOrEqual(times - 1);
    const all = onDisk(folder);
    const sandbox = await all.open('one');
    for (let at = 0; at <= last; at += 1) expect((await sandbox.read(`${at}.txt`)).toString()).toBe(`content ${at}`);
    // At most the step that nobody was told of is there besides, and then as a whole.
    const kept = Number((await sandbox.read('last.txt')).toString());
    expect([last, last + 1]).toContain(kept);
    expect(sandbox.state.files.size).toBe(kept + 2);
    await all.close();
  },
);
