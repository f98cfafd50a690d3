import type { Readable, Writable } from 'node:stream';
import {
  type JSONRPCMessage,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { mapStrings } from '../shared/map-strings.ts';
import { TEXT } from './text.ts';

/** More is no message of a client that means well. */
export const MOST_LINE_BYTES = 8 * 1024 * 1024;

export interface StdioOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Text that leaves the process; whatever a frame is made of, nothing secret is in it. */
  readonly redact: (text: string) => string;
  /** Hears each message before whoever serves it. */
  readonly heard?: ((message: JSONRPCMessage) => void) | undefined;
  /** Hears that nothing more will come, or that nobody reads any more. */
  readonly ended: () => void;
  readonly mostBytes?: number | undefined;
}

const LINE_FEED = 0x0a;

/**
 * Frames of one line each. A line that is none is answered with an error, and reading goes on; the end of the input closes
 * nothing by itself, so that what is under way can come to its end first.
 */
export function createStdio({
  input,
  output,
  redact,
  heard,
  ended,
  mostBytes = MOST_LINE_BYTES,
}: StdioOptions): Transport {
  let held: Buffer[] = [];
  let heldBytes = 0;
  /** True while the rest of a line that is too long goes by. */
  let skipping = false;

  const send = (message: JSONRPCMessage): Promise<void> =>
    new Promise((resolve, reject) => {
      output.write(`${JSON.stringify(redacted(message, redact))}\n`, error => (error ? reject(error) : resolve()));
    });
  const complain = (code: ProtocolErrorCode, message: string) => {
    // Nobody is left to hear of it where it cannot be sent.
    send({ jsonrpc: '2.0', error: { code, message } }).catch(ended);
  };

  const take = (line: string) => {
    if (line.trim() === '') return;
    const parsed = parseLine(line);
    if (!parsed.ok) return complain(parsed.code, parsed.why);
    heard?.(parsed.message);
    transport.onmessage?.(parsed.message);
  };

  const hold = (part: Buffer) => {
    heldBytes += part.length;
    if (heldBytes <= mostBytes) return void held.push(part);
    if (!skipping) complain(ProtocolErrorCode.InvalidRequest, TEXT.tooLong(mostBytes));
    skipping = true;
    held = [];
  };
  const endLine = () => {
    const line = skipping ? '' : Buffer.concat(held).toString('utf8');
    held = [];
    heldBytes = 0;
    skipping = false;
    take(line);
  };
  const read = (chunk: Buffer) => {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
      hold(chunk.subarray(from, at));
      endLine();
      from = at + 1;
    }
    hold(chunk.subarray(from));
  };

  const transport: Transport = {
    async start() {
      input.on('data', read);
      input.once('end', ended);
      input.once('close', ended);
      input.once('error', ended);
      output.on('error', ended);
    },
    send,
    async close() {
      input.off('data', read);
      input.pause();
      transport.onclose?.();
    },
  };
  return transport;
}

/** Where a frame goes and what it answers stays as it is. */
const redacted = (message: JSONRPCMessage, redact: StdioOptions['redact']): object => {
  if ('result' in message) return { ...message, result: mapStrings(message.result, redact) };
  if ('error' in message) return { ...message, error: mapStrings(message.error, redact) };
  return { ...message, params: mapStrings(message.params, redact) };
};

type ParsedLine =
  | { readonly ok: true; readonly message: JSONRPCMessage }
  | { readonly ok: false; readonly code: ProtocolErrorCode; readonly why: string };

function parseLine(line: string): ParsedLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { ok: false, code: ProtocolErrorCode.ParseError, why: TEXT.notJson };
  }
  try {
    return { ok: true, message: parseJSONRPCMessage(value) };
  } catch {
    return { ok: false, code: ProtocolErrorCode.InvalidRequest, why: TEXT.notMessage };
  }
}
