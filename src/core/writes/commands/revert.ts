import { undoing } from '../impact/replay.ts';
import { write } from './record.ts';
import { sequencer } from './sequencer.ts';

/** git-revert(1): makes commits that undo others. */
export const revert = write('revert', {
  ...sequencer({ subcommand: 'revert', does: 'Reverts', step: undoing }),
  allowance: { options: ['--no-commit', '--no-edit'] },
  examples: {
    destructive: ['git revert --abort', 'git revert --skip'],
    local: ['git revert HEAD', 'git revert --no-edit HEAD~2..HEAD', 'git revert -m 1 HEAD', 'git revert --continue'],
  },
});
