import { inForce, type Walked } from '../../command/table.ts';
import type { ImpactContext } from './impact.ts';
import { expectation, type Update } from './push-updates.ts';
import { commitOf } from './revisions.ts';

export interface AcceptedUpdate extends Update {
  /** True when what is there is not in what is sent. */
  readonly overwrites: boolean;
}

export interface RejectedUpdate {
  readonly ref: string;
  readonly to: string | undefined;
  readonly why: string;
}

export interface UpdateCheck {
  readonly accepted: readonly AcceptedUpdate[];
  /** Refs the other side would not let go, and why. */
  readonly rejected: readonly RejectedUpdate[];
}

/** Each takes a process. */
const MOST_REFS = 100;

/** Which updates would go through as far as is known here; undefined when there are too many. */
export async function checkUpdates(
  updates: readonly Update[],
  walked: Walked,
  context: ImpactContext,
): Promise<UpdateCheck | undefined> {
  const changing = updates.filter(({ from, to }) => to === undefined || from !== to);
  if (changing.filter(({ from, to }) => from !== undefined && to !== undefined).length > MOST_REFS) return undefined;
  const checks = await Promise.all(changing.map(update => checkUpdate(update, walked, context)));
  const rejected = checks.flatMap(check => ('why' in check ? [check] : []));
  const accepted = checks.flatMap(check => ('why' in check ? [] : [check]));
  return { rejected, accepted: rejected.length > 0 && inForce(walked, '--atomic') ? [] : accepted };
}

async function checkUpdate(
  { ref, from, to, force }: Update,
  walked: Walked,
  context: ImpactContext,
): Promise<AcceptedUpdate | RejectedUpdate> {
  const expected = expectation(walked, ref);
  if (expected !== undefined && from !== undefined) {
    const oid = expected === '' ? undefined : await commitOf(context, expected);
    if (oid !== from) return { ref, to, why: 'is not what the lease expects' };
  }
  const overwrites = from !== undefined && to !== undefined && !(await isAncestor(context, from, to));
  if (!overwrites || force) return { ref, from, to, force, overwrites };
  return { ref, to, why: ref.startsWith('refs/tags/') ? 'already exists' : 'has commits that this push does not' };
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
