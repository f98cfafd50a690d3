import { beforeEach, describe, expect, it } from 'vitest';
import type { BranchPull } from '../../../../src/core/github/pull-requests/branch-pull.ts';
import {
  type BranchPullWatch,
  createBranchPullWatch,
  findPullBranch,
  type LocalBranch,
} from '../../../../src/core/github/pull-requests/watch-branch-pull.ts';
import type { GitHubRemote } from '../../../../src/core/github/remotes.ts';

const NO_CHECKS = { passed: 0, failed: { names: [], count: 0 }, running: 0, skipped: 0 };
const pull = (number: number): BranchPull => ({ number, title: 'Fix', isDraft: false, checks: NO_CHECKS });
const MAIN: LocalBranch = { root: '/r', branch: 'main', upstream: 'origin/main' };
const FIX: LocalBranch = { root: '/r', branch: 'fix', upstream: null };

/** Time that stands still until a test moves it. */
function handClock() {
  let at = 0;
  let timers: { readonly due: number; readonly run: () => void }[] = [];
  return {
    now: () => at,
    after(ms: number, run: () => void) {
      const timer = { due: at + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter(each => each !== timer);
      };
    },
    waiting: () => timers.length,
    pass(ms: number) {
      at += ms;
      const due = timers.filter(each => each.due <= at);
      timers = timers.filter(each => each.due > at);
      for (const { run } of due) run();
    },
  };
}

const settled = () => new Promise(done => setImmediate(done));

let asked: string[];
let told: string[];
let clock: ReturnType<typeof handClock>;
let answer: (branch: LocalBranch) => Promise<BranchPull | null | undefined>;
let watch: BranchPullWatch;

beforeEach(() => {
  asked = [];
  told = [];
  clock = handClock();
  answer = async ({ branch }) => (branch === 'main' ? null : pull(4));
  watch = createBranchPullWatch({
    read(branch) {
      asked.push(branch.branch);
      return answer(branch);
    },
    tell: ({ branch }, found) => void told.push(`${branch}: ${found?.number ?? 'none'}`),
    reportError: error => {
      throw error;
    },
    clock,
  });
});

describe('the pull request of the branch in sight', () => {
  it('is asked for when the branch comes in sight, and told', async () => {
    watch.show(FIX);
    await settled();
    expect(asked).toEqual(['fix']);
    expect(told).toEqual(['fix: none', 'fix: 4']);
  });

  it('is asked for once a minute at most, however often refs change, and not at all without a change', async () => {
    watch.show(FIX);
    await settled();
    for (let i = 0; i < 20; i += 1) watch.touched('/r');
    watch.touched('/elsewhere');
    expect(asked).toHaveLength(1);
    expect(clock.waiting()).toBe(1);
    clock.pass(60_000);
    await settled();
    expect(asked).toHaveLength(2);
    clock.pass(3_600_000);
    await settled();
    expect(asked).toHaveLength(2);
    expect(clock.waiting()).toBe(0);
  });

  it('is not asked for while the view is hidden', async () => {
    watch.show(FIX);
    await settled();
    watch.touched('/r');
    watch.show(undefined);
    watch.touched('/r');
    clock.pass(3_600_000);
    await settled();
    expect(asked).toHaveLength(1);
    watch.show(FIX);
    await settled();
    expect(asked).toHaveLength(2);
  });

  it('is shown from before when its branch comes back within the minute, and stays when GitHub does not answer', async () => {
    watch.show(FIX);
    await settled();
    watch.show(MAIN);
    await settled();
    watch.show(FIX);
    await settled();
    expect(asked).toEqual(['fix', 'main']);
    expect(told.at(-1)).toBe('fix: 4');
    answer = async () => undefined;
    watch.touched('/r');
    clock.pass(60_000);
    await settled();
    expect(asked).toHaveLength(3);
    expect(told.at(-1)).toBe('fix: 4');
  });

  it('is not told of a branch that is no longer shown, and asked for anew when that comes back', async () => {
    let finish = (_: BranchPull) => {};
    const late = new Promise<BranchPull>(resolve => {
      finish = resolve;
    });
    answer = ({ branch }) => (branch === 'fix' ? late : Promise.resolve(null));
    watch.show(FIX);
    watch.show(MAIN);
    answer = async () => pull(4);
    watch.show(FIX);
    finish(pull(9));
    await settled();
    expect(told).not.toContain('fix: 9');
    watch.show(MAIN);
    watch.show(FIX);
    await settled();
    expect(told.at(-1)).toBe('fix: 4');
  });
});

describe('where a local branch is on GitHub', () => {
  const remote = (name: string, owner: string): GitHubRemote => ({
    ...{ host: 'github.com', owner, name: 'demo', remote: name, resolved: undefined },
  });
  const find = (branch: LocalBranch, remotes: readonly GitHubRemote[], hasToken = true) =>
    findPullBranch(
      { remotesOf: async () => remotes, tokens: { inUse: async () => (hasToken ? ({} as never) : undefined) } },
      branch,
    );

  it('is by its upstream, in the repository that gh would take', async () => {
    const both = [remote('upstream', 'octo'), remote('origin', 'mona')];
    expect(await find({ ...FIX, upstream: 'origin/feature/x' }, both)).toEqual({
      ...{ host: 'github.com', owner: 'octo', name: 'demo', headOwner: 'mona', branch: 'feature/x' },
    });
    expect(await find(FIX, [remote('origin', 'octo')])).toMatchObject({ headOwner: 'octo', branch: 'fix' });
  });

  it('is unknown without a remote there, and without a token', async () => {
    expect(await find(FIX, [])).toBeUndefined();
    expect(await find(FIX, [remote('origin', 'octo')], false)).toBeUndefined();
  });
});
