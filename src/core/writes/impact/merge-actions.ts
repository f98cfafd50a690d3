import { plural } from '../../../shared/plural.ts';
import { mergeBases } from './commits.ts';
import { type Impact, type ImpactContext, impact, listed } from './impact.ts';
import { mergeTree, withBench } from './merge-tree.ts';
import { commitOf } from './revisions.ts';
import type { Settings } from './settings.ts';
import { handMade } from './unfinished.ts';
import { named, refused } from './wording.ts';
import { conflictedIn, pathsOf, stagedIn, workTree } from './work-tree.ts';

type Action = (context: ImpactContext, settings: Settings) => Promise<Impact>;

const noMerge = refused('no merge is in progress.');

/** What can be done about a merge that is in progress. */
export const mergeActions: Readonly<Record<string, Action>> = {
  '--abort': async (context, settings) => {
    const [head, other] = await Promise.all([commitOf(context, 'HEAD'), commitOf(context, 'MERGE_HEAD')]);
    if (head === undefined || other === undefined) return noMerge;
    const local = await workTree(context, { untracked: true });
    const lost = await withBench(context, settings, async bench => {
      const [base] = await mergeBases(context, head, other);
      return handMade(bench, local, await mergeTree(bench, { ours: head, theirs: other, base, label: '' }));
    });
    return impact({
      sentences: [
        ...(lost.length > 0
          ? [`Throws away what was made of ${plural(lost.length, 'file')} so far: ${named(lost)}.`]
          : []),
        'Puts the files back to how they were before the merge.',
      ],
      lost: listed(lost),
      files: listed(pathsOf(local.files)),
    });
  },
  '--continue': async context => {
    if ((await commitOf(context, 'MERGE_HEAD')) === undefined) return noMerge;
    const tree = await workTree(context);
    const [conflicted, staged] = [conflictedIn(tree), stagedIn(tree)];
    if (conflicted.length > 0) return refused(`${named(conflicted)} still in conflict.`);
    return impact({ sentences: [`Commits the merge (${plural(staged.length, 'file')}).`], files: listed(staged) });
  },
  '--quit': async () => impact({ sentences: ['Forgets the merge in progress; files and index stay as they are.'] }),
};
