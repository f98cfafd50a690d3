import { createReadStream, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCap } from '../../../src/core/git/cap.ts';
import { createCollector, type Output, type OutputOptions } from '../../../src/core/git/output.ts';
import { createRedactor } from '../../../src/core/git/redact.ts';
import fc from '../../support/fast-check.ts';
import { runScript, temporaryFolder } from './support.ts';

const folder = temporaryFolder();
const redactor = createRedactor({ tokens: ['hush-hush-token'], environment: {}, patterns: [] });

async function collect(chunks: Iterable<Buffer | string>, options: Partial<OutputOptions> = {}): Promise<Output> {
  const { take, end } = createCollector({ redacted: redactor.stream(), ...options });
  for (const chunk of chunks) await take(Buffer.from(chunk));
  return end();
}

const lines = (count: number) => Array.from({ length: count }, (_, i) => `line ${i}\n`).join('');

describe('4.5 the cap', () => {
  it('4.5 leaves output up to the cap as it is', async () => {
    const text = 'x'.repeat(1024 * 1024);
    expect(await collect([text], { spillFolder: join(folder, 'unused') })).toEqual({
      text,
      truncated: false,
      binary: false,
    });
    expect(existsSync(join(folder, 'unused'))).toBe(false);
  });

  it('4.5 is 1 MiB, of which head and tail are kept with a marker line between', async () => {
    const text = lines(200_000);
    const { text: shown, truncated } = await collect([text]);
    const [head, elided, tail] = shown.split(/^… (\d+) bytes elided …\n/m);
    expect(truncated).toBe(true);
    expect(text.startsWith(head ?? '?') && text.endsWith(tail ?? '?')).toBe(true);
    expect(head?.endsWith('\n') && tail?.startsWith('line ')).toBe(true);
    expect(Number(elided) + (head?.length ?? 0) + (tail?.length ?? 0)).toBe(text.length);
    expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(1024 * 1024);
    expect(Buffer.byteLength(shown)).toBeGreaterThan(1024 * 1023);
  });

  it('4.5 never cuts inside a character and loses no byte, whatever the pieces', () => {
    const parts = (...each: string[]) => fc.array(fc.constantFrom(...each), { minLength: 400, maxLength: 900 });
    const text = fc.oneof(parts('a', 'é', '€', '🔑', '\n', 'longer words'), parts('a', 'é', '€', '🔑'));
    const property = fc.property(
      text,
      fc.integer({ min: 600, max: 1200 }),
      fc.integer({ min: 1, max: 700 }),
      (parts, limit, size) => {
        const bytes = Buffer.from(parts.join(''));
        const cap = createCap(limit);
        for (let at = 0; at < bytes.length; at += size) cap.push(bytes.subarray(at, at + size));
        const { text, elided } = cap.end('');
        const [head = '', tail = ''] = text.split(/… \d+ bytes elided …\n/);
        // The marker begins a line of its own, so a head cut inside a line gets a newline.
        const top = bytes.subarray(0, Buffer.byteLength(head)).equals(Buffer.from(head)) ? head : head.slice(0, -1);
        expect(bytes.toString().startsWith(top) && bytes.toString().endsWith(tail)).toBe(true);
        expect(Buffer.byteLength(top) + Buffer.byteLength(tail) + elided).toBe(bytes.length);
        expect(elided > 0).toBe(bytes.length > limit);
      },
    );
    fc.assert(property, { numRuns: 200 });
  });
});

