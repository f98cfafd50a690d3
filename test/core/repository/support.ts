import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseStatus, STATUS_ARGS, type StatusRecords } from '../../../src/core/repository/status/parse-status.ts';
import { git } from '../git/support.ts';

/** An empty repository in a folder of that name. */
export function newRepository(folder: string, name = 'repo', refs = 'files'): string {
  // Older gits know no other than files, and no option for it.
  git(folder, 'init', '-q', ...(refs === 'files' ? [] : [`--ref-format=${refs}`]), name);
  return join(folder, name);
}

/** How this git can store refs. */
export function refFormats(folder: string): string[] {
  try {
    newRepository(folder, 'reftable', 'reftable');
    return ['files', 'reftable'];
  } catch {
    return ['files'];
  }
}

export function write(repository: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, name)), { recursive: true });
    writeFileSync(join(repository, name), text);
  }
}

export function commit(repository: string, files: Readonly<Record<string, string>>, message = 'more'): void {
  write(repository, files);
  git(repository, 'add', '-A');
  git(repository, 'commit', '-qm', message);
}

/** A command that stops at a conflict, as it is meant to. */
export function stopping(repository: string, ...args: string[]): void {
  try {
    git(repository, ...args);
  } catch {
    return;
  }
  throw new Error(`git ${args.join(' ')} did not stop`);
}

export const statusOf = (repository: string, ...config: string[]): StatusRecords =>
  parseStatus(git(repository, ...config, ...STATUS_ARGS));
