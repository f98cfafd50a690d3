import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { ifMissing } from '../../shared/file-errors.ts';
import { loadOnce } from '../../shared/load-once.ts';
import { identityOf, isRunning, processSpace } from '../git/process-identity.ts';
import { removeAbandoned, writeAtomically } from '../panels/atomic-file.ts';
import { TOOL_CODES } from './tool-codes.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const HANDLE = /^[0-9a-f]{20}$/;
const FILE = /^[0-9a-f]{20}\.json$/;

/** How far a call is. Before `approved` nothing of it has run that writes. */
const progress = z.enum(['running', 'waiting', 'approved', 'declined']);

const ending = z.object({
  status: z.enum(['done', 'failed', 'declined', 'refused']),
  code: z.optional(z.enum(TOOL_CODES)),
  text: z.string(),
});

const record = z.object({
  version: z.literal(1),
  about: z.string(),
  progress,
  /** The result, once it is over. */
  ended: z.optional(ending),
  /** Where its process number means something, and whose it is. */
  space: z.string(),
  process: z.object({ pid: z.number(), started: z.nullable(z.string()) }),
});

export type CallProgress = z.infer<typeof progress>;
export type CallEnding = z.infer<typeof ending>;

/** A call as it stands on disk. */
export interface CallRecord {
  readonly about: string;
  readonly progress: CallProgress;
  readonly ended?: CallEnding | undefined;
}

/** The record of a call that another process made, and whether that still works on it; `unknown` from another machine or an earlier start of this one. */
export interface FoundRecord extends CallRecord {
  readonly process: 'running' | 'gone' | 'unknown';
}

/** What became of calls, for whoever asks after the process that ran them is gone. */
export interface CallRecords {
  save(handle: string, record: CallRecord): Promise<void>;
  /** Undefined when there is none. */
  load(handle: string): Promise<FoundRecord | undefined>;
  remove(handle: string): Promise<void>;
}

export interface CallRecordsOptions {
  /** In the person's own state folder. */
  readonly folder: string;
  readonly redact: (text: string) => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export function createCallRecords({ folder, redact, now }: CallRecordsOptions): CallRecords {
  const pathOf = (handle: string) => join(folder, `${handle}.json`);
  const prepare = loadOnce(async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await removeExpired(folder, now());
  });
  return {
    async save(handle, { about, progress, ended }) {
      await prepare();
      const text = ended && { ...ended, text: redact(ended.text) };
      const where = { space: processSpace(), process: identityOf(process.pid) };
      const saved: z.infer<typeof record> = { version: 1, about: redact(about), progress, ended: text, ...where };
      await writeAtomically(pathOf(handle), JSON.stringify(saved));
    },
    async load(handle) {
      // Any other could lead to a file that is not ours.
      if (!HANDLE.test(handle)) return undefined;
      const file = await stat(pathOf(handle)).catch(ifMissing(undefined));
      if (file === undefined || now() - file.mtimeMs > DAY_MS) return undefined;
      const text = await readFile(pathOf(handle), 'utf8').catch(ifMissing(undefined));
      const parsed = text === undefined ? undefined : record.safeParse(jsonIn(text));
      if (!parsed?.success) return undefined;
      const { space, process, ...saved } = parsed.data;
      if (space !== processSpace()) return { ...saved, process: 'unknown' };
      return { ...saved, process: isRunning(process) ? 'running' : 'gone' };
    },
    remove: handle => rm(pathOf(handle), { force: true }),
  };
}

async function removeExpired(folder: string, now: number): Promise<void> {
  const names = await readdir(folder);
  await removeAbandoned(folder, names, now);
  for (const name of names.filter(each => FILE.test(each))) {
    const file = await stat(join(folder, name)).catch(ifMissing(undefined));
    if (file !== undefined && now - file.mtimeMs > DAY_MS) await rm(join(folder, name), { force: true });
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
