import { onlyRefs, unreachableObjects } from '../snapshot-scope.ts';
import { write } from './record.ts';

/** Ways of storing the same repository differently; those that repack may drop what nothing reaches. */
export const commitGraph = write('commit-graph', {
  touches: onlyRefs,
  examples: { local: ['git commit-graph write'] },
});
export const maintenance = write('maintenance', {
  touches: unreachableObjects,
  examples: {
    destructive: ['git maintenance start', 'git maintenance register'],
    local: ['git maintenance run'],
  },
});
export const packRefs = write('pack-refs', { touches: onlyRefs, examples: { local: ['git pack-refs --all'] } });
export const repack = write('repack', {
  touches: unreachableObjects,
  examples: { destructive: ['git repack -ad', 'git repack -a -d -q'], local: ['git repack', 'git repack -Ad'] },
});
