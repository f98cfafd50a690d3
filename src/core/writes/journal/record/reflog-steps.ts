import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../../../../shared/file-errors.ts';
import type { Repository } from '../../../repository/discover.ts';
import { disk } from '../../../repository/files.ts';
import { REFTABLE_LIST } from '../../../repository/reftable.ts';
import { absolutePath } from '../storage/byte-names.ts';
import { statIfThere } from '../storage/disk.ts';
import { stateRoot } from '../storage/state-names.ts';

/** One entry of a reflog. */
export interface RefStep {
  readonly from: string;
  readonly to: string;
  /** Seconds since 1970. */
  readonly time: number;
  readonly message: string;
}

const STEP = /^(\S+) (\S+) [^\t\n]*> (\d+) [^\t\n]*(?:\t(.*))?$/gm;

/** The entries in the text of a reflog, the oldest first. */
export const stepsIn = (log: Buffer): RefStep[] =>
  [...log.toString('latin1').matchAll(STEP)].map(([, from = '', to = '', time = '', message = '']) => ({
    from,
    to,
    time: Number(time),
    message,
  }));

const HEAD_LOG = 'logs/HEAD';

const readLog = (repository: Repository, name: string): Promise<Buffer | undefined> =>
  readFile(absolutePath(stateRoot(name, repository), name)).catch(ifMissing(undefined));

/** How long HEAD's reflog is now; null where reflogs are no files. */
export async function headLogBytesOf({ gitDirectory, commonDirectory }: Repository): Promise<number | null> {
  if (await disk.exists(join(commonDirectory, REFTABLE_LIST))) return null;
  return (await statIfThere(join(gitDirectory, HEAD_LOG)))?.size ?? 0;
}

/** The steps of HEAD since its reflog had a length; undefined where nobody can tell. */
export async function headStepsSince(
  repository: Repository,
  bytes: number | null | undefined,
): Promise<RefStep[] | undefined> {
  const log = bytes == null ? undefined : await readLog(repository, HEAD_LOG);
  return log === undefined || bytes == null || log.length < bytes ? undefined : stepsIn(log.subarray(bytes));
}

/** The steps of a ref since it had a value, or was not there; undefined where nobody can tell. */
export async function stepsSince(
  repository: Repository,
  ref: string,
  was: string | undefined,
  begun: number,
): Promise<RefStep[] | undefined> {
  const log = await readLog(repository, `logs/${ref}`);
  const steps = log && stepsIn(log);
  const from = steps?.findLastIndex(step => (was === undefined ? /^0+$/.test(step.from) : step.from === was)) ?? -1;
  const since = steps?.slice(from) ?? [];
  // Reflogs count in seconds. A branch that was renamed has the log of the other.
  return from === -1 || since.some(({ time }) => time < Math.floor(begun / 1000)) ? undefined : since;
}
