import { mkdir, open, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { ifMissing } from '../../../shared/file-errors.ts';
import { identityOf, isRunning, processSpace } from '../../git/process-identity.ts';
import { removeAbandoned, writeAtomically } from '../../panels/atomic-file.ts';
import type { ActivePanel, PollState, Written } from './poll-state.ts';

/**
 * The files by which the windows of a machine share one poller, in a folder for each token: what each window shows, and
 * what the poller found. Neither holds a token, a tag or anything that GitHub said; what is damaged counts as not there.
 */
export interface PollFiles {
  readonly folder: string;
  writeWindow(panels: readonly ActivePanel[], changedAt: number): Promise<void>;
  removeWindow(): Promise<void>;
  /** Says that this window is still there, to those who cannot ask for its process. */
  touchWindow(): Promise<void>;
  /** What the windows show that are there. */
  readWindows(): Promise<Windows>;
  /** Gives back what was written. */
  writePolled(state: PollState): Promise<Written>;
  readPolled(): Promise<Written | undefined>;
}

export interface Windows {
  readonly panels: readonly ActivePanel[];
  /** When somebody last changed something on GitHub. */
  readonly changedAt: number;
}

/** The file that the poller writes. */
export const POLLED = 'polled.json';
export const isWindowFile = (name: string): boolean => /^window-\d+-[\da-f-]{36}\.json$/.test(name);

const LARGEST_BYTES = 1 << 20;
/** Of a window of another machine or container only its file tells that it is there. */
const GONE_MS = 5 * 60_000;

const time = z.number();
const number = z.int().check(z.minimum(0), z.maximum(100));
const key = z.string().check(z.maxLength(200));
const path = z.string().check(z.minLength(1), z.maxLength(2000));

const paths = z.readonly(z.array(path).check(z.maxLength(50)));

const activePanel = z.object({
  key,
  paths: z.optional(paths),
  churning: z.optional(paths),
  inVain: z.optional(number),
  cost: z.record(z.string(), z.optional(number)),
  ranAt: time,
  triedAt: time,
  failures: number,
  seenAt: z.optional(time),
});

const window = z.object({
  version: z.literal(1),
  process: z.object({ pid: z.number(), started: z.nullable(z.string()) }),
  space: z.string(),
  changedAt: time,
  panels: z.readonly(z.array(activePanel).check(z.maxLength(200))),
});

const polled = z.object({
  version: z.literal(1),
  paths: z.record(
    path,
    z.object({
      version: z.optional(z.string()),
      since: z.optional(time),
      first: z.optional(z.boolean()),
      checkedAt: time,
      dueAt: time,
      failures: z.number(),
    }),
  ),
  reruns: z.record(key, z.object({ at: time, notBefore: time })),
  budget: z.object({
    spent: z.readonly(z.array(z.object({ bucket: z.string(), at: time, requests: number }))),
    rates: z.readonly(
      z.array(z.object({ bucket: z.string(), limit: z.number(), remaining: z.number(), resetAt: time })),
    ),
    waitUntil: time,
  }),
});

export function createPollFiles(folder: string, windowId: string): PollFiles {
  const own = join(folder, `window-${process.pid}-${windowId}.json`);
  const write = async (file: string, value: unknown): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeAtomically(file, JSON.stringify(value));
  };
  return {
    folder,
    writeWindow: (panels, changedAt) =>
      write(own, {
        version: 1,
        process: identityOf(process.pid),
        space: processSpace(),
        changedAt,
        panels,
      } satisfies z.infer<typeof window>),
    removeWindow: () => rm(own, { force: true }),
    async touchWindow() {
      const now = new Date();
      await utimes(own, now, now).catch(ifMissing(undefined));
    },
    async readWindows() {
      const names = await readdir(folder).catch(ifMissing<string[]>([]));
      await removeAbandoned(folder, names, Date.now());
      const found = await Promise.all(names.filter(isWindowFile).map(name => readWindow(join(folder, name))));
      const there = found.filter(each => each !== undefined);
      return {
        panels: there.flatMap(({ panels }) => panels),
        changedAt: Math.max(0, ...there.map(({ changedAt }) => changedAt)),
      };
    },
    async writePolled({ budget, paths, reruns }) {
      const value = {
        version: 1,
        paths: Object.fromEntries([...paths].map(([name, { etag: _, ...known }]) => [name, known])),
        reruns: Object.fromEntries(reruns),
        budget,
      } satisfies z.infer<typeof polled>;
      await write(join(folder, POLLED), value);
      return value;
    },
    async readPolled() {
      return polled.safeParse(await readJson(join(folder, POLLED))).data;
    },
  };
}

/** What a window shows; undefined when it is gone, and then its file goes too. */
async function readWindow(file: string): Promise<z.infer<typeof window> | undefined> {
  const found = window.safeParse(await readJson(file)).data;
  const isOver =
    found?.space === processSpace()
      ? !isRunning(found.process)
      : Date.now() - ((await stat(file).catch(ifMissing(undefined)))?.mtimeMs ?? 0) > GONE_MS;
  if (!isOver) return found;
  await rm(file, { force: true });
  return undefined;
}

/** Undefined for what is missing, too large or no JSON. */
async function readJson(path: string): Promise<unknown> {
  const file = await open(path, 'r').catch(ifMissing(undefined));
  if (file === undefined) return undefined;
  try {
    if ((await file.stat()).size > LARGEST_BYTES) return undefined;
    return JSON.parse(await file.readFile('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  } finally {
    await file.close();
  }
}
