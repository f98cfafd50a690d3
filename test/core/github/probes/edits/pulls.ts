import { commitOnBranch, updateRefs } from '../../../../github/changes/git.ts';
import { mergePull } from '../../../../github/changes/merge.ts';
import * as pulls from '../../../../github/changes/pulls.ts';
import { type Chance, type Edits, type Place, peopleOf, person, pullsIn, withOne } from './place.ts';

/** One commit more on a branch. */
function push({ github: { state }, sample: { demo, hubot } }: Place, chance: Chance, branch: string): void {
  const path = `src/${chance.word()}.ts`;
  demo.git.commitFiles(
    branch,
    { [path]: `${chance.word()}\n` },
    { message: chance.word(), author: state.signature(hubot) },
  );
  state.follow(demo);
}

/** Pull requests, and pushes to their branches. */
export const PULLS: Edits = {
  openPull: (place, chance) => {
    const branch = chance.word();
    const { demo } = place.sample;
    updateRefs(place.github.state, demo, [{ name: `refs/heads/${branch}`, after: demo.git.branch('main') ?? '' }]);
    push(place, chance, branch);
    return pulls.openPull(place.github.state, {
      ...{ repository: demo, author: person(place, chance), title: chance.word(), head: branch },
      isDraft: chance.one([true, false]) ?? false,
    });
  },
  closePull: withOne(
    place => pullsIn(place, 'OPEN'),
    (pull, place, chance) => pulls.closePull(place.github.state, pull, person(place, chance)),
  ),
  reopenPull: withOne(
    place => pullsIn(place, 'CLOSED'),
    (pull, { github }) => pulls.reopenPull(github.state, pull),
  ),
  setDraft: withOne(
    place => pullsIn(place, 'OPEN'),
    (pull, { github }) => pulls.setDraft(github.state, pull, !pull.isDraft),
  ),
  addReview: withOne(
    place => pullsIn(place, 'OPEN'),
    (pull, place, chance) =>
      pulls.addReview(place.github.state, pull, person(place, chance), {
        state: chance.one(['APPROVED', 'CHANGES_REQUESTED', 'COMMENTED'] as const) ?? 'COMMENTED',
        body: chance.word(),
      }),
  ),
  addThread: withOne(
    place => pullsIn(place, 'OPEN'),
    (pull, place, chance) =>
      pulls.addThread(place.github.state, pull, person(place, chance), {
        path: 'src/parser.ts',
        line: 1,
        body: chance.word(),
      }),
  ),
  resolveThread: withOne(
    place => pullsIn(place).flatMap(({ reviewThreads }) => reviewThreads),
    (thread, { sample }) => pulls.resolveThread(thread, thread.isResolved ? null : sample.monalisa),
  ),
  requestReviews: withOne(
    place => pullsIn(place, 'OPEN'),
    (pull, place, chance) =>
      pulls.requestReviews(
        place.github.state,
        pull,
        chance.some([...peopleOf(place), place.sample.core]).filter(who => who !== pull.author),
        chance.one([true, false]) ?? true,
      ),
  ),
  mergePull: withOne(
    place => pullsIn(place, 'OPEN').filter(({ number }) => number > 7),
    (pull, { github, sample }, chance) =>
      mergePull(github.state, pull, sample.monalisa, { method: chance.one(['MERGE', 'SQUASH'] as const) ?? 'MERGE' }),
  ),
  retarget: withOne(
    place => pullsIn(place, 'OPEN'),
    (pull, { github, sample }, chance) => {
      const base = chance.one(['main', 'docs']) ?? 'main';
      Object.assign(pull, { baseRefName: base, baseOid: sample.demo.git.branch(base), mergeability: 'unknown' });
      github.state.touch(pull);
    },
  ),
  autoMerge: withOne(
    place => pullsIn(place, 'OPEN'),
    (pull, { github, sample }) => {
      const enabledAt = github.clock.stamp();
      pull.autoMerge = pull.autoMerge ? null : { enabledBy: sample.monalisa, enabledAt, method: 'SQUASH' };
      github.state.touch(pull);
    },
  ),
  letModify: withOne(pullsIn, pull => {
    pull.maintainerCanModify = !pull.maintainerCanModify;
  }),
  askMergeability: withOne(pullsIn, pull => {
    pull.mergeability = 'unknown';
  }),
  protect: withOne(
    ({ sample }) => sample.demo.protections,
    (protection, _place, chance) => {
      protection.reviews = (protection.reviews + 1) % 3;
      protection.requiredChecks = chance.some(['build', 'lint', 'coverage', 'ci/deploy']);
    },
  ),

  pushToPull: withOne(
    place => pullsIn(place, 'OPEN'),
    (pull, place, chance) => push(place, chance, pull.headRefName),
  ),
  pushToMain: (place, chance) => push(place, chance, 'main'),
  // Part of a pull request is merged another way: what is left of it is less.
  overtakePull: withOne(
    place => pullsIn(place, 'OPEN'),
    (pull, { github, sample: { demo } }) => {
      updateRefs(github.state, demo, [{ name: `refs/heads/${pull.baseRefName}`, after: pull.headOid, force: true }]);
    },
  ),
  rewritePull: withOne(
    place => pullsIn(place, 'OPEN'),
    (pull, { github, sample: { demo, hubot } }, chance) => {
      const { git } = demo;
      const tree = git.commit(pull.headOid)?.tree ?? '';
      const parents = git.commit(pull.headOid)?.parents ?? [];
      const after = git.writeCommit({ tree, parents, message: chance.word(), author: github.state.signature(hubot) });
      updateRefs(github.state, demo, [{ name: `refs/heads/${pull.headRefName}`, after, force: true }]);
    },
  ),
  commitOnBranch: ({ github: { state }, sample: { demo, monalisa } }, chance) =>
    commitOnBranch(state, {
      ...{ repository: demo, branch: 'main', author: monalisa, message: chance.word() },
      ...{ expectedHead: demo.git.branch('main') ?? '', deletions: [] },
      additions: [{ path: 'README.md', contents: Buffer.from(`# ${chance.word()}\n`).toString('base64') }],
    }),
  deleteBranch: withOne(
    place => pullsIn(place, 'OPEN').filter(({ number }) => number > 7),
    (pull, { github, sample: { demo } }) =>
      updateRefs(github.state, demo, [{ name: `refs/heads/${pull.headRefName}`, after: '0'.repeat(40) }]),
  ),
};
