import { onlyRefs } from '../snapshot-scope.ts';
import { write } from './record.ts';

/** Plumbing that only adds objects, which nothing refers to yet. */
export const commitTree = write('commit-tree', {
  touches: onlyRefs,
  examples: { local: ['git commit-tree HEAD^{tree} -m words'] },
});
export const hashObject = write('hash-object', {
  touches: onlyRefs,
  examples: { local: ['git hash-object -w a.txt'] },
});
export const mktag = write('mktag', { touches: onlyRefs, examples: { local: ['git mktag'] } });
export const mktree = write('mktree', { touches: onlyRefs, examples: { local: ['git mktree'] } });
export const packObjects = write('pack-objects', {
  touches: onlyRefs,
  examples: { local: ['git pack-objects pack'] },
});
export const writeTree = write('write-tree', { touches: onlyRefs, examples: { local: ['git write-tree'] } });
