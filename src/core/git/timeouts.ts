import type { Program } from '../command/command.ts';

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
  command: { readonly program: Program; readonly subcommand: string; readonly args: readonly string[] },
  settings: TimeoutSettings = {},
): number {
  const { program, subcommand, args } = command;
  const verb = args.slice(args.indexOf(subcommand) + 1).find(word => !word.startsWith('-')) ?? '';
  const name = program === 'git' ? `git ${subcommand}` : `gh ${subcommand} ${verb}`;
  const kind = TRANSFERS.has(name) ? 'transfer' : program;
  return clampSeconds(settings[kind] ?? DEFAULT_S[kind], DEFAULT_S[kind]) * 1000;
}

function clampSeconds(value: number, fallback: number): number {
  return Number.isNaN(value) ? fallback : Math.min(MOST_S, Math.max(LEAST_S, value));
}
