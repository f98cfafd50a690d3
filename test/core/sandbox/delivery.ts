import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from '../../../src/core/sandbox/sandbox.ts';
import type { SandboxSide } from '../../../src/core/sandbox/sandbox-side.ts';
import type { PushOutcome } from '../../../src/core/sandbox/targets/push.ts';
import type { GitTarget } from '../../../src/core/sandbox/targets/target.ts';
import type { Decision, Question } from '../../../src/core/writes/question.ts';
import { git } from '../git/support.ts';
import { type Fixture, type Given, makeTools } from '../tools/fixture.ts';
import { put } from './rig.ts';

/** A core with one repository, a sandbox in it, and a person who says yes unless told otherwise. */
export interface Delivery extends Fixture {
  readonly side: SandboxSide;
  readonly sandbox: Sandbox;
  readonly questions: Question[];
  push(target: GitTarget, files?: Readonly<Record<string, string>>): Promise<PushOutcome>;
}

export const HERE = { type: 'local', path: '.' } as const;

export async function deliver(
  decide: (question: Question) => Decision | Promise<Decision> = () => ({ kind: 'run' }),
  given: Omit<Given, 'ui'> = {},
): Promise<Delivery> {
  const questions: Question[] = [];
  const fixture = await makeTools({
    ...given,
    ui: {
      async decide(question) {
        questions.push(question);
        return decide(question);
      },
    },
  });
  const side = await fixture.core.sandbox();
  const sandbox = await side.open('test');
  return {
    ...{ ...fixture, side, sandbox, questions },
    async push(target, files = {}) {
      await put(sandbox, files);
      const [staged] =
        Object.keys(files).length > 0
          ? [await side.stage(sandbox, ['.'], 'Add a report')]
          : [...sandbox.state.staged.values()];
      return side.push(sandbox, staged?.id ?? '', target, { origin: 'chat' });
    },
  };
}

/** Everything below a folder, by its bytes, but for what a read may leave. */
export function fingerprint(folder: string): string {
  const hash = createHash('sha256');
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }).sort((one, other) =>
    join(one.parentPath, one.name) < join(other.parentPath, other.name) ? -1 : 1,
  ))
    if (entry.isFile())
      hash.update(join(entry.parentPath, entry.name)).update(readFileSync(join(entry.parentPath, entry.name)));
    else if (!entry.isDirectory()) hash.update(join(entry.parentPath, entry.name));
  return hash.digest('hex');
}

/** The index and the work tree. */
export const ownState = (repository: string): string =>
  [
    readFileSync(join(repository, '.git', 'index'), 'base64'),
    git(repository, 'status', '--porcelain=v2', '-uall'),
  ].join('\n');

export const show = (repository: string, object: string): string =>
  execFileSync('git', ['show', object], { cwd: repository, encoding: 'utf8' });
