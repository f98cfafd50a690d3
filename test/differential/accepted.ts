import type { Started } from './trace.ts';

/**
 * Subcommands that compare files of the work tree with what git has stored, and so pass them through the clean filter.
 * Without it Git LFS would not work: trusting the workspace covers it, and nothing else a configuration names.
 */
export const filtering: ReadonlySet<string> = new Set([
  'annotate',
  'blame',
  'describe',
  'diff',
  'diff-files',
  'diff-index',
  'hash-object',
  // With -m, of a file as young as the index.
  'ls-files',
  'pickaxe',
  'status',
]);

/** The marks and programs of the clean filter. */
export const isFilterMark = (mark: string): boolean => /-(clean|filter-process)$/.test(mark);
const isFilter = ({ file, args }: Started) =>
  isFilterMark(file) || file.endsWith('/cat') || (file.endsWith('/sh') && /-(clean|filter-process)/.test(args));

/**
 * Subcommands that some versions of git have as shell scripts, and what those call. `status` is among them because
 * `status.submoduleSummary` makes it call `submodule`.
 */
const scripted: ReadonlySet<string> = new Set(['bisect', 'status', 'submodule']);
const scriptHelpers: ReadonlySet<string> = new Set([
  'sh',
  'dash',
  'bash',
  'basename',
  'cat',
  'cut',
  'egrep',
  'grep',
  'sed',
  'uname',
  'wc',
  'gettext',
  'envsubst',
]);

/** Subcommands that talk to a remote; git starts the other end of a local one through a shell. */
const talking: ReadonlySet<string> = new Set(['ls-remote', 'push', 'remote']);
const isOtherEnd = ({ file, args }: Started) =>
  file.endsWith('/sh') && /^"[^"]*sh", "-c", "git-(?:receive|upload)-pack '/.test(args);

/** gh asks ssh which host a name in the address of a remote stands for: ssh prints its configuration and connects to nothing. */
const isHostQuestion = ({ file, args }: Started) => file.endsWith('/ssh') && /^"[^"]*", "-G", "[a-z][^"]*"$/.test(args);

/** True for a program that is not git's and that a read of this subcommand may start all the same. */
export function mayStart(subcommand: string, started: Started): boolean {
  const name = started.file.slice(started.file.lastIndexOf('/') + 1);
  return (
    (filtering.has(subcommand) && isFilter(started)) ||
    (scripted.has(subcommand) && scriptHelpers.has(name)) ||
    (talking.has(subcommand) && isOtherEnd(started)) ||
    (subcommand.startsWith('gh ') && isHostQuestion(started))
  );
}
