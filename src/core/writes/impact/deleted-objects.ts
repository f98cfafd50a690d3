import { plural } from '../../../shared/plural.ts';
import { commitsIn } from './commits.ts';
import { type Impact, type ImpactContext, impact, listed, MOST_LISTED } from './impact.ts';

export const isNow = (age: string): boolean => age === 'now' || age === 'all';

export interface Objects {
  readonly commits: readonly string[];
  readonly others: number;
}

/** Loose and packed ones. Reflogs and the index hold what they reach. */
export async function unreachableObjectsIn(context: ImpactContext): Promise<Objects> {
  const words = ['fsck', '--unreachable', '--connectivity-only', '--no-dangling', '--no-progress'] as const;
  const text = await context.git.readOrThrow(words, context.repository.workTree);
  return objectsIn([...text.matchAll(/^unreachable (\w+) (\w+)$/gm)].map(([, kind = '', oid = '']) => [kind, oid]));
}

/** Loose ones of that age, by git's own list. */
export async function prunableObjectsIn(context: ImpactContext, age?: string): Promise<Objects> {
  const words = ['prune', '-n', ...(age === undefined ? [] : [`--expire=${age}`])] as const;
  const text = await context.git.readOrThrow(words, context.repository.workTree);
  return objectsIn([...text.matchAll(/^([\da-f]{40,}) (\w+)$/gm)].map(([, oid = '', kind = '']) => [kind, oid]));
}

function objectsIn(all: readonly (readonly [kind: string, oid: string])[]): Objects {
  const commits = all.filter(([kind]) => kind === 'commit').map(([, oid]) => oid);
  return { commits, others: all.length - commits.length };
}

export async function deletedObjects({ commits, others }: Objects, context: ImpactContext): Promise<Impact> {
  if (commits.length + others === 0) return impact({ sentences: ['No object would be deleted.'] });
  const lines =
    commits.length === 0
      ? []
      : (await commitsIn(context, ['--no-walk=unsorted', ...commits.slice(0, MOST_LISTED)])).items;
  const what = [
    ...(commits.length > 0 ? [plural(commits.length, 'commit')] : []),
    ...(others > 0 ? [plural(others, commits.length > 0 ? 'other object' : 'object')] : []),
  ];
  return impact({
    sentences: [`Deletes ${what.join(' and ')} for good, which nothing reaches.`],
    unreachable: listed(lines, commits.length),
  });
}
