import { StringDecoder } from 'node:string_decoder';
import { looksBinary, SAMPLE_BYTES } from './binary.ts';
import { createCap, type Gap } from './cap.ts';
import type { RedactedStream } from './redact.ts';
import { createSpill, type Spill } from './spill.ts';

export interface OutputOptions {
  readonly redacted: RedactedStream;
  readonly capBytes?: number | undefined;
  /** Where the whole of a long output goes; without it nothing is kept beyond the cap. */
  readonly spillFolder?: string | undefined;
  readonly spillBytes?: number | undefined;
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
  const decoder = new StringDecoder('utf8');
  const cap = createCap(capBytes);
  let sample: Buffer | undefined = Buffer.alloc(0);
  let binary = false;
  let bytes = 0;
  let spill: Spill | undefined;

  const show = async (text: string) => {
    if (text === '') return;
    const piece = Buffer.from(text);
    if (cap.bytes + piece.length > capBytes && spill === undefined && options.spillFolder !== undefined) {
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
    if (!binary) await show(options.redacted.push(decoder.write(first)));
  };

  return {
    async take(chunk) {
      bytes += chunk.length;
      if (sample !== undefined) {
        sample = Buffer.concat([sample, chunk]);
        if (sample.length >= SAMPLE_BYTES) await decide(sample);
      } else if (!binary) {
        await show(options.redacted.push(decoder.write(chunk)));
      }
    },
    async end() {
      if (sample !== undefined) await decide(sample);
      if (binary) return { text: `Binary output, ${bytes} bytes.`, truncated: false, binary };
      await show(options.redacted.push(decoder.end()) + options.redacted.end());
      const { path, problem } = (await spill?.end()) ?? {};
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
