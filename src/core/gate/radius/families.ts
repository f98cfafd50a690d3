import type { Family } from './radius.ts';
import { reset } from './reset.ts';

/** Who can say what a subcommand would do. */
export const families: Readonly<Record<string, Family>> = {
  reset,
};
