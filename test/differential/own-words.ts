import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OwnWords } from './generate.ts';
import { readingSpots } from './spots.ts';

/** Asks git what it has and which long options each takes, hidden ones too: a second opinion on the tables. */
export function ownWords(git: string): OwnWords {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-options-'));
  try {
    spawnSync(git, ['init', '--quiet', folder]);
    const ask = (words: readonly string[]) => {
      const { stdout } = spawnSync(git, [...words, '--git-completion-helper-all'], { cwd: folder });
      const names = stdout.toString().match(/--[a-z0-9][\w-]*/g) ?? [];
      return [words.join(' '), [...new Set(names)]] as const;
    };
    const { stdout } = spawnSync(git, ['--list-cmds=main'], { cwd: folder });
    return {
      known: new Set(stdout.toString().split('\n')),
      options: new Map(readingSpots.map(({ words }) => ask(words))),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
