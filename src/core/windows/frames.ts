import type { Socket } from 'node:net';
import { LARGEST_FRAME } from '../../protocol/window/to-window.ts';
import { errorCode } from '../../shared/file-errors.ts';

/** More than an honest side ever sends: a plan of many steps, a heartbeat. */
const MOST_IN_A_SECOND = 200;
const NEW_LINE = 0x0a;

export interface FrameHearer {
  /** A frame as it came, not checked yet. Nothing is read any more once it answers false. */
  readonly take: (frame: unknown) => boolean;
  /** The other side does not keep to the rules; why, for the log. */
  readonly broken: (why: string) => void;
}

/** Reads lines of JSON off a socket, and gives up on what is too long, too much or no JSON. */
export function readFrames(socket: Socket, { take, broken }: FrameHearer): void {
  let pending: Buffer[] = [];
  let length = 0;
  let second = performance.now();
  let count = 0;
  let over = false;
  const giveUp = (why: string) => {
    over = true;
    broken(why);
  };
  const frame = (line: Buffer) => {
    if (performance.now() - second >= 1000) {
      second = performance.now();
      count = 0;
    }
    count += 1;
    if (count > MOST_IN_A_SECOND) return giveUp('too many frames in a second');
    const parsed = parse(line);
    if (parsed === undefined) return giveUp('a frame that is no JSON');
    if (!take(parsed)) over = true;
  };
  socket.on('data', chunk => {
    let rest = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
    while (!over) {
      const end = rest.indexOf(NEW_LINE);
      const part = end === -1 ? rest : rest.subarray(0, end);
      length += part.length;
      if (length > LARGEST_FRAME) return giveUp('a frame that is too large');
      pending.push(part);
      if (end === -1) return;
      const line = Buffer.concat(pending);
      pending = [];
      length = 0;
      rest = rest.subarray(end + 1);
      frame(line);
    }
  });
}

/** Undefined for what is no JSON in UTF-8. */
function parse(line: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Sends a frame; a side that takes nothing in any more is given up. */
export function writeFrame(socket: Socket, frame: object): void {
  if (socket.destroyed || socket.writableEnded) return;
  socket.write(`${JSON.stringify(frame)}\n`);
  if (socket.writableLength > 8 * LARGEST_FRAME) socket.destroy();
}

const GONE = ['ECONNRESET', 'EPIPE'];

/** For errors of a socket: that the other side is gone is none, and the socket closes. */
export const unlessGone =
  (report: (error: unknown) => void) =>
  (error: unknown): void => {
    if (!GONE.includes(String(errorCode(error)))) report(error);
  };
