import { StringDecoder } from 'node:string_decoder';
import { beginsAsUtf8, looksBinary, SAMPLE_BYTES } from './binary.ts';
import { createCap, type Gap } from './cap.ts';
import type { RedactedStream } from './redact.ts';
import { createSpill, type Spill } from './spill.ts';

export interface OutputOptions {
  readonly redacted: RedactedStream;
  readonly capBytes?: number | undefined;
  /** Where the whole of a long output goes; without it nothing is kept beyond the cap. */
  readonly spillFolder?: string | undefined;
  readonly spillBytes?: number | undefined;
  /** True to spill an output that is no text as it is, byte for byte, instead of only saying how long it was. */
  readonly keepsBytes?: boolean | undefined;
  /** The command as it may be shown: the file is called by it. */
  readonly command?: string | undefined;
}

export interface Output {
  readonly text: string;
  readonly truncated: boolean;
  readonly binary: boolean;
  readonly spill?: string;
  /** There exactly when it is truncated. */
  readonly gap?: Gap;
}

const CAP_BYTES = 1024 * 1024;
const SPILL_BYTES = 1024 * 1024 * 1024;

/** Takes in one stream of a process: decoded, redacted, capped and, past the cap, spilled. */
export interface Collector {
  take(chunk: Buffer): Promise<void>;
  end(): Promise<Output>;
}

export function createCollector(options: OutputOptions): Collector {
  const capBytes = options.capBytes ?? CAP_BYTES;
  let decoder = new StringDecoder('utf8');
  /** Text in another encoding, kept byte for byte: each byte is one character, and secrets are found all the same. */
  let isForeign = false;
  const cap = createCap(capBytes);
  let sample: Buffer | undefined = Buffer.alloc(0);
  let binary = false;
  let bytes = 0;
  let spill: Spill | undefined;

  const show = async (text: string) => {
    if (text === '') return;
    const piece = Buffer.from(text, isForeign ? 'latin1' : 'utf8');
    const isLong = isForeign || cap.bytes + piece.length > capBytes;
    if (isLong && spill === undefined && options.spillFolder !== undefined) {
      spill = createSpill(options.spillFolder, options.spillBytes ?? SPILL_BYTES, options.command);
      await spill.write(cap.all());
    }
    await spill?.write(piece);
    cap.push(piece);
  };

  // Small output is held back until its end: what it is can only be told from a fair part of it.
  const decide = async (first: Buffer) => {
    sample = undefined;
    binary = looksBinary(first.subarray(0, SAMPLE_BYTES));
    isForeign = !binary && options.keepsBytes === true && !beginsAsUtf8(first.subarray(0, SAMPLE_BYTES));
    if (isForeign) decoder = new StringDecoder('latin1');
    if (binary) await keep(first);
    else await takeText(first);
  };
  const keep = async (chunk: Buffer) => {
    if (!options.keepsBytes || options.spillFolder === undefined) return;
    spill ??= createSpill(options.spillFolder, options.spillBytes ?? SPILL_BYTES, options.command);
    await spill.write(chunk);
  };
  const takeText = async (chunk: Buffer) => show(options.redacted.push(decoder.write(chunk)));

  return {
    async take(chunk) {
      bytes += chunk.length;
      if (sample !== undefined) {
        sample = Buffer.concat([sample, chunk]);
        if (sample.length >= SAMPLE_BYTES) await decide(sample);
      } else if (binary) await keep(chunk);
      else await takeText(chunk);
    },
    async end() {
      if (sample !== undefined) await decide(sample);
      if (!binary) await show(options.redacted.push(decoder.end()) + options.redacted.end());
      const { path, problem } = (await spill?.end()) ?? {};
      if (binary)
        return {
          text: `Binary output, ${bytes} bytes.`,
          truncated: false,
          binary,
          ...(path !== undefined && problem === undefined && { spill: path }),
        };
      const { text, gap } = cap.end(problem === undefined ? '' : `; ${problem}`);
      return {
        text,
        truncated: gap !== undefined,
        binary,
        ...(path !== undefined && { spill: path }),
        ...(gap && { gap }),
      };
    },
  };
}
