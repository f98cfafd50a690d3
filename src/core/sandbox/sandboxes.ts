import { createHash } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../../shared/file-errors.ts';
import { SandboxFailure } from './failure.ts';
import { openChangeLog } from './files/change-log.ts';
import { folderContents } from './files/contents.ts';
import { takeOwnership } from './owner.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import { SANDBOX_LIMITS, type SandboxLimits } from './sizes.ts';

/** The sandboxes of a workspace, one for each session. */
export interface Sandboxes {
  /** The sandbox of that name, as it was left; made when there is none. Throws where another process that runs has it. */
  open(name: string): Promise<Sandbox>;
  /** The names of all that there are. */
  list(): Promise<readonly string[]>;
  /** Gives all of them back, so that another process can open them. */
  close(): Promise<void>;
}

export interface SandboxesOptions {
  /** Where the sandboxes of all workspaces are. */
  readonly folder: string;
  /** What the sandboxes belong to: the first folder of the workspace. */
  readonly workspace: () => string | undefined;
  readonly limits?: SandboxLimits | undefined;
  readonly now?: (() => number) | undefined;
  readonly reportError: (error: unknown) => void;
}

interface OpenSandbox {
  readonly sandbox: Sandbox;
  readonly close: () => Promise<void>;
}

const NAME = /^[a-z0-9][a-z0-9-]{0,59}$/;

export function createSandboxes(options: SandboxesOptions): Sandboxes {
  const { workspace, limits = SANDBOX_LIMITS, now = Date.now, reportError } = options;
  const open = new Map<string, Promise<OpenSandbox>>();
  const folder = () => join(options.folder, digest(workspace() ?? ''));

  const load = async (name: string): Promise<OpenSandbox> => {
    const own = join(folder(), name);
    await mkdir(own, { recursive: true, mode: 0o700 });
    const ownership = await takeOwnership(own, `sandbox ${name}`);
    if (ownership === undefined) throw inUse(name);
    try {
      const { log, state } = await openChangeLog(join(own, 'changes'));
      const contents = folderContents(join(own, 'contents'));
      const sandbox = createSandbox({
        ...{ name, contents, state, limits, now, reportError },
        log: {
          async append(change) {
            if (await ownership.isHeld()) return log.append(change);
            open.delete(name);
            throw inUse(name);
          },
        },
      });
      await sandbox.tidy();
      return { sandbox, close: ownership.release };
    } catch (error) {
      await ownership.release();
      throw error;
    }
  };

  return {
    async open(name) {
      if (!NAME.test(name)) throw new SandboxFailure('bad-path', `${JSON.stringify(name)} is no name of a sandbox.`);
      const opening = open.get(name) ?? load(name);
      open.set(name, opening);
      try {
        return (await opening).sandbox;
      } catch (error) {
        open.delete(name);
        throw error;
      }
    },
    list: async () => (await readdir(folder()).catch(ifMissing<string[]>([]))).filter(name => NAME.test(name)),
    async close() {
      const all = [...open.values()];
      open.clear();
      await Promise.allSettled(all.map(async each => (await each).close()));
    },
  };
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

const inUse = (name: string) =>
  new SandboxFailure(
    'sandbox-in-use',
    `Another process has the sandbox ${name} open.`,
    'Name a sandbox of your own with "sandbox".',
  );
