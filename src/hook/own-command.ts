import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { quoteWord } from '../core/command/quote.ts';

/** The words that start one of our own doors from any folder and with any PATH. */
export function ownCommand(door: 'cli' | 'hook'): readonly string[] {
  const [, script = ''] = process.argv;
  // All doors lie in one folder.
  const start = [process.execPath, join(dirname(realpathSync(script)), `${door}.cjs`)];
  // The editor is a Node only for who says so.
  return 'electron' in process.versions ? ['/usr/bin/env', 'ELECTRON_RUN_AS_NODE=1', ...start] : start;
}

/** The same as a shell takes it. */
export const quoted = (words: readonly string[]): string => words.map(quoteWord).join(' ');
