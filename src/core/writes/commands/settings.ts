import { onlyRefs, reflogs } from '../snapshot-scope.ts';
import { write } from './record.ts';

/** Settings of the repository and what hangs on refs; the config is always saved. */
export const config = write('config', {
  touches: onlyRefs,
  examples: {
    destructive: ['git config core.hooksPath hooks', 'git config rename-section foo alias'],
    local: ['git config user.name Ada'],
  },
});
export const notes = write('notes', {
  touches: onlyRefs,
  examples: { destructive: ['git notes add -f -m words'], local: ['git notes add -m words'] },
});
export const remote = write('remote', {
  touches: reflogs,
  examples: { local: ['git remote add origin https://example.com/it.git', 'git remote rename origin upstream'] },
});
export const replace = write('replace', {
  touches: onlyRefs,
  examples: { destructive: ['git replace -f HEAD~1 topic'], local: ['git replace HEAD~1 topic'] },
});
