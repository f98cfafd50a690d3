import { onlyRefs, reflogs, WIDEST } from '../snapshot-scope.ts';
import { write } from './record.ts';

/** git-fetch(1): downloads objects; pruned branches take their reflogs along. */
export const fetch = write('fetch', {
  options: { flag: ['-p --prune'] },
  touches: ({ loose }) => (loose.mayHave('--prune') ? reflogs : onlyRefs),
  examples: { destructive: ['git fetch --force origin main:main'], local: ['git fetch', 'git fetch -p origin'] },
});

/** Other ways of moving objects between repositories. */
export const backfill = write('backfill', { touches: WIDEST, examples: { local: ['git backfill'] } });
export const fetchPack = write('fetch-pack', {
  touches: WIDEST,
  examples: { local: ['git fetch-pack https://example.com/it.git main'] },
});
export const sendPack = write('send-pack', {
  touches: WIDEST,
  examples: { destructive: ['git send-pack --force origin main'], remote: ['git send-pack origin main'] },
});
