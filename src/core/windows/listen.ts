import { randomBytes } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePrivateFolder } from './private-folder.ts';

/** The kernel's own limit is 104 or 108, the closing zero included. */
const LONGEST_SOCKET = 100;

/** A server that listens where only this person can connect; undefined where there is no such place. */
export async function listenPrivately(
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
  connected: (socket: Socket) => void,
): Promise<{ readonly server: Server; readonly socket: string } | undefined> {
  const name = `sluice-${randomBytes(8).toString('hex')}`;
  // A pipe has no folder: its name cannot be guessed, and who has not read the key in the registry is sent away.
  if (process.platform === 'win32')
    return listenAt(`\\\\.\\pipe\\${name}-${randomBytes(16).toString('hex')}`, connected);
  const { XDG_RUNTIME_DIR = '' } = environment;
  const places = [
    folder,
    ...(XDG_RUNTIME_DIR.startsWith('/') ? [join(XDG_RUNTIME_DIR, 'sluice')] : []),
    join(tmpdir(), `sluice-${process.getuid?.() ?? ''}`),
  ];
  for (const place of places) {
    const socket = join(place, `${name}.sock`);
    if (Buffer.byteLength(socket) > LONGEST_SOCKET || !(await makePrivateFolder(place).catch(() => false))) continue;
    // Not every disk can hold a socket.
    const listening = await listenAt(socket, connected).catch(() => undefined);
    if (listening !== undefined) return listening;
  }
  return undefined;
}

async function listenAt(socket: string, connected: (socket: Socket) => void) {
  const server = createServer(connected);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, resolve);
  });
  // Nobody is kept waiting for by it.
  server.unref();
  return { server, socket };
}
