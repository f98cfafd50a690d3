import type { Family } from './radius.ts';

/** Who foresees which subcommand. */
export const families: Readonly<Record<string, Family>> = {};
