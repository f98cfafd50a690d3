import { expect, it } from 'vitest';
import { resultOf } from '../../../src/core/git/result.ts';
import { asAnswer } from '../../../src/core/github/exit-codes.ts';
import { eachGh } from '../../github/each-gh.ts';
import { commandOf } from '../../support/verdict-of.ts';

const printed = (text: string) => ({ text, truncated: false });

eachGh(world => {
  /** What the runner makes of a run of the real gh. */
  const run = async (text: string) => {
    const command = commandOf(`gh ${text}`);
    const { exitCode, stdout, stderr } = await world().gh.run([...command.args]);
    const ended = { exitCode, timedOut: false, cancelled: false, durationMs: 1 };
    const result = resultOf('gh', ended as never, printed(stdout) as never, printed(stderr) as never);
    return { exitCode, stdout, before: result.ok, after: asAnswer(command, result) };
  };

  it('checks that fail or run are an answer, whatever gh exits with', async () => {
    for (const pull of ['fix', 'quotes'] as const) {
      const { exitCode, before, after } = await run(`pr checks ${world().sample[pull].number} -R octo/demo`);
      expect(exitCode).not.toBe(0);
      expect({ before, ok: after.ok, failure: after.failure }).toEqual({ before: false, ok: true, failure: undefined });
      expect(after.exitCode).toBe(exitCode);
    }
  });

  it('a run that failed is an answer, also to who wants to know by the exit code', async () => {
    const { after } = await run(`run view ${world().sample.bad.databaseId} --exit-status -R octo/demo`);
    expect(after.ok).toBe(true);
  });

  it('what gh could not do is none', async () => {
    for (const text of ['pr checks 999 -R octo/demo', 'run view 999 -R octo/demo', 'pr view 999 -R octo/demo'])
      expect((await run(text)).after.ok).toBe(false);
  });
});