describe('4.5 the spill', () => {
  it('is a file that a tab names by the command, whatever is in that', async () => {
    const spillFolder = join(folder, 'named');
    const nameOf = async (command: string) => {
      const { spill } = await collect([lines(5000)], { capBytes: 2048, spillFolder, command });
      return spill?.slice(spillFolder.length + 1);
    };
    expect(await nameOf('git log -p main..topic')).toMatch(/^git-log--p-main\.\.topic [0-9a-f]{8}\.txt$/);
    expect(await nameOf('git log -- ../../etc/passwd')).toMatch(/^git-log-[-.]+-etc-passwd [0-9a-f]{8}\.txt$/);
  });

  it('4.5 holds the full output, redacted, in a file only the person can read', async () => {
    const spillFolder = join(folder, 'spill');
    const text = `${lines(2000)}hush-hush-token\n${lines(2000)}`;
    const { text: shown, spill } = await collect([text], { capBytes: 4096, spillFolder });
    expect(readFileSync(spill ?? '', 'utf8')).toBe(text.replace('hush-hush-token', '***'));
    expect(statSync(spill ?? '').mode & 0o777).toBe(0o600);
    expect(readdirSync(spillFolder)).toHaveLength(1);
    expect(shown).not.toContain('hush');
  });

  it('4.5 stops at its limit and says so in both places', async () => {
    const { text, spill } = await collect([lines(5000)], { capBytes: 2048, spillFolder: folder, spillBytes: 9000 });
    const saved = readFileSync(spill ?? '', 'utf8');
    expect(saved).toBe(`${lines(5000).slice(0, 9000)}\n… saved output ends after 9000 bytes …\n`);
    expect(text).toMatch(/^… \d+ bytes elided; saved output ends after 9000 bytes …$/m);
  });

  it('4.5 that cannot be written is told, and the output still comes', async () => {
    writeFileSync(join(folder, 'file'), '');
    const { text, spill } = await collect([lines(5000)], { capBytes: 4096, spillFolder: join(folder, 'file') });
    expect(spill).toBeUndefined();
    expect(text).toMatch(/bytes elided; saved output is incomplete: .*(?:EEXIST|ENOTDIR)/);
    expect(text.endsWith('line 4999\n')).toBe(true);
  });

  it('4.5 takes a flood of 200 MB in bounded memory and loses none of it', async () => {
    const total = 200 * 1024 * 1024;
    const { take, end } = createCollector({ redacted: redactor.stream(), spillFolder: folder });
    const before = process.memoryUsage().rss;
    let most = 0;
    await runScript(
      `const block = Buffer.alloc(1 << 20, '0123456789abcde\\n');
       let left = 200; const more = () => { while (left-- > 0) if (!process.stdout.write(block)) return process.stdout.once('drain', more) };
       more()`,
      {
        stdout: chunk => {
          most = Math.max(most, process.memoryUsage.rss());
          return take(chunk);
        },
      },
    );
    const { text, spill } = await end();
    expect(most - before).toBeLessThan(120 * 1024 * 1024);
    const [head, elided, tail] = text.split(/^… (\d+) bytes elided …\n/m);
    expect(Number(elided) + (head?.length ?? 0) + (tail?.length ?? 0)).toBe(total);
    const block = Buffer.alloc(1 << 16, '0123456789abcde\n');
    let bytes = 0;
    let same = true;
    for await (const chunk of createReadStream(spill ?? '', { highWaterMark: 1 << 16 })) {
      same &&= block.subarray(0, chunk.length).equals(chunk);
      bytes += chunk.length;
    }
    expect({ same, bytes }).toEqual({ same: true, bytes: total });
  });
});

describe('4.5 characters and bytes', () => {
  it('4.5 puts characters together that arrive in pieces', async () => {
    const bytes = [...Buffer.from('é€🔑\n')].map(byte => Buffer.from([byte]));
    expect(await collect(bytes)).toMatchObject({ text: 'é€🔑\n' });
    expect(await collect([`a${'🔑'.repeat(100_000)}`])).toMatchObject({ text: `a${'🔑'.repeat(100_000)}` });
    const long = Buffer.from('€'.repeat(20_000));
    const { text } = await collect([long.subarray(0, 9001), long.subarray(9001)]);
    expect(text).toBe('€'.repeat(20_000));
  });

  it('4.5 shows half a character at the end as U+FFFD', async () => {
    const { take, end } = createCollector({ redacted: redactor.stream() });
    await runScript('process.stdout.write(Buffer.from([0x61, 0xe2, 0x82]))', { stdout: take });
    expect(await end()).toMatchObject({ text: 'a\ufffd', binary: false });
  });

  it.each([
    ['a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a tar file', Buffer.concat([Buffer.from('name'), Buffer.alloc(96), Buffer.from('0000644\0')])],
    ['control characters', Buffer.from('\0\x01\x02\x03abc')],
  ])('4.5 describes %s instead of showing it', async (_, bytes) => {
    const text = `Binary output, ${bytes.length} bytes.`;
    expect(await collect([bytes.subarray(0, 3), bytes.subarray(3)])).toEqual({ text, truncated: false, binary: true });
  });

  it.each([
    ['names between NULs', Buffer.from('M\0a.txt\0ünï.txt\0')],
    ['names whose sample ends inside a character', Buffer.from(`${'a\0'.repeat(3999)}€€€€`)],
    ['Latin-1 text', Buffer.from('caf\xe9\n', 'latin1')],
    ['escape sequences', Buffer.from('\x1b[1mbold\x1b[m\0')],
  ])('4.5 shows %s as text', async (_, bytes) => {
    expect(await collect([bytes])).toMatchObject({ text: bytes.toString(), binary: false });
  });
});
