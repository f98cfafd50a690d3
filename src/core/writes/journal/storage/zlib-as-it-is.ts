/** The most bytes of a block that is not compressed. */
const BLOCK = 0xffff;
/** How many bytes can be added up before the sums need more than 32 bits. */
const SUMMED = 5552;
const MODULUS = 65521;

/**
 * A zlib stream (RFC 1950) that compresses nothing, of parts of which the last is not empty: the same memory with a few bytes
 * in between. Node's own copies all of it, and for a large index that costs more than the rest.
 */
export function zlibAsItIs(parts: readonly Buffer[]): Buffer[] {
  const blocks = parts.flatMap(blocksOf);
  const pieces = blocks.flatMap((block, at) => {
    const head = Buffer.from([at === blocks.length - 1 ? 1 : 0, 0, 0, 0, 0]);
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(~block.length & 0xffff, 3);
    return [head, block];
  });
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(adler32(blocks));
  return [Buffer.from([0x78, 0x01]), ...pieces, sum];
}

const blocksOf = (bytes: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / BLOCK) }, (_, at) => bytes.subarray(at * BLOCK, (at + 1) * BLOCK));

function adler32(blocks: readonly Buffer[]): number {
  let [low, high] = [1, 0];
  for (const block of blocks)
    for (let from = 0; from < block.length; from += SUMMED) {
      const to = Math.min(from + SUMMED, block.length);
      for (let at = from; at < to; at += 1) {
        low += block[at] as number;
        high += low;
      }
      low %= MODULUS;
      high %= MODULUS;
    }
  return high * 0x10000 + low;
}
