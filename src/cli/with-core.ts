import { type Core, createCore } from '../core/core.ts';
import { withTemporary } from '../core/git/temporary.ts';
import { commandLineHost } from './host.ts';

/** Lends a core for one workspace folder to `use`; the signal aborts when the person interrupts. */
export function withCore<T>(root: string, use: (core: Core, signal: AbortSignal) => Promise<T>): Promise<T> {
  return withTemporary('cli', async scratch => {
    const stop = new AbortController();
    const interrupt = () => stop.abort();
    process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
    const core = createCore(commandLineHost(root, scratch));
    try {
      await core.findRepositories();
      return await use(core, stop.signal);
    } finally {
      core.dispose();
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    }
  });
}
