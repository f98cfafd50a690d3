import { isUtf8 } from 'node:buffer';

/** How many of the first bytes decide. */
export const SAMPLE_BYTES = 8000;

const NUL_RUN = Buffer.alloc(8);
const CONTROL_SHARE = 0.1;

/**
 * Whether output that begins like this is no text. A NUL alone does not tell, `-z` prints them between names; it takes
 * a NUL and bytes that are not UTF-8, many other control characters, or padding as in a tar file.
 */
export function looksBinary(sample: Buffer): boolean {
  if (!sample.includes(0)) return false;
  if (sample.includes(NUL_RUN) || !beginsAsUtf8(sample)) return true;
  const controls = sample.filter(byte => byte > 0 && byte < 32 && ![8, 9, 10, 12, 13, 27].includes(byte));
  return controls.length > sample.length * CONTROL_SHARE;
}

/** Whether a sample is UTF-8, be it that its end cuts a character. */
export const beginsAsUtf8 = (sample: Buffer): boolean => isUtf8(wholeCharacters(sample));

/** Without a character that the sample's end cuts. */
function wholeCharacters(sample: Buffer): Buffer {
  for (let back = 1; back <= 3 && back <= sample.length; back++) {
    const byte = sample[sample.length - back] ?? 0;
    if (byte >= 0xc0) return sample.subarray(0, sample.length - back);
    if (byte < 0x80) break;
  }
  return sample;
}
