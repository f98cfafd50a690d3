import { picking } from '../impact/replay.ts';
import { write } from './record.ts';
import { sequencer } from './sequencer.ts';

/** git-cherry-pick(1): makes the changes of other commits again, here. */
export const cherryPick = write('cherry-pick', {
  ...sequencer({ subcommand: 'cherry-pick', does: 'Picks', step: picking }),
  allowance: { options: ['--no-commit', '-x'] },
  examples: {
    destructive: ['git cherry-pick --abort', 'git cherry-pick --skip'],
    local: ['git cherry-pick topic', 'git cherry-pick -x main..topic', 'git cherry-pick --continue'],
  },
});
