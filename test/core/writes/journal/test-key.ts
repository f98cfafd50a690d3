import type { JournalKey } from '../../../../src/core/writes/journal/storage/journal-key.ts';

/** The key of all journals of a test, also of those in processes of their own. */
export const testKey: JournalKey = async () => Buffer.alloc(32, 7);
