import { trackedFiles, visibleFiles } from '../snapshot-scope.ts';
import { write } from './record.ts';

/** git-bisect(1): checks out one commit after another. */
export const bisect = write('bisect', { touches: visibleFiles, examples: { local: ['git bisect start HEAD HEAD~9'] } });

/** git-sparse-checkout(1): folders that leave the work tree take what is ignored in them along. */
export const sparseCheckout = write('sparse-checkout', {
  touches: { ...trackedFiles, untracked: 'ignored' },
  examples: { local: ['git sparse-checkout set src'] },
});

/** git-update-index(1): sets entries of the index one by one. */
export const updateIndex = write('update-index', {
  touches: trackedFiles,
  examples: { local: ['git update-index --add a.txt'] },
});
