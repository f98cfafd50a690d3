import { join } from 'node:path';
import { NO_LOG } from '../../../src/core/sandbox/files/change-log.ts';
import { memoryContents } from '../../../src/core/sandbox/files/contents.ts';
import { newState } from '../../../src/core/sandbox/files/state.ts';
import { createSandbox, type Sandbox } from '../../../src/core/sandbox/sandbox.ts';
import { createSandboxes, type Sandboxes } from '../../../src/core/sandbox/sandboxes.ts';
import { SANDBOX_LIMITS, type SandboxLimits } from '../../../src/core/sandbox/sizes.ts';

const reportError = (error: unknown) => {
  throw error;
};

/** A sandbox that is gone with the test; its clock stands still. */
export const inMemory = (limits: Partial<SandboxLimits> = {}): Sandbox =>
  createSandbox({
    ...{ name: 'test', contents: memoryContents(), log: NO_LOG, state: newState(), now: () => 1000, reportError },
    limits: { ...SANDBOX_LIMITS, ...limits },
  });

/** The sandboxes of one workspace in a folder. */
export const onDisk = (folder: string, limits: Partial<SandboxLimits> = {}): Sandboxes =>
  createSandboxes({
    folder: join(folder, 'sandboxes'),
    workspace: () => '/somewhere',
    limits: () => ({ ...SANDBOX_LIMITS, ...limits }),
    reportError,
  });

export const text = (content: string): Buffer => Buffer.from(content);

/** Writes texts by their paths. */
export const put = (sandbox: Sandbox, files: Readonly<Record<string, string>>): Promise<void> =>
  sandbox.write(Object.entries(files).map(([path, content]) => ({ path, bytes: text(content) })));
