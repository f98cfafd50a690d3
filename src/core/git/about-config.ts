import type { ReadOnlyCommand } from '../command/command.ts';

/**
 * True for a read that prints config, or what git makes of it. Our own settings would stand in its answer, and it can do
 * without them: it looks at no file of the work tree, so that it comes to no filter, hook or fsmonitor, and starts neither
 * pager nor editor.
 */
export function isAboutConfig({ program, subcommand, rest }: Pick<ReadOnlyCommand, 'program' | 'subcommand' | 'rest'>) {
  if (program !== 'git') return false;
  return ['config', 'var'].includes(subcommand) || (subcommand === 'rev-parse' && rest.includes('--git-path'));
}
