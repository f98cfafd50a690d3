import { rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { createSerialQueue } from '../../shared/serial-queue.ts';
import type { GateUi } from '../writes/question.ts';
import { listenPrivately } from './listen.ts';
import type { OpenInWindow } from './nearness.ts';
import { serveConnection, type WindowConnection } from './window-connection.ts';
import { createOwnEntry, isSocketName, registryFolder } from './window-registry.ts';

export interface WindowServerOptions {
  /** The environment by which the folder of the registry is found. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly open: () => OpenInWindow;
  /** The gate of the window, which asks the person; loaded with the first question. */
  readonly gate: () => Promise<GateUi>;
  readonly log: (line: string) => void;
  readonly reportError: (error: unknown) => void;
}

/** Takes questions of processes without an editor, as long as it is in the registry. */
export interface WindowServer {
  /** To be called when what is open has changed, or the person has come to the window. */
  update(focused: number): Promise<void>;
  /** Declines what is asked and leaves the registry, at once. */
  dispose(): void;
}

const MOST_CONNECTIONS = 32;
/** Of all processes together: a person answers one after the other. */
const MOST_QUESTIONS = 32;

/** Undefined where this person has no place that is private. */
export async function createWindowServer(options: WindowServerOptions): Promise<WindowServer | undefined> {
  const { environment, open, gate, log, reportError } = options;
  const folder = registryFolder(environment);
  const entry = await createOwnEntry(folder);
  if (entry === undefined) return undefined;
  const connections = new Map<Socket, WindowConnection>();
  let questions = 0;
  const takePlace = () => {
    if (questions >= MOST_QUESTIONS) return undefined;
    questions += 1;
    return () => {
      questions -= 1;
    };
  };
  const connected = (socket: Socket) => {
    if (connections.size >= MOST_CONNECTIONS) return void socket.destroy();
    connections.set(socket, serveConnection(socket, { key: entry.key, open, gate, takePlace, log, reportError }));
    socket.on('close', () => connections.delete(socket));
  };

  const listening = await listenPrivately(folder, environment, connected);
  if (listening === undefined) return undefined;
  const { server, socket } = listening;
  server.on('error', reportError);
  const inTurn = createSerialQueue();
  return {
    update: focused => inTurn(() => entry.write(socket, open(), focused)),
    dispose() {
      entry.remove();
      server.close();
      if (isSocketName(socket)) rmSync(socket, { force: true });
      for (const connection of connections.values()) connection.close();
    },
  };
}
