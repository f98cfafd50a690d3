import { inForce } from '../../command/table.ts';
import { isMirror, pushRules } from '../impact/push-refspecs.ts';
import { remoteOn } from '../impact/push-remote.ts';
import type { Refspec } from '../impact/remotes.ts';
import { isGiven, type WriteLine } from '../write-line.ts';
import { type Branches, plain } from './branches.ts';
import type { PolicyPlace } from './place.ts';

/** What a push may do on the other side, by its words and by the config. */
export interface PushFacts {
  /** It may take the place of commits that are there, or delete a branch. */
  readonly overwrites: boolean;
  readonly deletes: boolean;
  readonly branches: Branches;
}

const WORST: PushFacts = { overwrites: true, deletes: true, branches: 'any' };

export function pushFacts({ known, subcommand }: WriteLine, configured: boolean, place: PolicyPlace): PushFacts {
  if (known === undefined || configured || subcommand !== 'push') return WORST;
  const { settings, refs, branch } = place;
  const remote = remoteOn(known, settings, refs).name;
  const rules = pushRules(known, settings, remote, refs);
  const specs = rules.ok ? rules.refspecs : [];
  const mirror = isMirror(known, settings, remote);
  const deletes =
    mirror ||
    inForce(known, '--delete') ||
    inForce(known, '--prune') ||
    specs.some(({ from, to }) => from === '' && to);
  const overwrites =
    deletes ||
    ['--force', '--force-with-lease'].some(name => isGiven(known, name) && inForce(known, name)) ||
    specs.some(({ force }) => force);
  if (mirror || !rules.ok) return { overwrites: Boolean(overwrites), deletes: Boolean(deletes), branches: 'any' };
  const local = refs.flatMap(({ name }) => (name.startsWith('refs/heads/') ? [name] : []));
  return {
    overwrites: Boolean(overwrites),
    deletes: Boolean(deletes),
    branches: plain(specs.filter(({ negative }) => !negative).flatMap(spec => goalsOf(spec, local, branch))),
  };
}

/** What a refspec sets there; `*` where that cannot be told. */
function goalsOf({ from, to = from }: Refspec, local: readonly string[], branch: string | undefined): string[] {
  if (to.startsWith('refs/tags/')) return [];
  if (from === 'refs/heads/*' && to === from) return [...local];
  if (to !== 'HEAD' && to !== '@') return [to === '' ? '*' : to];
  return [branch ?? '*'];
}
