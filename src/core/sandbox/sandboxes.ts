import { createHash } from 'node:crypto';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../../shared/file-errors.ts';
import { SandboxFailure } from './failure.ts';
import { openChangeLog, readChangeLog } from './files/change-log.ts';
import { type Contents, folderContents } from './files/contents.ts';
import { takeOwnership } from './owner.ts';
import { createSandbox, type Sandbox, type SandboxChange } from './sandbox.ts';
import { SANDBOX_LIMITS, type SandboxLimits } from './sizes.ts';

/** The sandboxes of a workspace, one for each session. */
export interface Sandboxes {
  /** The sandbox of that name, as it was left; made when there is none. Throws where another process that runs has it. */
  open(name: string): Promise<Sandbox>;
  /** The names of all that there are. */
  list(): Promise<readonly string[]>;
  /** A sandbox as it is now, whoever has it open: to be looked at, not changed. The same object while it is the same. */
  look(name: string): Promise<SandboxView>;
  /** Gives one back, so that another process can open it. */
  release(name: string): Promise<void>;
  /** Gives all of them back. */
  close(): Promise<void>;
}

export type SandboxView = Pick<Sandbox, 'name' | 'state' | 'limits'> & { readonly contents: Pick<Contents, 'get'> };

/** A change of the sandbox of that name, which this process has open. */
export interface NamedChange extends SandboxChange {
  readonly name: string;
}

export interface SandboxesOptions {
  /** Where the sandboxes of all workspaces are. */
  readonly folder: string;
  /** What the sandboxes belong to: the first folder of the workspace. */
  readonly workspace: () => string | undefined;
  readonly limits?: (() => SandboxLimits) | undefined;
  readonly changed?: ((change: NamedChange) => void) | undefined;
  readonly now?: (() => number) | undefined;
  readonly reportError: (error: unknown) => void;
}

interface OpenSandbox {
  readonly sandbox: Sandbox;
  readonly close: () => Promise<void>;
}

const NAME = /^[a-z0-9][a-z0-9-]{0,59}$/;

export function createSandboxes(options: SandboxesOptions): Sandboxes {
  const { workspace, limits = () => SANDBOX_LIMITS, changed, now = Date.now, reportError } = options;
  const open = new Map<string, Promise<OpenSandbox>>();
  /** What was looked at, with the state of the log that it was read from. */
  const looked = new Map<string, { readonly log: string; readonly view: SandboxView }>();
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
        ...{ name, contents, state, limits: limits(), now, reportError },
        changed: change => changed?.({ name, ...change }),
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
      checkName(name);
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
    async look(name) {
      checkName(name);
      const opened = await open.get(name)?.catch(() => undefined);
      if (opened !== undefined) return opened.sandbox;
      const own = join(folder(), name);
      const path = join(own, 'changes');
      const { size = 0, mtimeMs = 0 } = (await stat(path).catch(ifMissing(undefined))) ?? {};
      const log = `${own} ${size} ${mtimeMs}`;
      const known = looked.get(name);
      if (known?.log === log) return known.view;
      const { state } = await readChangeLog(path);
      const view = { name, state, limits: limits(), contents: folderContents(join(own, 'contents')) };
      looked.set(name, { log, view });
      return view;
    },
    async release(name) {
      const opening = open.get(name);
      open.delete(name);
      await (await opening)?.close();
    },
    async close() {
      const all = [...open.values()];
      open.clear();
      await Promise.allSettled(all.map(async each => (await each).close()));
    },
  };
}

function checkName(name: string): void {
  if (!NAME.test(name)) throw new SandboxFailure('bad-path', `${JSON.stringify(name)} is no name of a sandbox.`);
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

const inUse = (name: string) =>
  new SandboxFailure(
    'sandbox-in-use',
    `Another process has the sandbox ${name} open.`,
    'Name a sandbox of your own with "sandbox".',
  );
