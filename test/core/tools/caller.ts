import { writeSync } from 'node:fs';
import { systemClock } from '../../../src/core/repository/watch/clock.ts';
import type { Decision } from '../../../src/core/writes/question.ts';
import { makeTools } from './fixture.ts';

/** Makes one call, tells its handle, and then lives until it is killed. */
const [folder = '', mode = '', command = ''] = process.argv.slice(2);

/** Patience is short here, and all else as long as it is. */
const clock = { ...systemClock, after: (ms: number, run: () => void) => systemClock.after(Math.min(ms, 300), run) };

const decide = async (): Promise<Decision> => {
  if (mode === 'waiting') return new Promise(() => {});
  if (mode === 'late') await new Promise(resolve => setTimeout(resolve, 600));
  return mode === 'declined' ? { kind: 'declined', reason: 'Not now.' } : { kind: 'run' };
};

const { call } = await makeTools({ folder, clock, ui: { decide } });
const { facts, status } = await call('git_execute', { command }, { origin: 'mcp' });
const handle = String(facts.handle ?? '');
writeSync(1, `${status} ${handle}\n`);
setInterval(() => {}, 60_000);
