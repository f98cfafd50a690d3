import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandBase } from '../command/command.ts';
import type { Verdict } from '../command/verdict.ts';
import type { Origin } from '../origin.ts';
import type { RunResult } from './result.ts';

export interface LogOptions {
  /** Takes one line for the log channel. */
  readonly write: (line: string) => void;
  /** Where `swallowed-errors.log` goes; without it failures are only in the channel. */
  readonly folder?: string | undefined;
  readonly redact: (text: string) => string;
  readonly now?: (() => Date) | undefined;
}

export interface Log {
  /** Records one command; resolves when a failure is on disk, and never rejects. */
  command(command: CommandBase & { readonly verdict: Verdict }, origin: Origin, result: RunResult): Promise<void>;
  /** Records something that went wrong beside the commands. */
  failure(where: string, error: unknown): Promise<void>;
  /** Records something that was done beside the commands. */
  note(text: string): void;
}

/** A failure's message holds all of stderr; its beginning is enough to know it again. */
const MESSAGE_CHARACTERS = 2000;

export function createLog({ write, folder, redact, now = () => new Date() }: LogOptions): Log {
  const line = (text: string) => redact(`${now().toISOString()} ${text}`).replaceAll(/[\r\n]+/g, ' ⏎ ');

  const keep = async (entry: string) => {
    if (folder === undefined) return;
    try {
      await mkdir(folder, { recursive: true });
      await appendFile(join(folder, 'swallowed-errors.log'), `${entry}\n`, { mode: 0o600 });
    } catch (error) {
      write(line(`swallowed-errors.log could not be written: ${String(error)}`));
    }
  };

  return {
    async command({ verdict, canonical }, origin, { durationMs, exitCode, failure }) {
      const end = exitCode === null ? (failure?.reason ?? 'no exit code') : `exit ${exitCode}`;
      const text = `${origin} ${verdict.class} ${canonical} ${durationMs} ms ${end}`;
      write(line(text));
      if (failure !== undefined) await keep(line(`${text}: ${failure.message.slice(0, MESSAGE_CHARACTERS)}`));
    },
    note: text => write(line(text)),
    async failure(where, error) {
      const entry = line(`${where}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      write(entry);
      await keep(entry);
    },
  };
}
