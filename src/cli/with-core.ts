import { setTimeout } from 'node:timers/promises';
import { type Core, createCore } from '../core/core.ts';
import { withTemporary } from '../core/git/temporary.ts';
import { commandLineHost } from './host.ts';
import { canAsk } from './say.ts';

/** Ctrl+C, a polite kill, a terminal that went away: git is ended politely, and what it did is noted all the same. */
const INTERRUPTS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** More than git has time for after a polite signal and after an impolite one. */
const LONGEST_END_MS = 5000;

/** Works with a core; `wasAsked` says whether a person was there for the last question. */
type UseCore<T> = (core: Core, signal: AbortSignal, wasAsked: () => boolean) => Promise<T>;

/**
 * Lends a core for one workspace folder to `use`; the signal aborts when the person interrupts. When all is at its end then,
 * this process ends by that interrupt, which tells a shell more than an exit code.
 */
export async function withCore<T>(root: string, use: UseCore<T>): Promise<T> {
  let asked = canAsk();
  const hearAsked = (is: boolean) => {
    asked = is;
  };
  const stop = new AbortController();
  let interruptedBy: NodeJS.Signals | undefined;
  const interrupt = (name: NodeJS.Signals) => {
    interruptedBy = name;
    stop.abort();
    // Whoever interrupts twice does not want to wait. Later: others are to see that this one was heard.
    setImmediate(unlisten);
  };
  const unlisten = () => {
    for (const name of INTERRUPTS) process.off(name, interrupt);
  };
  for (const name of INTERRUPTS) process.on(name, interrupt);
  try {
    return await withTemporary('cli', async scratch => {
      const core = createCore(commandLineHost(root, scratch, hearAsked));
      try {
        await core.findRepositories();
        return await use(core, stop.signal, () => asked);
      } finally {
        core.dispose();
      }
    });
  } finally {
    unlisten();
    if (interruptedBy !== undefined) await endBy(interruptedBy);
  }
}

/** Ends this process by a signal. Reads that still run hear it first and are ended, for which it has to stay. */
async function endBy(signal: NodeJS.Signals): Promise<void> {
  process.kill(process.pid, signal);
  await setTimeout(LONGEST_END_MS);
}
