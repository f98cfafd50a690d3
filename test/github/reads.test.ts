import { expect, test } from 'vitest';
import { atLeast, eachGh, type World } from './each-gh.ts';

type Row = [command: string, says: string | RegExp | ((world: World) => string), since?: string];

const inDemo = '-R octo/demo';

/** What each read command must say of the sample; `since` for what 2.23 does not have. */
const rows: Row[] = [
  [`pr list ${inDemo}`, /^5\tUnderstand quotes\tquotes\tDRAFT\t.*\n4\tFix the crash on empty input\tfix-crash\tOPEN\t/],
  [`pr list ${inDemo} --state merged`, /^6\tAdd docs\tdocs\tMERGED/],
  [`pr list ${inDemo} --state closed --limit 1`, /^7\tAn idea\tidea\tCLOSED/],
  [`pr list ${inDemo} --author hubot`, /^4\tFix.*\n$/],
  [`pr list ${inDemo} --search quotes`, /^5\tUnderstand quotes.*\n$/],
  [`pr list ${inDemo} --base main --head quotes`, /^5\tUnderstand quotes.*\n$/],
  [
    `pr status ${inDemo}`,
    /Created by you\n {2}#5 .*\n[^\n]*pending \+ Changes requested\n\nRequesting a code review from you\n {2}#4 /,
  ],
  [
    `pr diff 4 ${inDemo}`,
    /^diff --git a\/src\/parser\.ts[\s\S]*\n\+export const parse = \(text: string\) => \(text \?/,
  ],
  [`pr diff 4 ${inDemo} --name-only`, /^src\/parser\.ts\n$/],
  [`pr diff 4 ${inDemo} --patch`, /^From [0-9a-f]{40} [\s\S]*Subject: \[PATCH\] Fix the crash/],
  [`issue list ${inDemo}`, /^2\tOPEN\tSupport quotes\tenhancement\t.*\n1\tOPEN\tCrash on empty input\tbug\t/],
  [`issue list ${inDemo} --state closed`, /^3\tCLOSED\tWrite a README/],
  [`issue list ${inDemo} --label bug`, /^1\tOPEN.*\n$/],
  [`issue list ${inDemo} --assignee @me`, /^1\tOPEN.*\n$/],
  [`issue list ${inDemo} --mention monalisa`, /^1\tOPEN.*\n$/],
  [`issue list ${inDemo} --milestone v1.0`, /^1\tOPEN.*\n$/],
  [`issue list ${inDemo} --search quotes`, /^2\tOPEN.*\n$/],
  [`issue status ${inDemo}`, /assigned to you\n {2}1\tOPEN[\s\S]*opened by you\n {2}2\tOPEN/],
  [
    `run list ${inDemo}`,
    /^in_progress\t\tUnderstand quotes\tCI\tquotes[\s\S]*\ncompleted\tfailure\tFix the crash[\s\S]*\ncompleted\tsuccess\t/,
  ],
  [`run list ${inDemo} --branch main`, /^completed\tsuccess.*\n$/],
  [`run list ${inDemo} --status failure`, /^completed\tfailure.*\n$/, '2.24.0'],
  [`run list ${inDemo} --workflow CI --user hubot`, /^completed\tfailure.*\n$/],
  [
    `run view RUN ${inDemo}`,
    /X build in 1m15s[\s\S]*X Run tests[\s\S]*ANNOTATIONS\nX Process completed with exit code 1/,
  ],
  [`run view RUN ${inDemo} --log`, /build\tRun tests\t.*not ok 1 - empty\n[\s\S]*lint\tSet up job\t.*Runner/],
  [
    `run view RUN ${inDemo} --log-failed`,
    /^build\tRun tests\t.*not ok 1 - empty\nbuild\tRun tests\t.*##\[error\].*\n$/,
  ],
  [`run view --job JOB ${inDemo} --log`, /^build\tSet up job\t.*\nbuild\tRun tests\t.*not ok/],
  [`workflow list ${inDemo}`, /^CI\tactive\t\d+\n$/],
  [`workflow view CI ${inDemo}`, /^CI - ci\.yml\n[\s\S]*Total runs 3\n/],
  [`workflow view ci.yml --yaml ${inDemo}`, /^name: CI\n/],
  [`release list ${inDemo}`, /^First candidate\tPre-release\tv1\.0\.0-rc1\t.*\nNearly there\tLatest\tv0\.9\.0\t/],
  [`release view ${inDemo}`, /title:\tNearly there\n[\s\S]*asset:\tdemo\.txt\n--\n## Changes/],
  [`release view v1.0.0-rc1 ${inDemo}`, /prerelease:\ttrue/],
  [`release download v0.9.0 -p demo.txt -O - ${inDemo}`, /^demo\n$/],
  [`label list ${inDemo}`, /^bug\tSomething isn't working\t#d73a4a\nenhancement\t/],
  [`label list ${inDemo} --search newcomers`, /^good first issue\t.*\n$/],
  ['repo view octo/demo', /^name:\tocto\/demo\ndescription:\tA demo of everything\n--\n# Demo\n/],
  ['repo list', /^monalisa\/dotfiles\tMy settings\tprivate\t/],
  ['repo list octo', /^octo\/demo\tA demo of everything\tpublic\t/],
  ['repo list octo --topic demo', /^octo\/demo\t/],
  [`repo deploy-key list ${inDemo}`, /^77\tdeploy\tread-only\t/],
  ['search issues crash', /^octo\/demo\t1\topen\tCrash on empty input\tbug\t/],
  ['search issues --repo octo/demo --state closed', /^octo\/demo\t3\tclosed.*\n$/],
  ['search prs --repo octo/demo --state open --author hubot', /^octo\/demo\t4\topen.*\n$/],
  ['search issues --match title reproduce', /^$/],
  ['search issues --match comments reproduce', /^octo\/demo\t1\t/],
  ['search prs --draft --base main --head quotes --review changes_requested --checks pending', /^octo\/demo\t5\t/],
  ['search prs --review-requested @me', /^octo\/demo\t4\topen.*\n$/],
  ['search repos demo --owner octo', /^octo\/demo\tA demo of everything\tpublic\t/],
  ['search commits docs --repo octo/demo', /\tAdd docs\tmonalisa\t/],
  ['search code parse --repo octo/demo', /^octo\/demo:src\/parser\.ts: export const parse/, '2.25.0'],
  ['api user --jq .login', /^monalisa\n$/],
  ['api repos/octo/demo/pulls --jq .[].number', /^5\n4\n$/],
  ['api repos/{owner}/{repo}/branches --jq .[].name', /^docs\nfix-crash\nidea\nmain\nquotes\n$/],
  ['api --paginate repos/octo/demo/issues?per_page=1&state=all --jq .[].number', /^7\n6\n5\n4\n3\n2\n1\n$/],
  ['api graphql -f query={viewer{login}} --jq .data.viewer.login', /^monalisa\n$/],
  ['gist list', /\tNotes\t1 file\tsecret\t/],
  ['gist view GIST --raw', /Buy milk\./],
  ['project list --owner octo', /^1\tRoadmap\topen\tPVT_/, '2.31.0'],
  ['project view 1 --owner octo', /Roadmap/, '2.31.0'],
  [
    'project item-list 1 --owner octo',
    /^Issue\tCrash on empty input\t1\tocto\/demo\t.*\nPullRequest\tFix the crash/,
    '2.31.0',
  ],
  ['project field-list 1 --owner octo', /^Title\tProjectV2Field\t.*\nStatus\tProjectV2SingleSelectField/, '2.31.0'],
  [`cache list ${inDemo}`, /^505\tnpm-linux\t2\.00 KiB/, '2.32.0'],
  [`ruleset list ${inDemo}`, /\tProtect main\tocto\/demo \(repo\)\tactive\t2\n/, '2.31.0'],
  [`ruleset check main ${inDemo}`, /^2 rules apply to branch main/, '2.31.0'],
  [`variable list ${inDemo}`, /^STAGE\tbeta\t/, '2.31.0'],
  ['variable list --org octo', /^REGION\teu\t/, '2.31.0'],
  [`secret list ${inDemo}`, /^DEPLOY_KEY\t/],
  ['secret list --org octo', /^ORG_KEY\t/],
  [`secret list ${inDemo} --env prod`, /^PROD_KEY\t/],
  [`variable list ${inDemo} --env prod`, /^COLOUR\tblue\t/, '2.31.0'],
  [`run list ${inDemo} --created <2026-01-01`, /^$/, '2.32.0'],
  ['org list', /^octo\n$/, '2.27.0'],
  ['ssh-key list', /^laptop\t/],
  ['gpg-key list', /3262EFF25BA0D270/],
  ['status', /octo\/demo#1 +Crash on empty input[\s\S]*octo\/demo#4 +Fix the crash/],
  [`browse -n ${inDemo}`, /^https:\/\/github\.com\/octo\/demo\n$/],
];

eachGh((world, program) => {
  for (const [command, says] of rows.filter(([, , since = '0.0.0']) => atLeast(program, since)))
    test.concurrent(command, async () => {
      const { gh, sample } = world();
      const args = command
        .replace('RUN', `${sample.bad.databaseId}`)
        .replace('JOB', `${sample.bad.jobs[0]?.databaseId}`)
        .replace('GIST', sample.gist.name)
        .split(' ');
      const { stdout, stderr, exitCode } = await gh.run(args, { env: { GH_REPO: 'octo/demo' } });
      expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout).toMatch(typeof says === 'function' ? says(world()) : says);
    });

  test.concurrent('pr checks: what failed, passed and waits, and an exit code for it', async () => {
    const { stdout, exitCode } = await world().gh.run(['pr', 'checks', '4', '-R', 'octo/demo']);
    expect(stdout).toMatch(/^build\tfail\t1m15s\t.*\ncoverage\tpass\t.*\nlint\tpass\t.*\nci\/deploy\tpending\t/);
    expect(exitCode).toBe(1);
    const required = await world().gh.run(['pr', 'checks', '4', '-R', 'octo/demo', '--required']);
    expect(required.stdout).toMatch(/^build\tfail\t.*\n$/);
  });

  test.concurrent.each([
    ['pr', '4', 'pullRequest'],
    ['issue', '1', 'issue'],
  ])('%s view asks for classic projects, which are retired', async (noun, number, field) => {
    const { exitCode, stderr } = await world().gh.run([noun, 'view', number, '-R', 'octo/demo']);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`Projects (classic) is being deprecated`);
    expect(stderr).toContain(`(repository.${field}.projectCards)`);
  });

  test('nothing that gh asks for is missing, and no read has written', () => {
    const { github } = world();
    expect(github.log.missing()).toEqual([]);
    expect(github.log.writes()).toEqual([]);
  });
});
