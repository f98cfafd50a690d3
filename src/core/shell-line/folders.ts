import { resolve } from 'node:path';
import type { ShellCommand } from './commands.ts';

/** The folders a shell may be in; undefined for any at all. */
export type Folders = readonly string[] | undefined;

/**
 * For each command the folders that it may run in: more than one where a `cd` before it may have failed and the line went on.
 */
export function foldersOf(commands: readonly ShellCommand[], start: string): readonly Folders[] {
  let afterSuccess: Folders = [start];
  let afterFailure: Folders = [];
  let current: Folders = [start];
  return commands.map(({ operator, what }) => {
    // In a pipe nobody goes anywhere, and all start where the first does.
    if (operator === '|') return current;
    current = operator === '&&' ? afterSuccess : operator === '||' ? afterFailure : both(afterSuccess, afterFailure);
    const gone: Folders = what.kind === 'cd' ? goTo(what.folder, current) : current;
    const stayed = current;
    if (operator === '&&') [afterSuccess, afterFailure] = [gone, both(afterFailure, stayed)];
    else if (operator === '||') [afterSuccess, afterFailure] = [both(afterSuccess, gone), stayed];
    else [afterSuccess, afterFailure] = [gone, stayed];
    return current;
  });
}

const both = (some: Folders, others: Folders): Folders =>
  some === undefined || others === undefined ? undefined : [...new Set([...some, ...others])];

/** A shell does not resolve `..` as the disk does, and where it is may be known to it by another path. */
const goTo = (folder: string | undefined, from: Folders): Folders =>
  folder === undefined || folder.split('/').includes('..') ? undefined : from?.map(each => resolve(each, folder));
