import { loadOnce } from '../../shared/load-once.ts';
import type { Runner } from './runner.ts';

/** A runner that is loaded with the first command: a window starts without one. */
export function lateRunner(load: () => Promise<Runner>): Runner {
  const runner = loadOnce(load);
  return {
    read: async (...command) => (await runner()).read(...command),
    heldBack: async (...command) => (await runner()).heldBack(...command),
    exclusive: async (repository, signal, work, shared) => (await runner()).exclusive(repository, signal, work, shared),
  };
}
