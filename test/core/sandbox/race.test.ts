import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Sandbox } from '../../../src/core/sandbox/sandbox.ts';
import { git } from '../git/support.ts';
import { deliver, HERE, show } from './delivery.ts';
import { put } from './rig.ts';

const TARGET = { ...HERE, branch: 'shared' } as const;
const MARKERS = /^(?:<{7} ours \(sandbox\)|={7}|>{7} theirs \(incoming\))\n/gm;

it('10.6 two agents that race on one branch lose nobody’s commit, whatever the order', async () => {
  const { repository, side, core } = await deliver();
  let run = 0;
  let pushes = 0;
  let conflicts = 0;
  const act = fc.record({
    agent: fc.nat(1),
    act: fc.constantFrom('pull', 'edit', 'stage', 'push', 'deliver'),
    both: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 10 }), async acts => {
      run += 1;
      git(repository, 'branch', '-f', 'shared', 'main');
      const pushed: string[] = [];
      const said = new Set<string>();
      let count = 0;
      const sandboxes = await Promise.all(['one', 'two'].map(name => side.open(`${name}-${run}`)));

      const pull = async (sandbox: Sandbox) => {
        const { conflicts } = await side.pull(sandbox, { source: TARGET });
        // Both texts are wanted: the markers alone go.
        for (const path of conflicts)
          await put(sandbox, { [path]: (await sandbox.read(path)).toString().replaceAll(MARKERS, '') });
      };
      const edit = async (sandbox: Sandbox) => {
        count += 1;
        const line = `${sandbox.name} ${count}`;
        const known = sandbox.state.files.has('/workspace/log.txt') ? (await sandbox.read('log.txt')).toString() : '';
        await put(sandbox, { 'log.txt': `${known}${line}\n`, [`own-${sandbox.name}.txt`]: line });
      };
      const stage = async (sandbox: Sandbox) => {
        for (const { id, outdated } of [...sandbox.state.staged.values()])
          if (outdated) await side.discard(sandbox, id);
        await side
          .stage(sandbox, ['.'], `by ${sandbox.name}`)
          .catch(error => expect(error.code).toBe('nothing-to-stage'));
      };
      const push = async (sandbox: Sandbox) => {
        for (const { id, files } of [...sandbox.state.staged.values()]) {
          const texts = await Promise.all(
            files.map(async ({ path, content }) =>
              content && path === '/workspace/log.txt'
                ? (await sandbox.contents.get(content.sha256, path)).toString()
                : '',
            ),
          );
          const outcome = await side.push(sandbox, id, TARGET, { origin: 'chat' }).catch(error => {
            expect(error.code).toBe('nothing-to-push');
          });
          if (outcome?.kind === 'pushed') {
            pushes += 1;
            pushed.push(outcome.commitSha);
            for (const line of texts.join('').split('\n')) if (line !== '') said.add(line);
          } else if (outcome) {
            expect(outcome.kind).toBe('conflict');
            conflicts += 1;
          }
        }
      };
      const deliverNow = async (sandbox: Sandbox) => {
        for (const step of [pull, edit, stage, push]) await step(sandbox);
      };
      const steps = { pull, edit, stage, push, deliver: deliverNow };
      for (const { agent, act: name, both } of acts)
        await Promise.all(sandboxes.map((sandbox, at) => (both || at === agent ? steps[name](sandbox) : undefined)));

      for (const commit of pushed) expect(git(repository, 'merge-base', commit, 'shared').trim()).toBe(commit);
      expect(git(repository, 'rev-list', '--count', 'main..shared').trim()).toBe(String(new Set(pushed).size));
      const log = pushed.length === 0 ? '' : show(repository, 'shared:log.txt');
      for (const line of said) expect(log.split('\n')).toContain(line);
      expect(log).not.toMatch(MARKERS);
    }),
    { numRuns: 15 },
  );
  // Otherwise nothing was raced for.
  expect([pushes > 10, conflicts > 2]).toEqual([true, true]);
  core.dispose();
});
