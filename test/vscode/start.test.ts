import { expect, it, vi } from 'vitest';
import type { Core } from '../../src/core/core.ts';

const trust: (() => void)[] = [];
vi.mock('vscode', () => ({
  window: { showWarningMessage: async () => undefined },
  workspace: {
    onDidGrantWorkspaceTrust: (listener: () => void) => {
      trust.push(listener);
      return { dispose: () => {} };
    },
    onDidChangeWorkspaceFolders: () => ({ dispose: () => {} }),
  },
}));

const { startCore } = await import('../../src/vscode/start.ts');

/** Starts a core that does this when it is started. */
function begin(start: Core['start'], given: { trusted: boolean } = { trusted: true }) {
  const errors: string[] = [];
  const core = {
    start,
    tidy: async () => {},
    findRepositories: async () => {},
    trusted: () => given.trusted,
    forDisplay: (text: string) => text,
    redact: (text: string) => text,
    reportErrorIn: (where: string) => (error: unknown) => void errors.push(`${where}: ${error}`),
  } as unknown as Core;
  const channel = { warn: () => {} } as never;
  return { ...startCore(core, channel, part => part), errors };
}

const isPending = async (promise: Promise<void>): Promise<boolean> =>
  Promise.race([promise.then(() => false), new Promise<boolean>(resolve => setTimeout(resolve, 20, true))]);

it('tabs that wait for their panels are told when starting fails', async () => {
  const { started, restored, errors } = begin(async () => {
    throw new Error('no disk');
  });
  await started;
  expect(await isPending(restored)).toBe(false);
  expect(errors).toEqual(['Starting: Error: no disk']);
});

it('they wait until the workspace is trusted', async () => {
  const given = { trusted: false };
  const { started, restored } = begin(async () => undefined, given);
  await started;
  expect(await isPending(restored)).toBe(true);
  given.trusted = true;
  for (const listener of trust) listener();
  expect(await isPending(restored)).toBe(false);
});
