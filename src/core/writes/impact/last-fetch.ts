import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Repository } from '../../repository/discover.ts';

/** When git last fetched, which is when it last wrote this file; empty when nothing was fetched since the clone. */
export async function lastFetch({ gitDirectory }: Repository): Promise<string> {
  const file = await stat(join(gitDirectory, 'FETCH_HEAD')).catch(() => undefined);
  return file ? ` (${file.mtime.toISOString().slice(0, 16).replace('T', ' ')} UTC)` : '';
}
