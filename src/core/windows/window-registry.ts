import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { PROTOCOL } from '../../protocol/window/to-window.ts';
import { ifMissing } from '../../shared/file-errors.ts';
import { identityOf, isRunning, processSpace } from '../git/process-identity.ts';
import { removeAbandoned, writeAtomically } from '../panels/atomic-file.ts';
import { userStateFolder } from '../user-state.ts';
import type { OpenInWindow } from './nearness.ts';
import { isPrivateFolder, makePrivateFolder } from './private-folder.ts';

/**
 * The windows of a person on a machine, each by a file in a folder that only the person can read: where it listens, the
 * key by which both sides know each other, and what it has open.
 */
export const registryFolder = (environment: Readonly<Record<string, string | undefined>>): string =>
  join(userStateFolder(environment), 'windows');

const NAME = /^window-[\da-f]{16}\.json$/;
const LARGEST_BYTES = 1 << 20;
/** An entry of another container or of before the machine's start cannot be asked for; a window renews its own sooner. */
const FOREIGN_MS = 24 * 60 * 60_000;

const path = z.string().check(z.minLength(1), z.maxLength(4096));

const entry = z.object({
  protocol: z.literal(PROTOCOL),
  process: z.object({ pid: z.int(), started: z.nullable(z.string()) }),
  space: z.string(),
  socket: path,
  key: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  folders: z.array(path),
  repositories: z.array(z.object({ root: path, commonDirectory: path })),
  /** When the person last came to the window, in milliseconds since the epoch; 0 for not yet. */
  focused: z.number(),
});

/** An entry of any version: of a dead process it is removed all the same. */
const anyEntry = z.object({ process: entry.shape.process, space: z.string(), socket: path });

/** A window that another process can put a question to. */
export interface WindowEntry extends OpenInWindow {
  readonly socket: string;
  readonly key: string;
  readonly focused: number;
}

/** The entry of this window. */
export interface OwnEntry {
  readonly key: string;
  write(socket: string, open: OpenInWindow, focused: number): Promise<void>;
  /** At once: the process may be about to end. */
  remove(): void;
}

/** Undefined when the folder cannot be trusted to be the person's own. */
export async function createOwnEntry(folder: string): Promise<OwnEntry | undefined> {
  if (!(await makePrivateFolder(folder))) return undefined;
  const file = join(folder, `window-${randomBytes(8).toString('hex')}.json`);
  const key = randomBytes(32).toString('hex');
  let removed = false;
  return {
    key,
    async write(socket, { folders, repositories }, focused) {
      if (removed) return;
      const value = {
        protocol: PROTOCOL,
        process: identityOf(process.pid),
        space: processSpace(),
        socket,
        key,
        folders: [...folders],
        repositories: repositories.map(({ root, commonDirectory }) => ({ root, commonDirectory })),
        focused,
      } satisfies z.infer<typeof entry>;
      await writeAtomically(file, JSON.stringify(value));
      if (removed) rmSync(file, { force: true });
    },
    remove() {
      removed = true;
      rmSync(file, { force: true });
    },
  };
}

/** The windows that are there and speak this version; what dead ones left is removed. None where the folder is not private. */
export async function readWindows(folder: string): Promise<readonly WindowEntry[]> {
  if (!(await isPrivateFolder(folder))) return [];
  const names = await readdir(folder);
  await removeAbandoned(folder, names, Date.now());
  const found = await Promise.all(names.filter(name => NAME.test(name)).map(name => readWindow(join(folder, name))));
  return found.filter(each => each !== undefined);
}

async function readWindow(file: string): Promise<WindowEntry | undefined> {
  const value = await readJson(file);
  const found = anyEntry.safeParse(value).data;
  if (found === undefined) return undefined;
  if (await isGone(file, found)) {
    await rm(file, { force: true });
    if (isSocketName(found.socket)) await rm(found.socket, { force: true });
    return undefined;
  }
  return found.space === processSpace() ? entry.safeParse(value).data : undefined;
}

async function isGone(file: string, { process, space }: z.infer<typeof anyEntry>): Promise<boolean> {
  if (space === processSpace()) return !isRunning(process);
  const { mtimeMs } = (await lstat(file).catch(ifMissing(undefined))) ?? { mtimeMs: Date.now() };
  return Date.now() - mtimeMs > FOREIGN_MS;
}

/** Undefined for what is not this person's own file, too large or no JSON. */
async function readJson(file: string): Promise<unknown> {
  const found = await lstat(file).catch(ifMissing(undefined));
  const isOwn = process.getuid === undefined || found?.uid === process.getuid();
  if (found === undefined || !found.isFile() || !isOwn || found.size > LARGEST_BYTES) return undefined;
  const text = await readFile(file, 'utf8').catch(ifMissing(''));
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A name that only we give, so that nothing else is ever removed by what an entry says. */
export const isSocketName = (socket: string): boolean =>
  process.platform !== 'win32' && /^sluice-[\da-f]{16}\.sock$/.test(basename(socket));

/** Whether a socket is where only this person can have put it. */
export const isPrivateSocket = async (socket: string): Promise<boolean> =>
  process.platform === 'win32' || (isSocketName(socket) && (await isPrivateFolder(dirname(socket))));
