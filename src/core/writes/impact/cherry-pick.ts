import { picking } from './replay.ts';
import { sequencer } from './sequencer.ts';

/** git-cherry-pick(1): makes the changes of other commits again, here. */
export const cherryPick = sequencer({ subcommand: 'cherry-pick', does: 'Picks', step: picking });
