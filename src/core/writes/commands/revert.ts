import { undoing } from '../impact/replay.ts';
import { sequencer } from '../impact/sequencer.ts';
import { write } from './record.ts';

/** git-revert(1): makes commits that undo others. */
export const revert = write('revert', {
  ...sequencer({
    subcommand: 'revert',
    does: 'Reverts',
    step: undoing,
    needs: revision => [revision, `${revision}^`],
  }),
  allowance: { options: ['--no-commit', '--no-edit'] },
  examples: {
    destructive: ['git revert --abort', 'git revert --skip'],
    local: ['git revert HEAD', 'git revert --no-edit HEAD~2..HEAD', 'git revert -m 1 HEAD', 'git revert --continue'],
  },
});
