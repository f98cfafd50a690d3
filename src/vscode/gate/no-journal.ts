import type { Journal } from '../../core/gate/journal/journal.ts';

/** Remembers nothing. */
export const noJournal: Journal = {
  record: async (_, run) => ({ kind: 'ran', result: await run(), entry: undefined }),
  list: async () => [],
  plan: async () => ({ ok: false, message: 'There is nothing to undo.' }),
  undo: async () => ({ ok: false, message: 'There is nothing to undo.' }),
  tidy: async () => {},
};
