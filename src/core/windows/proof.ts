import { createHmac, timingSafeEqual } from 'node:crypto';

type Side = 'process' | 'window';

/** Shows the other side that this one has read the key in the person's own folder, without sending it. */
export const proofOf = (side: Side, key: string, nonce: string): string =>
  createHmac('sha256', key).update(`${side} ${nonce}`).digest('hex');

export function isProof(proof: string, side: Side, key: string, nonce: string): boolean {
  const wanted = Buffer.from(proofOf(side, key, nonce));
  const given = Buffer.from(proof);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
