import { deletedObjects, prunableObjectsIn } from '../impact/deleted-objects.ts';
import { type Impact, type ImpactContext, unknownImpact } from '../impact/impact.ts';
import { unreachableObjects } from '../snapshot-scope.ts';
import type { ForeseenLine } from '../write-line.ts';
import { write } from './record.ts';

/** git-prune(1): deletes loose objects nothing reaches. */
export const prune = write('prune', {
  options: {
    flag: ['-n --dry-run', '-v --verbose', '--progress'],
    value: ['--expire'],
  },
  touches: unreachableObjects,
  impact: impactOf,
  examples: { destructive: ['git prune', 'git prune --expire=now'] },
});

async function impactOf({ walked }: ForeseenLine, context: ImpactContext): Promise<Impact> {
  if (walked.positionals.length > 0) return unknownImpact('Sluice cannot tell which objects the named commits keep.');
  const age = walked.options.get('--expire');
  return deletedObjects(await prunableObjectsIn(context, typeof age === 'string' ? age : undefined), context);
}
