import { plural } from '../../../shared/plural.ts';
import { mergeBases } from './commits.ts';
import { type Impact, type ImpactContext, impact, listed } from './impact.ts';
import { handMade, mergeTree, withMergeWorkspace } from './merge-tree.ts';
import { commitOf } from './revisions.ts';
import type { Settings } from './settings.ts';
import { named, refused } from './wording.ts';
import { conflictedIn, filePaths, stagedIn, workTree } from './work-tree.ts';

type Action = (context: ImpactContext, settings: Settings) => Promise<Impact>;

const noMerge = refused('no merge is in progress.');

/** Options that act on a merge in progress. */
export const mergeActions: Readonly<Record<string, Action>> = {
  '--abort': async (context, settings) => {
    const [head, other] = await Promise.all([commitOf(context, 'HEAD'), commitOf(context, 'MERGE_HEAD')]);
    if (head === undefined || other === undefined) return noMerge;
    const local = await workTree(context, { untracked: true });
    const lost = await withMergeWorkspace(context, settings, async workspace => {
      const [base] = await mergeBases(context, head, other);
      return handMade(workspace, local, await mergeTree(workspace, { ours: head, theirs: other, base, label: '' }));
    });
    return impact({
      sentences: [
        ...(lost.length > 0
          ? [`Discards your conflict resolution in ${plural(lost.length, 'file')}: ${named(lost)}.`]
          : []),
        'Puts the files back to how they were before the merge.',
      ],
      lost: listed(lost),
      files: listed(filePaths(local.files)),
    });
  },
  '--continue': async context => {
    if ((await commitOf(context, 'MERGE_HEAD')) === undefined) return noMerge;
    const tree = await workTree(context);
    const [conflicted, staged] = [conflictedIn(tree), stagedIn(tree)];
    if (conflicted.length > 0) return refused(`there are still conflicts in ${named(conflicted)}.`);
    return impact({ sentences: [`Commits the merge (${plural(staged.length, 'file')}).`], files: listed(staged) });
  },
  '--quit': async () => impact({ sentences: ['Forgets the merge in progress; files and index stay as they are.'] }),
};
