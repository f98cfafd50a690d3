import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Sandbox } from '../../../src/core/sandbox/sandbox.ts';
import type { GitTarget } from '../../../src/core/sandbox/targets/target.ts';
import { addSample, token } from '../../github/sample.ts';
import { startGitHub } from '../../github/server.ts';
import { git, temporaryFolder } from '../git/support.ts';
import { type Delivery, deliver, HERE, show } from './delivery.ts';
import { put } from './rig.ts';

const MARKERS = /^(?:<{7} ours \(sandbox\)|={7}|>{7} theirs \(incoming\))\n/gm;

/** Where two agents race: a branch that begins at main. */
interface Course {
  readonly delivery: Delivery;
  readonly target: GitTarget;
  /** The repository, as git on this machine sees it. */
  readonly folder: string;
  readonly runs: number;
  /** Lets somebody else commit right before the branch is moved next, when all has been looked at; `false` takes it back. */
  readonly sneakIn: (soon: boolean) => void;
  /** Their commits. */
  readonly sneaked: string[];
  readonly end?: () => Promise<void>;
}

/** A git by which somebody else is faster by a hair. */
function sneakyGit(): { gitPath: string; soon: string; done: string } {
  const folder = temporaryFolder();
  const [gitPath = '', soon = '', done = ''] = ['git', 'soon', 'done'].map(name => join(folder, name));
  const commit = `git -c user.name=Eve -c user.email=eve@example.com commit-tree -p refs/heads/shared -m sneaked 'refs/heads/shared^{tree}'`;
  writeFileSync(
    gitPath,
    `#!/bin/sh
case " $* " in
  *" update-ref "*" refs/heads/shared "*)
    if rm '${soon}' 2>/dev/null; then
      oid=$(${commit} </dev/null) && git update-ref refs/heads/shared "$oid" && echo "$oid" >>'${done}'
    fi ;;
esac
exec git "$@"
`,
    { mode: 0o755 },
  );
  return { gitPath, soon, done };
}

const COURSES = {
  async 'a local repository'(): Promise<Course> {
    const { gitPath, soon, done } = sneakyGit();
    const delivery = await deliver(undefined, { settings: { gitPath } });
    return {
      ...{ delivery, target: { ...HERE, branch: 'shared' }, folder: delivery.repository, runs: 8 },
      sneakIn: is => (is ? writeFileSync(soon, '') : rmSync(soon, { force: true })),
      get sneaked() {
        return existsSync(done) ? readFileSync(done, 'utf8').trim().split('\n') : [];
      },
    };
  },
  async GitHub(): Promise<Course> {
    const secondary = { rest: 1e6, graphql: 1e6, concurrent: 100 };
    const github = await startGitHub({ limits: { core: 1e6, graphql: 1e6, secondary } });
    const { demo, hubot } = addSample(github);
    const delivery = await deliver(undefined, { github, environment: { GITHUB_TOKEN: token } });
    const sneaked: string[] = [];
    const commit = { message: 'sneaked', author: github.state.signature(hubot) };
    let soon = false;
    github.faults.add(
      { kind: 'latency', milliseconds: 0 },
      {
        times: Number.POSITIVE_INFINITY,
        on({ operation }) {
          if (!soon || !operation?.fields.includes('updateRefs')) return false;
          soon = false;
          sneaked.push(demo.git.commitFiles('shared', { 'sneaked.txt': `${sneaked.length}` }, commit));
          return true;
        },
      },
    );
    return {
      ...{ delivery, folder: demo.git.path, runs: 5, sneaked, end: github.stop },
      target: { type: 'github', repo: 'octo/demo', branch: 'shared' },
      sneakIn(is) {
        soon = is;
      },
    };
  },
};

it.each(Object.entries(COURSES))(
  '10.6 two agents that race on a branch of %s lose nobody’s commit, whatever the order',
  async (_name, start) => {
    const course = await start();
    const { delivery, target, folder: repository, runs, sneakIn, end } = course;
    const { side, core } = delivery;
    let run = 0;
    let pushes = 0;
    let conflicts = 0;
    const act = fc.record({
      agent: fc.nat(1),
      act: fc.constantFrom('pull', 'edit', 'stage', 'push', 'deliver'),
      both: fc.boolean(),
      sneaks: fc.nat(5).map(number => number === 0),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 10 }), async acts => {
        run += 1;
        git(repository, 'update-ref', 'refs/heads/shared', 'main');
        const pushed: string[] = [];
        sneakIn(false);
        const sneakedBefore = course.sneaked.length;
        const said = new Set<string>();
        let count = 0;
        const sandboxes = await Promise.all(['one', 'two'].map(name => side.open(`${name}-${run}`)));

        const pull = async (sandbox: Sandbox) => {
          const { conflicts } = await side.pull(sandbox, { source: target });
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
            const outcome = await side.push(sandbox, id, target, { origin: 'chat' }).catch(error => {
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
        for (const { agent, act: name, both, sneaks } of acts) {
          if (sneaks) sneakIn(true);
          await Promise.all(sandboxes.map((sandbox, at) => (both || at === agent ? steps[name](sandbox) : undefined)));
        }

        const all = [...pushed, ...course.sneaked.slice(sneakedBefore)];
        for (const commit of all) expect(git(repository, 'merge-base', commit, 'shared').trim()).toBe(commit);
        expect(git(repository, 'rev-list', '--count', 'main..shared').trim()).toBe(String(new Set(all).size));
        const log = pushed.length === 0 ? '' : show(repository, 'shared:log.txt');
        for (const line of said) expect(log.split('\n')).toContain(line);
        expect(log).not.toMatch(MARKERS);
      }),
      { numRuns: runs },
    );
    // Otherwise nothing was raced for.
    expect([pushes > 2, conflicts > 0, course.sneaked.length > 0]).toEqual([true, true, true]);
    core.dispose();
    await end?.();
  },
);
