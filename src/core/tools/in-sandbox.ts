import * as z from 'zod/mini';
import { SandboxFailure } from '../sandbox/failure.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { SandboxSide } from '../sandbox/sandbox-side.ts';
import type { RunningCall } from './tool-call.ts';
import type { ToolCore } from './tool-core.ts';
import { problem, type ToolResult } from './tool-result.ts';

/** The fields that several sandbox tools have. */
export const sandboxName = z.optional(
  z
    .string()
    .check(
      z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
      z.describe("A sandbox by a name of your choice, to find it again later; your session's own when it is left out."),
    ),
);

export const sandboxPath = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(4200),
    z.describe('A path of the sandbox, such as "/workspace/docs/a.md" or "docs/a.md".'),
  );

export const commitId = z
  .string()
  .check(z.minLength(1), z.maxLength(60), z.describe('The id of a staged commit, or its first 6 characters.'));

/** Work with the sandbox of a call; whatever it refuses is an answer with its code. */
export async function inSandbox(
  core: Pick<ToolCore, 'sandbox'>,
  name: string | undefined,
  call: Pick<RunningCall, 'origin' | 'session'>,
  work: (sandbox: Sandbox, side: SandboxSide) => Promise<ToolResult>,
): Promise<ToolResult> {
  return withSandboxes(core, async side => work(await side.open(nameOf(name, call)), side));
}

/** The same for what needs none of its files. */
export async function withSandboxes(
  { sandbox }: Pick<ToolCore, 'sandbox'>,
  work: (side: SandboxSide) => Promise<ToolResult>,
): Promise<ToolResult> {
  try {
    return await work(await sandbox());
  } catch (error) {
    if (!(error instanceof SandboxFailure)) throw error;
    const { code, message, hint } = error;
    return problem({ code, message, hint, status: code === 'target-refused' ? 'refused' : 'failed' });
  }
}

/** Doors are apart: what an agent calls its sandbox at one is not there at another. */
const nameOf = (name: string | undefined, { origin, session }: Pick<RunningCall, 'origin' | 'session'>): string =>
  [origin, name ?? session].filter(Boolean).join('-');
