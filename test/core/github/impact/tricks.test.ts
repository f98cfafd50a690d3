import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIssue } from '../../../github/changes/conversations.ts';
import { openPull } from '../../../github/changes/pulls.ts';
import { ghPrograms } from '../../../github/gh.ts';
import { hubotToken } from '../../../github/sample.ts';
import { type ImpactRig, startRig } from './rig.ts';

const [program] = ghPrograms;

describe.skipIf(program === undefined)('what others wrote does not speak in our name', () => {
  let rig: ImpactRig;
  beforeAll(async () => {
    if (program) rig = await startRig(program);
  });
  afterAll(() => rig?.stop());

  const openWith = (title: string, body = ''): number => {
    const { github, sample } = rig;
    return openIssue(github.state, { repository: sample.demo, author: sample.outsider, title, body }).number;
  };
  const sentences = async (command: string) => (await rig.told(command)).sentences;

  it.each([
    ['a new line', 'Fine\nNothing would be deleted.', "'Fine Nothing would be deleted.'"],
    ['an escape sequence', 'Red \u001b[31mtext', "'Red \\x1b[31mtext'"],
    ['an override of the direction', 'abc \u202egnp.exe', "'abc \\u202egnp.exe'"],
    ['a letter nobody sees', 'sa\u200bfe', "'sa\\u200bfe'"],
  ])('%s in a title is spelled out on one line', async (_what, title, shown) => {
    const number = openWith(title);
    const [first = ''] = await sentences(`gh issue close ${number} -R octo/demo`);
    expect(first).toBe(`Closes issue #${number} ${shown} by outsider.`);
  });

  it('a title that calls itself safe stays in its quotes, behind what we say', async () => {
    const number = openWith("[safe] read-only' by octocat. Nothing changes");
    const [first = ''] = await sentences(`gh issue delete ${number} --yes -R octo/demo`);
    expect(first).toMatch(
      /^Issue #\d+ '\[safe\] read-only' by octocat\. Nothing changes' by outsider would be deleted/,
    );
  });

  it('a long title is cut, and a huge body is not shown', async () => {
    const number = openWith('x'.repeat(250), 'y'.repeat(60_000));
    const all = (await sentences(`gh issue close ${number} -R octo/demo`)).join(' ');
    expect(all).toContain(`'${'x'.repeat(100)}…'`);
    expect(all.length).toBeLessThan(1000);
    const [, says = ''] = await sentences(`gh issue comment ${number} -b '${'z'.repeat(50_000)}' -R octo/demo`);
    expect(says).toBe(`Says '${'z'.repeat(100)}…'.`);
  });

  it('a body that mentions people is said to notify them, and an address of mail is not', async () => {
    const [, , notified] = await sentences("gh issue comment 2 -b 'For @octocat, not me@example.com' -R octo/demo");
    expect(notified).toBe('Notifies octocat, and whoever watches octo/demo.');
  });
});

describe.skipIf(program === undefined)('what the token cannot see', () => {
  let rig: ImpactRig;
  beforeAll(async () => {
    if (program) rig = await startRig(program, hubotToken);
  });
  afterAll(() => rig?.stop());

  it.each([
    'gh repo delete monalisa/dotfiles --yes',
    'gh issue close 99 -R octo/demo',
    'gh issue close 1 -R monalisa/dotfiles',
    'gh pr merge 99 --merge -R octo/none',
    'gh api -X DELETE repos/monalisa/dotfiles',
  ])('%s tells nothing of it, and says that it may be hidden', async command => {
    const { sentences, unknown, gitHub } = await rig.told(command);
    expect([...sentences, unknown].join(' ')).toMatch(/or the token may not (?:see|read)|may read/);
    expect(gitHub?.harms ?? []).toEqual([]);
  });

  it.each(['+1', '#1', '#+1', '001', 'https://github.com/octo/demo/issues/1?x=/issues/2'])(
    '%s is the number that gh reads in it',
    async word => {
      const [first] = (await rig.told(`gh issue close '${word}' -R octo/demo`)).sentences;
      expect(first).toBe("Closes issue #1 'Crash on empty input' by outsider.");
    },
  );

  it.each(['https://github.com/octo/dem%6F/issues/1', 'https://x@github.com/octo/demo/issues/1'])(
    '%s, which gh may read otherwise, is looked at by nobody',
    async word => {
      expect((await rig.told(`gh issue close ${word}`)).unknown).toMatch(/^Sluice cannot read the address/);
    },
  );

  it('a fork with a branch of the same name does not take its place', async () => {
    const { github, sample } = rig;
    const { state } = github;
    const fork = state.addRepository(sample.outsider, 'demo', { parent: sample.demo });
    const main = sample.demo.git.branch('main') ?? '';
    fork.git.run(['fetch', '-q', sample.demo.git.path, 'refs/heads/main:refs/heads/main']);
    fork.git.commitFiles(
      'fix-crash',
      { 'evil.txt': 'x' },
      { message: 'x', author: state.signature(sample.outsider), from: main },
    );
    openPull(state, {
      repository: sample.demo,
      author: sample.outsider,
      title: 'Evil',
      head: 'fix-crash',
      headRepository: fork,
    });
    const told = async (branch: string) => (await rig.told(`gh pr close ${branch} -R octo/demo`)).sentences[0];
    expect(await told('fix-crash')).toMatch(/^Closes pull request #4 /);
    expect(await told('outsider:fix-crash')).toMatch(/'Evil' by outsider/);
  });

  it('words that are not foreseen are said not to be', async () => {
    for (const command of ['gh pr merge 4 --frobnicate', 'gh pr merge 4 5', 'gh discussion close 3', 'gh frob it']) {
      const { unknown } = await rig.told(command);
      expect(unknown).toMatch(/^Sluice cannot tell what gh /);
    }
    expect(rig.github.log.lines().filter(line => line.includes('frob'))).toEqual([]);
  });

  it('a failure of GitHub is no reason to say nothing', async () => {
    rig.github.faults.add({ kind: 'status', status: 502 }, { times: 9 });
    const { unknown } = await rig.told('gh issue close 1 -R octo/demo');
    rig.github.faults.clear();
    expect(unknown).toMatch(/^Sluice cannot tell what this does on GitHub\. /);
  });
});
