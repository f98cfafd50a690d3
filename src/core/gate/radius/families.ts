import { add } from './add.ts';
import { branch } from './branch.ts';
import { checkout } from './checkout.ts';
import { clean } from './clean.ts';
import { commit } from './commit.ts';
import type { Family } from './radius.ts';
import { reset } from './reset.ts';
import { restore } from './restore.ts';
import { mv, rm } from './rm-mv.ts';
import { stash } from './stash.ts';
import { switchTo } from './switch.ts';
import { tag } from './tag.ts';

/** Who can say what a subcommand would do. */
export const families: Readonly<Record<string, Family>> = {
  add,
  branch,
  checkout,
  clean,
  commit,
  mv,
  reset,
  restore,
  rm,
  stage: add,
  stash,
  switch: switchTo,
  tag,
};
