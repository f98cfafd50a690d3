import { filesWrittenFrom, indexEntries, trackedFiles, WIDEST } from '../snapshot-scope.ts';
import { isGiven, revisionsOn } from '../write-line.ts';
import { write } from './record.ts';

/** git-bisect(1): checks out one commit after another. */
export const bisect = write('bisect', {
  touches: WIDEST,
  examples: { destructive: ['git bisect run make'], local: ['git bisect start HEAD HEAD~9'] },
});

/** git-sparse-checkout(1): folders that leave the work tree take what is ignored in them along. */
export const sparseCheckout = write('sparse-checkout', {
  touches: { ...filesWrittenFrom({ everyTracked: true }), untracked: 'ignored' },
  examples: { local: ['git sparse-checkout set src'] },
});

/** git-update-index(1): sets entries of the index one by one. */
export const updateIndex = write('update-index', {
  touches: indexEntries,
  examples: { local: ['git update-index --add a.txt'] },
});

/** git-read-tree(1): sets the index to a tree, and with `-u` the files. */
export const readTree = write('read-tree', {
  notForeseen: {
    flag: [
      '-i',
      '-m',
      '-n --dry-run',
      '-q --quiet',
      '-u',
      '-v --verbose',
      '--aggressive',
      '--debug-unpack',
      '--empty',
      '--no-sparse-checkout',
      '--reset',
      '--trivial',
    ],
    optional: ['--recurse-submodules'],
    value: ['--exclude-per-directory', '--index-output'],
  },
  touches: line =>
    isGiven(line.known, '-u') ? filesWrittenFrom({ trees: [...revisionsOn(line), 'HEAD'] }) : trackedFiles,
  examples: { local: ['git read-tree topic'] },
});
