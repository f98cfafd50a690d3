import { inForce } from '../../command/table.ts';
import { deletedObjects, isNow, prunableObjectsIn, unreachableObjectsIn } from '../impact/deleted-objects.ts';
import { type Impact, type ImpactContext, impact, unknownImpact } from '../impact/impact.ts';
import { settingsOf } from '../impact/settings.ts';
import { unreachableObjects } from '../snapshot-scope.ts';
import type { ForeseenLine } from '../write-line.ts';
import { write } from './record.ts';

/** git-gc(1): packs what is reachable and deletes what is not, once it is old enough. */
export const gc = write('gc', {
  options: {
    flag: ['-q --quiet', '--aggressive', '--auto', '--cruft', '--force', '--keep-largest-pack'],
    optional: ['--prune'],
  },
  touches: unreachableObjects,
  impact: impactOf,
  examples: { destructive: ['git gc --prune=now'], local: ['git gc', 'git gc --aggressive'] },
});

async function impactOf({ walked }: ForeseenLine, context: ImpactContext): Promise<Impact> {
  if (inForce(walked, '--auto')) return unknownImpact('Sluice cannot tell whether git gc --auto would do anything.');
  const given = walked.options.get('--prune');
  if (given === false) return impact({ sentences: ['Packs objects and deletes none.'] });
  const age = typeof given === 'string' ? given : ((await settingsOf(context)).one('gc.pruneexpire') ?? '2.weeks.ago');
  if (age === 'never') return impact({ sentences: ['Packs objects and deletes none.'] });
  const objects = isNow(age) ? await unreachableObjectsIn(context) : await prunableObjectsIn(context, age);
  const found = await deletedObjects(objects, context);
  return { ...found, unknown: 'Old reflog entries would expire too; commits that only they reach are not counted.' };
}
