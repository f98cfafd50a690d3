const NEWLINE = 0x0a;
const MARKER_ROOM = 256;

/** The part of an output that is not in its text. */
export interface Gap {
  /** The line of the text, from 0, that stands in its place. */
  readonly at: number;
  /** How much of the output comes before it. */
  readonly start: number;
  readonly bytes: number;
  /** How many lines end in it. */
  readonly lines: number;
}

export interface Capped {
  readonly text: string;
  readonly elided: number;
  /** There exactly when something is elided. */
  readonly gap?: Gap;
}

/** Keeps the head and the tail of UTF-8 text within a limit, in memory that does not grow with the text. */
export interface Cap {
  push(piece: Buffer): void;
  /** Everything so far; only to be asked for while nothing is lost. */
  all(): Buffer;
  readonly bytes: number;
  /** The text, with a marker line where bytes are missing; `note` goes into the marker. */
  end(note: string): Capped;
}

export function createCap(limit: number): Cap {
  const headRoom = Math.floor(limit / 2);
  let head = Buffer.alloc(0);
  let headBytes = 0;
  let lines = 0;
  const tail = createTail(limit - headRoom);
  const all = () => Buffer.concat([head.subarray(0, headBytes), tail.bytes()]);
  const total = () => headBytes + tail.taken();

  const pushHead = (piece: Buffer) => {
    const needed = headBytes + piece.length;
    if (needed > head.length) {
      const wider = Buffer.allocUnsafe(Math.min(headRoom, Math.max(needed, 2 * head.length, 4096)));
      head.copy(wider, 0, 0, headBytes);
      head = wider;
    }
    headBytes += piece.copy(head, headBytes);
  };

  return {
    push: piece => {
      lines += newlinesIn(piece);
      const first = piece.subarray(0, headRoom - headBytes);
      if (first.length > 0) pushHead(first);
      if (first.length < piece.length) tail.push(piece.subarray(first.length));
    },
    all,
    get bytes() {
      return total();
    },
    end: note => {
      if (total() <= limit) return { text: all().toString(), elided: 0 };
      const room = Math.max(1, limit - headRoom - MARKER_ROOM);
      const top = endAtLine(head.subarray(0, headBytes));
      const bottom = startAtLine(tail.bytes().subarray(-room));
      const elided = total() - top.length - bottom.length;
      const newline = top.length === 0 || top.at(-1) === NEWLINE ? '' : '\n';
      const shown = newlinesIn(top);
      const gap: Gap = {
        at: shown + newline.length,
        start: top.length,
        bytes: elided,
        lines: lines - shown - newlinesIn(bottom),
      };
      return { text: `${top}${newline}… ${elided} bytes elided${note} …\n${bottom}`, elided, gap };
    },
  };
}

function newlinesIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) count++;
  return count;
}

function createTail(size: number) {
  let ring: Buffer | undefined;
  let taken = 0;
  return {
    push(piece: Buffer): void {
      ring ??= Buffer.allocUnsafe(size);
      const kept = piece.subarray(-size);
      const at = (taken + piece.length - kept.length) % size;
      const copied = kept.copy(ring, at);
      kept.copy(ring, 0, copied);
      taken += piece.length;
    },
    taken: () => taken,
    bytes(): Buffer {
      if (ring === undefined || taken <= size) return ring?.subarray(0, taken) ?? Buffer.alloc(0);
      return Buffer.concat([ring.subarray(taken % size), ring.subarray(0, taken % size)]);
    },
  };
}

/** A cut moves to the line's edge unless that would cost more than this share of what is kept. */
const LINE_SHARE = 0.5;

function endAtLine(bytes: Buffer): Buffer {
  const line = bytes.lastIndexOf(NEWLINE) + 1;
  if (line > bytes.length * LINE_SHARE) return bytes.subarray(0, line);
  let end = bytes.length;
  // The cut may have taken the rest of the last character: step back over what is left of it.
  while (end > 0 && isContinuation(bytes[end - 1])) end--;
  const lead = bytes[end - 1] ?? 0;
  const whole = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return end - 1 + whole > bytes.length ? bytes.subarray(0, end - 1) : bytes;
}

function startAtLine(bytes: Buffer): Buffer {
  const line = bytes.indexOf(NEWLINE) + 1;
  if (line > 0 && line < bytes.length * LINE_SHARE) return bytes.subarray(line);
  let start = 0;
  while (isContinuation(bytes[start])) start++;
  return bytes.subarray(start);
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
