import { afterAll, describe, expect, it } from 'vitest';
import { revertsOfNew } from '../../../../src/core/writes/new-on-github.ts';
import { lock } from '../../../github/changes/conversations.ts';
import { atLeast } from '../../../github/each-gh.ts';
import { ghPrograms } from '../../../github/gh.ts';
import { type ImpactRig, startRig } from './rig.ts';

interface Case {
  readonly command: string;
  /** Said of it, in one of the sentences. */
  readonly says: RegExp;
  /** True when it is said to be refused, so that gh must fail and change nothing. */
  readonly refused?: true;
  /** True when it is said to be so already, so that gh changes nothing. */
  readonly already?: true;
  /** True when what it works on is said not to be there, which gh then finds out. */
  readonly absent?: true;
  /** True when there is harm to look at twice. */
  readonly harm?: true;
  /** True when the commands that take it back bring the state back that was there. */
  readonly reverts?: true;
  readonly before?: (rig: ImpactRig) => void;
  /** The oldest gh that has it. */
  readonly since?: string;
}

const R = '-R octo/demo';

/** These ghs ask for classic projects before they edit. */
const classic = ({ github }: ImpactRig) => {
  github.state.classicProjects = true;
};

/** The rules of the branch no longer stand in the way. */
const free = ({ sample }: ImpactRig) => void sample.demo.protections.splice(0);

