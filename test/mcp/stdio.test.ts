import { PassThrough } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { createStdio } from '../../src/mcp/stdio.ts';

const ping = (id: number, more = '') => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping', params: { more } });

function open(mostBytes?: number) {
  const input = new PassThrough();
  const output = new PassThrough();
  const heard: JSONRPCMessage[] = [];
  const ends: string[] = [];
  const redact = (text: string) => text.replaceAll('hidden', '[redacted]');
  const transport = createStdio({ input, output, redact, ended: () => void ends.push('end'), mostBytes });
  transport.onmessage = message => void heard.push(message);
  void transport.start();
  const flush = () => new Promise(resolve => setImmediate(resolve));
  return {
    ...{ input, output, heard, ends, transport },
    async write(...chunks: (string | Buffer)[]) {
      for (const chunk of chunks) input.write(chunk);
      await flush();
      const lines = String(output.read() ?? '').split('\n');
      return lines.filter(Boolean).map(line => JSON.parse(line));
    },
  };
}

it('takes a message in pieces, several in one piece, and characters that are cut', async () => {
  const { write, heard } = open();
  const bytes = Buffer.from(`${ping(3, 'é')}\n`);
  const cut = bytes.indexOf(Buffer.from('é')) + 1;
  await write(
    ping(1).slice(0, 9),
    `${ping(1).slice(9)}\n${ping(2)}\r\n\n`,
    bytes.subarray(0, cut),
    bytes.subarray(cut),
  );
  expect(heard).toEqual([ping(1), ping(2), ping(3, 'é')].map(line => JSON.parse(line)));
});

it.each([
  ['{', -32700],
  ['hello', -32700],
  ['\u0000', -32700],
  ['[]', -32600],
  ['null', -32600],
  ['"x"', -32600],
  [`[${ping(1)}]`, -32600],
  ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
  ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
  ['{"jsonrpc":"2.0","method":["ping"]}', -32600],
])('answers %j with an error and reads on', async (line, code) => {
  const { write, heard } = open();
  expect(await write(`${line}\n`, `${ping(2)}\n`)).toMatchObject([{ jsonrpc: '2.0', error: { code } }]);
  expect(heard).toEqual([JSON.parse(ping(2))]);
});

it('answers a line that is too long once, keeps none of it, and reads on', async () => {
  const { write, heard } = open(1000);
  const long = ping(1, 'x'.repeat(5000));
  const pieces = long.match(/.{1,700}/g) ?? [];
  expect(await write(...pieces)).toMatchObject([
    { error: { code: -32600, message: 'A message may have 1000 bytes.' } },
  ]);
  expect(await write('\n', `${ping(2)}\n`)).toEqual([]);
  expect(heard).toEqual([JSON.parse(ping(2))]);
});

it('takes a line that is just short enough', async () => {
  const line = ping(1, 'x'.repeat(500));
  const { write, heard } = open(Buffer.byteLength(line));
  expect(await write(`${line}\n`)).toEqual([]);
  expect(heard).toHaveLength(1);
});

it('says that the input ended, and closes nothing by itself', async () => {
  const { input, ends, transport, output } = open();
  input.end();
  await new Promise(resolve => setTimeout(resolve, 5));
  expect(ends.length).toBeGreaterThan(0);
  await transport.send({ jsonrpc: '2.0', id: 1, result: {} });
  expect(String(output.read())).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n');
});

it('redacts what a frame says, whatever kind it is, and not where it goes', async () => {
  const { transport, output } = open();
  await transport.send({ jsonrpc: '2.0', id: 'hidden', result: { list: [{ text: 'so hidden' }], count: 1 } });
  await transport.send({
    jsonrpc: '2.0',
    id: 2,
    error: { code: -32602, message: 'no hidden', data: { uri: 'hidden' } },
  });
  await transport.send({ jsonrpc: '2.0', method: 'notifications/hidden', params: { message: 'hidden' } });
  expect(
    String(output.read())
      .trim()
      .split('\n')
      .map(line => JSON.parse(line)),
  ).toEqual([
    { jsonrpc: '2.0', id: 'hidden', result: { list: [{ text: 'so [redacted]' }], count: 1 } },
    { jsonrpc: '2.0', id: 2, error: { code: -32602, message: 'no [redacted]', data: { uri: '[redacted]' } } },
    { jsonrpc: '2.0', method: 'notifications/hidden', params: { message: '[redacted]' } },
  ]);
});
