import { expect, test } from 'vitest';
import { eachGh } from './each-gh.ts';

/** Commands that take `--json`: each prints the fields it has when it is given none. */
const commands = [
  'cache list -R octo/demo',
  'issue list -R octo/demo --state all',
  'issue list -R octo/demo --search crash',
  'issue status -R octo/demo',
  'issue view 1 -R octo/demo',
  'label list -R octo/demo',
  'pr checks 4 -R octo/demo',
  'pr list -R octo/demo --state all',
  'pr list -R octo/demo --search crash',
  'pr status -R octo/demo',
  'pr view 4 -R octo/demo',
  'pr view 6 -R octo/demo',
  'release list -R octo/demo',
  'release view v0.9.0 -R octo/demo',
  'repo list octo',
  'repo view octo/demo',
  'run list -R octo/demo',
  'run view RUN -R octo/demo',
  'search code parse',
  'search commits docs',
  'search issues crash',
  'search prs crash',
  'search repos demo',
  'secret list -R octo/demo',
  'variable list -R octo/demo',
  'workflow list -R octo/demo',
];

eachGh(world => {
  test.concurrent.for(commands)('every field of %s', async command => {
    const { gh, sample } = world();
    const args = command.replace('RUN', `${sample.bad.databaseId}`).split(' ');
    const { stderr } = await gh.run([...args, '--json']);
    const fields = [...stderr.matchAll(/^ {2}(\w+)$/gm)]
      .map(([, name = '']) => name)
      .filter(name => name !== 'projectCards');
    // Older ghs have some of the commands not, or not with --json.
    if (!stderr.startsWith('Specify one or more')) return expect(stderr).toMatch(/^unknown (command|flag)/);
    const values = JSON.parse(await gh.text(...args, '--json', fields.join(','))) as unknown;
    const [first] = [values].flat();
    if (command.includes('status')) expect(Object.keys(first as object).length).toBeGreaterThan(0);
    else expect(Object.keys(first as object)).toEqual([...fields].sort((a, b) => (a < b ? -1 : 1)));
  });

  test('none of them is missing', () => {
    expect(world().github.log.missing()).toEqual([]);
  });
});
