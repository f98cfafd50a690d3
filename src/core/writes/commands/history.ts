import { reflogs, WIDEST } from '../snapshot-scope.ts';
import { write } from './record.ts';

/** Commands that make commits and move refs in bulk. */
export const fastExport = write('fast-export', {
  touches: WIDEST,
  examples: { destructive: ['git fast-export --export-marks=marks --all'], local: ['git fast-export --all'] },
});
export const fastImport = write('fast-import', { touches: reflogs, examples: { destructive: ['git fast-import'] } });
export const history = write('history', { touches: WIDEST, examples: { destructive: ['git history reword HEAD~1'] } });
export const replay = write('replay', {
  touches: WIDEST,
  examples: { destructive: ['git replay --onto main topic~3..topic'] },
});
