import {
  type DecisionState,
  type Fingerprints,
  fingerprints,
  fingerprintsOf,
  hasChanged,
  type LookOptions,
} from './decision-state.ts';
import { allOf, type Impact } from './impact/impact.ts';
import { beyondShown, runsMore } from './impact/worse.ts';
import type { ParsedWrite } from './parsed-write.ts';
import { factsOfAll, isSameFacts, type RepositoryFacts } from './repository-facts.ts';
import { snapshotScopeOf } from './snapshot-scope.ts';

/**
 * The yes to a plan, from the look that is shown to the last step. A step may find what the steps before it did, and
 * nothing that anybody else did since: a commit, a staged file, another address, a file to add.
 */
export interface PlanBinding {
  /** The impact of each step as it is shown; null for one that only reads. */
  readonly impacts: readonly (Promise<Impact> | null)[];
  /** Whether the yes covers a step as it is now. */
  covers(at: number, now: DecisionState): Promise<boolean>;
  /** Takes note of what a step did; called when it is over. */
  stepDone(at: number): Promise<void>;
}

/** Begins a look at all steps; undefined stands for one that only reads. */
export async function bindPlan(
  { git, impactOf }: LookOptions,
  writes: readonly (ParsedWrite | undefined)[],
): Promise<PlanBinding> {
  const folders = [...new Set(writes.flatMap(write => write?.cwd ?? []))];
  const readFacts = async (): Promise<Facts> =>
    new Map(await Promise.all(folders.map(async cwd => [cwd, await factsOfAll(git, cwd)] as const)));
  const first = await readFacts();
  const shown = writes.map(write =>
    write ? impactOf(write).then(async impact => ({ impact, ...(await fingerprintsOf(write, impact)) })) : null,
  );
  const impacts = shown.map(step => step?.then(({ impact }) => impact) ?? null);
  /** The facts that nobody but the plan has changed. */
  let expected = first;
  /** Files that a step was shown to overwrite, as it left them. */
  let overwritten: Fingerprints = new Map();
  return {
    impacts,
    async covers(at, now) {
      const [step, facts] = await Promise.all([shown[at], readFacts()]);
      if (!step || !isSame(expected, facts)) return false;
      const isOther = (what: 'taken' | 'lost') => hasChanged(new Map([...step[what], ...overwritten]), now[what]);
      if (isOther('taken') || isOther('lost')) return false;
      if (isSame(first, facts)) return beyondShown(step.impact, now.impact) === undefined;
      // The steps before it may have staged or made what this one finds, so that it counts when one of them showed it.
      const earlier = await Promise.all(impacts.slice(0, at + 1));
      const names = new Set(earlier.flatMap(each => (each === null ? [] : allOf(each.files))));
      return (
        !runsMore(step.impact, now.impact) &&
        allOf(now.impact.files).every(name => names.has(name)) &&
        step.impact.addresses.join('\0') === now.impact.addresses.join('\0')
      );
    },
    async stepDone(at) {
      const write = writes[at];
      if (write === undefined) return;
      const before = expected;
      const { lost } = (await shown[at]) ?? {};
      overwritten = new Map([...overwritten, ...(await fingerprints([...(lost?.keys() ?? [])]))]);
      const { tracked } = snapshotScopeOf(write);
      const after = [...(await readFacts())];
      expected = new Map(after.map(([cwd, facts]) => [cwd, explained(before.get(cwd) ?? facts, facts, tracked)]));
    },
  };
}

type Facts = ReadonlyMap<string, RepositoryFacts>;

/** The facts after a step, as far as it can have changed them. Config never counts: whoever sets it is asked about what follows. */
const explained = (before: RepositoryFacts, after: RepositoryFacts, stages: boolean): RepositoryFacts => ({
  ...after,
  // What is staged is told by how it differs from HEAD.
  staged: stages || after.head !== before.head ? after.staged : before.staged,
  config: before.config,
});

const isSame = (one: Facts, other: Facts): boolean =>
  [...one].every(([cwd, facts]) => isSameFacts(facts, other.get(cwd) ?? facts));
