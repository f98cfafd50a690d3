import { spawn } from 'node:child_process';
import { quote } from '../../src/core/command/quote.ts';
import type { Fixture } from './fixture.ts';
import type { End, Trial } from './prove.ts';

/** The person's own trace files would drown everything else. */
const noTrace = { GIT_TRACE2: '0', GIT_TRACE2_EVENT: '0', GIT_TRACE2_PERF: '0' };

/** A command run as anyone would run it, with none of the product's protection: for showing that the proof can fail. */
export function unhardened(fixture: Fixture, args: readonly string[], git = fixture.git): Trial {
  const { HOME = '', PATH = '', TMPDIR = '' } = fixture.inherited;
  const run = () =>
    new Promise<End>((resolve, reject) => {
      const child = spawn(git, args, {
        cwd: fixture.repository,
        env: { HOME, PATH, TMPDIR, ...noTrace },
        stdio: 'ignore',
      });
      child.on('error', reject);
      child.on('close', exitCode => resolve({ exitCode, timedOut: false }));
    });
  return { subcommand: args[0] ?? '', canonical: quote('git', args), run };
}
