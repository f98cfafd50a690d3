import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLog, type LogOptions } from '../../../src/core/git/log.ts';
import { notRun, type RunResult } from '../../../src/core/git/result.ts';
import { reading } from './fixture.ts';
import { temporaryFolder } from './support.ts';

const folder = temporaryFolder();
const command = reading(folder, 'log', '--grep=hush');
const failure = notRun('exit-code', 'said\nhush', 7);
const { failure: _, ...rest } = failure;
const success: RunResult = { ...rest, ok: true, exitCode: 0, durationMs: 12 };

function log(options: Partial<LogOptions> = {}) {
  const lines: string[] = [];
  const redact = (text: string) => text.replaceAll('hush', '***');
  const now = () => new Date(0);
  return { lines, ...createLog({ write: line => void lines.push(line), redact, now, ...options }) };
}

describe('4.9 the log', () => {
  it('4.9 has one redacted line for a command: time, origin, class, command, duration, exit code', async () => {
    const { command: record, lines } = log({ folder: join(folder, 'unused') });
    await record(command, 'chat', success);
    expect(lines).toEqual(['1970-01-01T00:00:00.000Z chat read-only git log --grep=*** 12 ms exit 0']);
    expect(existsSync(join(folder, 'unused'))).toBe(false);
  });

  it('4.9 keeps failures in swallowed-errors.log as well, a line each', async () => {
    const { command: record, failure: fail, lines } = log({ folder: join(folder, 'deep/logs') });
    await record(command, 'mcp', failure);
    await fail('Somewhere', 'hush went wrong');
    expect(lines[0]).toBe('1970-01-01T00:00:00.000Z mcp read-only git log --grep=*** 7 ms exit-code');
    const kept = readFileSync(join(folder, 'deep/logs/swallowed-errors.log'), 'utf8').split('\n');
    expect(kept).toEqual([`${lines[0]}: said ⏎ ***`, '1970-01-01T00:00:00.000Z Somewhere: *** went wrong', '']);
  });

  it('4.9 tells in the channel when the file cannot be written', async () => {
    writeFileSync(join(folder, 'file'), '');
    const { failure: fail, lines } = log({ folder: join(folder, 'file') });
    await fail('Somewhere', new Error('first'));
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('swallowed-errors.log could not be written');
  });
});
