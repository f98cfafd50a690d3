import { expect, it } from 'vitest';
import { walkGh } from '../../../../src/core/command/gh/walk-gh.ts';

const walked = (line: string) => walkGh({ args: line.split(' ') });

it.each([
  ['pr list', 'pr list'],
  ['pr ls -R octo/demo', 'pr list'],
  ['-R octo/demo pr ls', 'pr list'],
  ['pr -R octo/demo ls', 'pr list'],
  ['agents list', 'agent-task list'],
  ['repo deploy-key ls', 'repo deploy-key list'],
  ['api -X GET user', 'api'],
])('gh %s is %s', (line, path) => {
  expect(walked(line)?.path).toBe(path);
});

it('options stand before and after the action, the last one on each counts', () => {
  const words = walked('-R one/x pr --repo=two/x view 12 -R three/x --json title,body --comments=false');
  expect(Object.fromEntries(words?.options ?? [])).toEqual({
    '--comments': false,
    '--json': 'title,body',
    '--repo': 'three/x',
  });
  expect(words?.positionals).toEqual(['12']);
  expect(words?.found.map(({ written, value }) => [written, value])).toEqual([
    ['-R', 'one/x'],
    ['--repo', 'two/x'],
    ['-R', 'three/x'],
    ['--json', 'title,body'],
  ]);
});

it.each(['nothing', 'pr nothing', 'pr list --nothing', 'pr --nothing list', '--nothing pr list', 'copilot x'])(
  'gh %s is in no table',
  line => {
    expect(walked(line)).toBeUndefined();
  },
);
