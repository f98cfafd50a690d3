import type { CommandBase } from '../command/command.ts';

/** Seconds, as a person sets them. */
export interface TimeoutSettings {
  readonly git?: number | undefined;
  readonly gh?: number | undefined;
  readonly transfer?: number | undefined;
}

const DEFAULT_S = { git: 30, gh: 60, transfer: 300 } as const;
const LEAST_S = 1;
const MOST_S = 3600;

/** The commands that move whole repositories. */
const TRANSFERS: ReadonlySet<string> = new Set([
  'gh pr checkout',
  'gh repo clone',
  'gh repo fork',
  'gh repo sync',
  'git clone',
  'git fetch',
  'git pull',
  'git push',
]);

/** How long a command may take, in milliseconds. */
export function timeoutFor(
  command: Pick<CommandBase, 'program' | 'subcommand' | 'rest'>,
  settings: TimeoutSettings = {},
): number {
  const { program, subcommand, rest } = command;
  const name = program === 'git' ? `git ${subcommand}` : `gh ${subcommand} ${verbIn(rest)}`;
  const kind = TRANSFERS.has(name) ? 'transfer' : program;
  return clampSeconds(settings[kind] ?? DEFAULT_S[kind], DEFAULT_S[kind]) * 1000;
}

/** Options of gh that take a value and may stand before the verb. */
const BEFORE_VERB = ['-R', '--repo'];

const verbIn = (words: readonly string[]): string | undefined =>
  words.find((word, at) => !word.startsWith('-') && !BEFORE_VERB.includes(words[at - 1] ?? ''));

function clampSeconds(value: number, fallback: number): number {
  return Number.isNaN(value) ? fallback : Math.min(MOST_S, Math.max(LEAST_S, value));
}
