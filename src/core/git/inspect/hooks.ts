import type { ConfigEntry } from '../own-config.ts';
import { type ConfigLine, namedKey } from './config-listing.ts';

/** The names of the hooks that a config sets up, as git can since 2.54: `hook.<name>.event` and `hook.<name>.command`. */
export const hookNames = (lines: readonly ConfigLine[]): string[] => [
  ...new Set(lines.flatMap(({ key }) => namedKey('hook', key)?.name ?? [])),
];

/** Config that switches a hook off, or, when the name is an event's, all hooks of that event. */
export const hookOff = (name: string): ConfigEntry => [`hook.${name}.enabled`, 'false'];
