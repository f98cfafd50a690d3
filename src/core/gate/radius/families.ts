import { checkout } from './checkout.ts';
import type { Family } from './radius.ts';
import { reset } from './reset.ts';
import { restore } from './restore.ts';
import { switchTo } from './switch.ts';

/** Who can say what a subcommand would do. */
export const families: Readonly<Record<string, Family>> = {
  checkout,
  reset,
  restore,
  switch: switchTo,
};