const cases: readonly Case[] = [
  // Pull requests.
  {
    command: `pr merge 4 --merge ${R}`,
    says: /refuse: the rules of 'main' prohibit it, for 'build' failed/,
    refused: true,
  },
  {
    command: `pr merge 4 --merge --admin ${R}`,
    says: /^The rules of 'main' prohibit this merge, and --admin passes by them\.$/,
    harm: true,
  },
  {
    command: `pr merge 4 --squash ${R}`,
    says: /^Merges pull request #4 'Fix the crash on empty input' by hubot \(1 commit of 'fix-crash'\) into 'main' of octo\/demo, as one commit\.$/,
    before: free,
  },
  { command: `pr merge 4 --merge -d ${R}`, says: /^Deletes the branch 'fix-crash' of octo\/demo at /, before: free },
  { command: `pr merge 4 --rebase ${R}`, says: /^Closes issue #1\.$/, before: free },
  {
    command: `pr merge 4 ${R}`,
    says: /gh would refuse: it needs --merge, --squash or --rebase/,
    refused: true,
    before: free,
  },
  {
    command: `pr merge 4 --merge --match-head-commit ${'1'.repeat(40)} ${R}`,
    says: /refuse: its newest commit is/,
    refused: true,
    before: free,
  },
  { command: `pr merge 5 --merge ${R}`, says: /refuse: it is a draft/, refused: true, before: free },
  { command: `pr merge 6 --merge ${R}`, says: /is merged already/, already: true },
  { command: `pr merge 7 --merge ${R}`, says: /refuse: it is closed/, refused: true },
  { command: `pr merge fix-crash --merge ${R}`, says: /^Merges pull request #4 /, before: free },
  { command: 'pr merge https://github.com/octo/demo/pull/4 --merge', says: /^Merges pull request #4 /, before: free },
  { command: `pr close 4 ${R}`, says: /^Closes pull request #4 'Fix the crash/, reverts: true },
  { command: `pr close 4 -d ${R}`, says: /^Deletes the branch 'fix-crash' of octo\/demo at/, reverts: true },
  { command: `pr close 7 ${R}`, says: /is closed already/, already: true },
  { command: `pr reopen 7 ${R}`, says: /^Reopens pull request #7 'An idea' by hubot\.$/, reverts: true },
  { command: `pr reopen 6 ${R}`, says: /refuse: it is merged/, refused: true },
  { command: `pr ready 5 ${R}`, says: /^Marks pull request #5 .* as ready for review/, reverts: true },
  { command: `pr ready 4 --undo ${R}`, says: /^Turns pull request #4 .* into a draft/, reverts: true },
  { command: `pr ready 4 ${R}`, says: /is ready for review already/, already: true },
  { command: `pr comment 4 -b 'Ping @outsider' ${R}`, says: /^Notifies .*outsider/, reverts: true },
  { command: `pr review 4 --approve ${R}`, says: /^Approves pull request #4 / },
  { command: `pr review 5 --approve ${R}`, says: /refuse: it is your own pull request/, refused: true },
  {
    command: `pr edit 4 --title 'Mend it' --add-label bug --add-assignee hubot ${R}`,
    says: /^Changes the title from 'Fix the crash on empty input' to 'Mend it'\.$/,
    reverts: true,
    before: classic,
  },
  { command: `pr lock 4 ${R}`, says: /^Locks the conversation of pull request #4/, reverts: true },
  {
    command: `pr unlock 4 ${R}`,
    says: /^Unlocks the conversation of pull request #4/,
    reverts: true,
    before: ({ github, sample }) => lock(github.state, sample.fix, null),
  },
  {
    command: `pr create --title 'New' --body x --head idea --base main ${R}`,
    says: /^Opens a pull request 'New' from 'idea' into 'main' in octo\/demo\.$/,
  },

  // Issues.
  { command: `issue close 1 ${R}`, says: /^Closes issue #1 'Crash on empty input' by outsider\.$/, reverts: true },
  { command: `issue close 3 ${R}`, says: /is closed already/, already: true },
  { command: `issue reopen 3 ${R}`, says: /^Reopens issue #3/, reverts: true },
  {
    command: `issue comment 1 -b Hello ${R}`,
    says: /^Notifies outsider and hubot, and whoever watches octo\/demo\.$/,
    reverts: true,
  },
  { command: `issue edit 1 --remove-label bug --milestone '' ${R}`, says: /^Removes the label 'bug'\.$/ },
  {
    command: `issue edit 2 --add-label bug --add-assignee @me ${R}`,
    says: /^Adds the assignee 'monalisa'\.$/,
    reverts: true,
  },
  { command: `issue pin 1 ${R}`, says: /^Pins issue #1/, reverts: true },
  { command: `issue lock 1 ${R}`, says: /^Locks the conversation of issue #1/, reverts: true },
  {
    command: `issue delete 1 --yes ${R}`,
    says: /^Issue #1 'Crash on empty input' by outsider would be deleted with 1 comment, for ever\.$/,
    harm: true,
  },
  {
    command: `issue create --title 'A wish' --body 'For @hubot' ${R}`,
    says: /^Opens an issue 'A wish' in octo\/demo\.$/,
  },

  // Labels, releases, runs, workflows, caches, variables.
  { command: `label create new ${R}`, says: /^Creates the label 'new' in octo\/demo\.$/, reverts: true },
  { command: `label create bug ${R}`, says: /refuse: there is the label 'bug'/, refused: true },
  {
    command: `label create bug --force --color 000000 ${R}`,
    says: /^The label 'bug' .* would be overwritten\.$/,
    harm: true,
    reverts: true,
  },
  { command: `label edit bug --name defect ${R}`, says: /calls it 'defect'/, reverts: true },
  {
    command: `label delete bug --yes ${R}`,
    says: /^The label 'bug' .* would be deleted, and go from all issues/,
    harm: true,
  },
  { command: `label delete none --yes ${R}`, says: /GitHub has no label 'none'/, refused: true },
  {
    command: `release delete v0.9.0 --yes ${R}`,
    says: /^The release 'v0\.9\.0' \('Nearly there'\) by monalisa of octo\/demo would be deleted with 1 file/,
    harm: true,
  },
  { command: `release delete v7 --yes ${R}`, says: /GitHub has no release of 'v7'/, refused: true },
  { command: `release create v2 --notes x ${R}`, says: /^Publishes a release of 'v2' in octo\/demo\.$/ },
  {
    command: `workflow disable ci.yml ${R}`,
    says: /^Disables the workflow 'CI' .*: it runs no more\.$/,
    reverts: true,
  },
  { command: `workflow disable CI ${R}`, says: /^Disables the workflow 'CI'/, reverts: true },
  {
    command: `variable delete STAGE ${R}`,
    says: /^The variable 'STAGE' of octo\/demo.* would be deleted\.$/,
    harm: true,
    since: '2.30.0',
  },
  {
    command: `secret delete DEPLOY_KEY ${R}`,
    says: /^The secret 'DEPLOY_KEY' of octo\/demo.* would be deleted\.$/,
    harm: true,
  },
  { command: `secret delete NONE ${R}`, says: /GitHub has no secret 'NONE'/, refused: true },
  {
    command: `cache delete npm-linux ${R}`,
    says: /^The caches 'npm-linux' of 'refs\/heads\/main' would be deleted\.$/,
    harm: true,
    since: '2.30.0',
  },

  // Repositories and the API.
  {
    command: 'repo delete octo/demo --yes',
    says: /^The public repository 'octo\/demo' would be deleted with all its issues/,
    harm: true,
  },
  { command: 'repo delete octo/none --yes', says: /GitHub has no repository octo\/none/, refused: true },
  {
    command: 'repo archive octo/demo --yes',
    says: /^The public repository 'octo\/demo' would be read-only for everybody\.$/,
    harm: true,
    reverts: true,
  },
  {
    command: 'repo edit monalisa/dotfiles --visibility public',
    says: /would become public: everybody could read/,
    harm: true,
    since: '2.40.0',
  },
  {
    command: 'repo edit octo/demo --description Other',
    says: /^Changes --description of octo\/demo\.$/,
    reverts: true,
  },
  { command: 'api -X DELETE repos/octo/demo/labels/bug', says: /^'bug' would be deleted\.$/, harm: true },
  {
    command: 'api -X DELETE repos/octo/demo/labels/none',
    says: /There is nothing at this address now/,
    absent: true,
  },
  { command: 'api repos/octo/demo/issues -f title=Hello', says: /^With 'title' = 'Hello'\.$/ },
  {
    command: 'api -X PATCH repos/octo/demo/issues/1 -f state=closed',
    says: /^There it finds 'Crash on empty input'\.$/,
  },
];

describe.each(ghPrograms)('what is said of a gh command is what it does, with gh $version', program => {
  /** Making a GitHub takes longer than a case: one that is as it was serves again. */
  let spare: ImpactRig | undefined;
  afterAll(() => spare?.stop());
  const own = cases.filter(({ since }) => since === undefined || atLeast(program, since));

  it.each(own)('gh $command', async each => {
    const { command, says, refused = false, already = false, absent = false, harm = false, reverts = false } = each;
    const rig = spare ?? (await startRig(program));
    spare = undefined;
    each.before?.(rig);
    const was = rig.state();
    rig.github.log.clear();
    const told = await rig.told(`gh ${command}`);
    expect(rig.github.log.writes()).toEqual([]);
    expect(rig.github.log.missing()).toEqual([]);
    expect(told.unknown).toBe(null);
    expect(told.sentences).toContainEqual(expect.stringMatching(says));
    expect({ refused: told.refused, harm: (told.gitHub?.harms ?? []).length > 0 }).toEqual({ refused, harm });

    const { exitCode, stderr, stdout } = await rig.run(`gh ${command}`);
    expect(exitCode !== 0, stderr).toBe(refused || absent);
    expect(rig.state() === was, stderr).toBe(refused || already || absent);

    if (reverts) {
      const back = [...(told.gitHub?.reverts ?? []), ...(told.gitHub?.makesNew ? revertsOfNew(stdout) : [])];
      expect(back).not.toEqual([]);
      for (const revert of back) expect(await rig.run(revert)).toMatchObject({ exitCode: 0 });
      expect(rig.state()).toBe(was);
    }
    if (each.before === undefined && rig.state() === was) spare = rig;
    else await rig.stop();
  });
});
