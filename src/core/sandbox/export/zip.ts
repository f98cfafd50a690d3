import { crc32 } from 'node:zlib';
import { SandboxFailure } from '../failure.ts';
import type { ExportedFile } from './exported.ts';

/** APPNOTE 4.3: what the format holds without its extension for more. */
const MOST_FILES = 0xffff;
const MOST_BYTES = 0xffff_ffff;
/** Names are UTF-8. */
const FLAGS = 0x0800;
const VERSION = 20;
const UNIX = 3;
const REGULAR_FILE = 0o100000;

/** A zip of files as they are, not compressed: any program opens it, and nothing has to be installed to make it. */
export async function zipOf(files: AsyncIterable<ExportedFile>): Promise<Buffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for await (const { inside, bytes, mode, modified } of files) {
    const name = Buffer.from(inside);
    /** The fields that stand before a file and in the directory alike. */
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(VERSION, 0);
    fields.writeUInt16LE(FLAGS, 2);
    fields.writeUInt32LE(dosTime(new Date(modified)), 6);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(bytes.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(((REGULAR_FILE | Number.parseInt(mode.slice(3), 8)) << 16) >>> 0, 6);
    entry.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([VERSION, UNIX]), fields, entry, name);
    const local = [Buffer.from('PK\x03\x04'), fields, name, bytes];
    parts.push(...local);
    at += local.reduce((sum, { length }) => sum + length, 0);
    if (directory.length / 5 > MOST_FILES || at > MOST_BYTES)
      throw new SandboxFailure('quota', 'This is too much for a zip.', 'Open the sandbox as a folder instead.');
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  for (const place of [8, 10]) end.writeUInt16LE(directory.length / 5, place);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

/** Two seconds are the smallest step, 1980 the first year. */
function dosTime(time: Date): number {
  const day = (Math.max(0, time.getFullYear() - 1980) << 9) | ((time.getMonth() + 1) << 5) | time.getDate();
  const second = (time.getHours() << 11) | (time.getMinutes() << 5) | (time.getSeconds() >> 1);
  return ((day << 16) | second) >>> 0;
}
