import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prove } from './prove.ts';
import { makeStations, type Station } from './stations.ts';
import { unhardened } from './unhardened.ts';

/** Commands that would be wrong verdicts, or are reads only when hardened, and what must be seen of each. */
const wrong: readonly (readonly [args: readonly string[], seen: RegExp])[] = [
  [['branch', 'newname'], /created repo\/\.git\/refs\/heads\/newname/],
  [['log', '--output=hacked'], /created repo\/hacked/],
  [['config', 'user.name', 'Eve'], /changed repo\/\.git\/config/],
  [['config', '--global', 'user.name', 'Eve'], /changed home\/\.gitconfig/],
  [['push', 'backup', 'main:new'], /created remote\.git\/refs\/heads\/new/],
  [['-C', 'sub', 'branch', 'newname'], /created repo\/\.git\/modules\/sub\/refs\/heads\/newname/],
  [['rm', '--dry-run', 'a.txt'], /touched repo\/\.git/],
  [['status'], /ran the program 'post-index-change'/],
  [['status'], /changed repo\/\.git\/index/],
  [['ls-files'], /ran the program 'repo-fsmonitor'/],
  [['diff', '--ext-diff'], /ran the program 'repo-diff-command'/],
  [['diff', 'HEAD', '--', 'a.txt'], /ran the program 'repo-diff-external'/],
  [['log', '-p', '--', 'x.conv'], /ran the program 'repo-textconv'/],
  [['show', '--show-signature'], /ran the program 'repo-gpg/],
  [['cat-file', '--filters', 'HEAD:x.flt'], /ran the program 'repo-smudge'/],
  [['ls-remote', 'origin'], /ran the program 'uploadpack'/],
  [['st'], /ran the program 'repo-alias-st'/],
  [['-C', 'embedded', 'status'], /ran the program 'embedded-fsmonitor'/],
];

describe.skipIf(process.platform === 'win32')('the proof', () => {
  let station: Station;
  let partial: Station;
  beforeAll(() => {
    [station, partial] = makeStations() as [Station, Station];
  });
  afterAll(() => {
    for (const { fixture } of [station, partial]) fixture.remove();
  });

  it.each(wrong)('catches git %j', async (args, seen) => {
    const { fixture, witness } = station;
    const { findings } = await prove(witness, [unhardened(fixture, args)]);
    expect(findings.flatMap(({ effects }) => effects).join('\n')).toMatch(seen);
  });

  it('catches a fetch of what a partial clone lacks', async () => {
    const { findings } = await prove(partial.witness, [unhardened(partial.fixture, ['show', '--stat', 'partial'])]);
    expect(findings.flatMap(({ effects }) => effects).join('\n')).toMatch(/created repo\/\.git\/objects\/pack/);
  });

  it('leaves nothing of one command for the next', async () => {
    const { fixture, witness } = station;
    const trials = [['tag', 'newtag'], ['--version'], ['rev-parse', 'HEAD']].map(args => unhardened(fixture, args));
    const { findings } = await prove(witness, trials);
    expect(findings.map(({ command }) => command)).toEqual(['git tag newtag']);
  });

  it('sees programs that leave no mark', async context => {
    const { fixture, witness, tracer } = station;
    if (!tracer) return context.skip();
    const { findings } = await prove(witness, [
      unhardened(fixture, ['-c', 'alias.x=!true; /bin/echo', 'x'], tracer.program),
    ]);
    expect(findings.flatMap(({ effects }) => effects).join('\n')).toMatch(/started \/bin\/echo/);
  });
});
