import { inForce, type Walked } from '../../command/table.ts';
import type { ImpactContext } from './impact.ts';
import { expectation, type Update } from './push-updates.ts';
import { commitOf } from './revisions.ts';

export interface Accepted extends Update {
  /** True when what is there is not in what is sent. */
  readonly overwrites: boolean;
}

export interface Rejected {
  readonly ref: string;
  readonly to: string | undefined;
  readonly why: string;
}

export interface Judged {
  readonly accepted: readonly Accepted[];
  /** Refs the other side would not let go, and why. */
  readonly rejected: readonly Rejected[];
}

/** Each takes a process. */
const MOST_REFS = 100;

/** Which updates would go through as far as is known here; undefined when there are too many. */
export async function judge(
  updates: readonly Update[],
  walked: Walked,
  context: ImpactContext,
): Promise<Judged | undefined> {
  const changing = updates.filter(({ from, to }) => to === undefined || from !== to);
  if (changing.filter(({ from, to }) => from !== undefined && to !== undefined).length > MOST_REFS) return undefined;
  const verdicts = await Promise.all(changing.map(update => verdictOn(update, walked, context)));
  const rejected = verdicts.flatMap(verdict => ('why' in verdict ? [verdict] : []));
  const accepted = verdicts.flatMap(verdict => ('why' in verdict ? [] : [verdict]));
  return { rejected, accepted: rejected.length > 0 && inForce(walked, '--atomic') ? [] : accepted };
}

async function verdictOn(
  { ref, from, to, force }: Update,
  walked: Walked,
  context: ImpactContext,
): Promise<Accepted | Rejected> {
  const expected = expectation(walked, ref);
  if (expected !== undefined && from !== undefined) {
    const oid = expected === '' ? undefined : await commitOf(context, expected);
    if (oid !== from) return { ref, to, why: 'is not what the lease expects' };
  }
  const overwrites = from !== undefined && to !== undefined && !(await isAncestor(context, from, to));
  if (!overwrites || force) return { ref, from, to, force, overwrites };
  return { ref, to, why: ref.startsWith('refs/tags/') ? 'exists already' : 'has commits that this push does not' };
}

/** An object that is no commit, such as a tag of a file, has no ancestors. */
async function isAncestor(context: ImpactContext, ancestor: string, commit: string): Promise<boolean> {
  const count = await context.git.readOrThrow(
    ['rev-list', '--count', '--max-count=1', ancestor, `^${commit}`, '--'],
    context.repository.workTree,
    {
      accepts: [128],
    },
  );
  return count.trim() === '0';
}
