import { createKeyFile, type KeyFile } from '../../../git/key-file.ts';

/** Gives the secret that entries of the journal are sealed with. */
export type JournalKey = KeyFile;

/** The key of one person on one machine, in a file that every door reads; made by the first to ask. */
export const createJournalKey = (folder: string): JournalKey =>
  createKeyFile({
    folder,
    name: 'journal-key',
    damaged: file => `The key of the journal is damaged. Delete '${file}'; entries made with it cannot be undone then.`,
  });
