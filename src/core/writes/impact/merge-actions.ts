import { commitAt, mergeBases } from './commits.ts';
import { localChanges, tracked } from './local-changes.ts';
import { mergeTree, withBench } from './merge-tree.ts';
import { listed, type Radius, type RadiusContext, radius } from './radius.ts';
import type { Settings } from './settings.ts';
import { handMade } from './unfinished.ts';
import { counted, named, refused } from './wording.ts';

type Action = (context: RadiusContext, settings: Settings) => Promise<Radius>;

const noMerge = refused('no merge is in progress.');

/** What can be done about a merge that is in progress. */
export const mergeActions: Readonly<Record<string, Action>> = {
  '--abort': async (context, settings) => {
    const [head, other] = await Promise.all([commitAt(context, 'HEAD'), commitAt(context, 'MERGE_HEAD')]);
    if (head === undefined || other === undefined) return noMerge;
    const local = await localChanges(context);
    const lost = await withBench(context, settings, async bench => {
      const [base] = await mergeBases(context, head, other);
      return handMade(bench, local, await mergeTree(bench, { ours: head, theirs: other, base, label: '' }));
    });
    return radius({
      says: [
        ...(lost.length > 0
          ? [`Throws away what was made of ${counted(lost.length, 'file')} so far: ${named(lost)}.`]
          : []),
        'Puts the files back to how they were before the merge.',
      ],
      lost: listed(lost),
      files: listed(tracked(local)),
    });
  },
  '--continue': async context => {
    if ((await commitAt(context, 'MERGE_HEAD')) === undefined) return noMerge;
    const { conflicted, staged } = await localChanges(context);
    if (conflicted.length > 0) return refused(`${named(conflicted)} still in conflict.`);
    return radius({ says: [`Commits the merge (${counted(staged.length, 'file')}).`], files: listed(staged) });
  },
  '--quit': async () => radius({ says: ['Forgets the merge in progress; files and index stay as they are.'] }),
};
