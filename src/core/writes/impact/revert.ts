import { undoing } from './replay.ts';
import { sequencer } from './sequencer.ts';

/** git-revert(1): makes commits that undo others. */
export const revert = sequencer({ subcommand: 'revert', does: 'Reverts', step: undoing });
