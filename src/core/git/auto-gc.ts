import type { CommandBase } from '../command/command.ts';
import type { ConfigEntry } from './own-config.ts';

/** Git tidies up by itself after a fetch, in the background; 2.29 and newer by the second name. */
const OFF: readonly ConfigEntry[] = [
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
];

const FETCHING: readonly string[] = ['fetch', 'fetch-pack', 'pull', 'submodule'];
/** Options of these that change how far history reaches, as short as git takes them. */
const CUTS = /^--(?:de|sh|un|up)/;

/**
 * Config for a write that may cut off history: what nothing leads to any more could be thrown away by the same command,
 * before the journal has seen which commits these are.
 */
export function keepsCutHistory({ program, subcommand, rest }: CommandBase): string[] {
  const cuts = program === 'git' && FETCHING.includes(subcommand) && rest.some(word => CUTS.test(word));
  return cuts ? OFF.flatMap(([key, value]) => ['-c', `${key}=${value}`]) : [];
}
