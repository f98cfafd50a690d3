import { deletedObjects, prunableObjectsIn } from '../impact/deleted-objects.ts';
import { type Impact, type ImpactContext, unknown } from '../impact/impact.ts';
import { unreachableObjects } from '../snapshot-scope.ts';
import { write } from './record.ts';
import type { ForeseenLine } from './write-line.ts';

/** git-prune(1): deletes loose objects nothing reaches. */
export const prune = write('prune', {
  options: {
    flag: ['-n --dry-run', '-v --verbose', '--progress'],
    value: ['--expire'],
  },
  touches: unreachableObjects,
  examples: { destructive: ['git prune', 'git prune --expire=now'] },
  impact: impactOf,
});

async function impactOf({ walked }: ForeseenLine, context: ImpactContext): Promise<Impact> {
  if (walked.positionals.length > 0) return unknown('What more is kept for the words on this line is not known.');
  const age = walked.options.get('--expire');
  return deletedObjects(await prunableObjectsIn(context, typeof age === 'string' ? age : undefined), context);
}
