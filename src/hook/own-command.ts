import { realpathSync } from 'node:fs';
import { quoteWord } from '../core/command/quote.ts';

/** The words that start this very program from any folder and with any PATH. */
export function ownCommand(): readonly string[] {
  const [, script = ''] = process.argv;
  const start = [process.execPath, realpathSync(script)];
  // The editor is a Node only for who says so.
  return 'electron' in process.versions ? ['/usr/bin/env', 'ELECTRON_RUN_AS_NODE=1', ...start] : start;
}

/** The same as a shell takes it. */
export const quoted = (words: readonly string[]): string => words.map(quoteWord).join(' ');
