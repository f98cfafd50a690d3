import { WIDEST } from '../snapshot-scope.ts';
import { write } from './record.ts';

/** Commands that make a repository where there was none, or set one up again. */
export const clone = write('clone', {
  touches: WIDEST,
  examples: { local: ['git clone https://example.com/it.git'] },
});
export const init = write('init', { touches: WIDEST, examples: { local: ['git init'] } });
export const initDb = write('init-db', { touches: WIDEST, examples: { local: ['git init-db'] } });
