import { add } from './add.ts';
import { branch } from './branch.ts';
import { checkout } from './checkout.ts';
import { cherryPick } from './cherry-pick.ts';
import { clean } from './clean.ts';
import { commit } from './commit.ts';
import { filterBranch } from './filter-branch.ts';
import { gc, prune, reflog } from './gc.ts';
import { merge } from './merge.ts';
import { pull } from './pull.ts';
import { push } from './push.ts';
import type { Family } from './radius.ts';
import { rebase } from './rebase.ts';
import { reset } from './reset.ts';
import { restore } from './restore.ts';
import { revert } from './revert.ts';
import { mv, rm } from './rm-mv.ts';
import { stash } from './stash.ts';
import { submodule } from './submodule.ts';
import { switchTo } from './switch.ts';
import { tag } from './tag.ts';
import { symbolicRef, updateRef } from './update-ref.ts';
import { worktree } from './worktree.ts';

/** Who can say what a subcommand would do. */
export const families: Readonly<Record<string, Family>> = {
  add,
  branch,
  checkout,
  'cherry-pick': cherryPick,
  clean,
  commit,
  'filter-branch': filterBranch,
  gc,
  merge,
  mv,
  prune,
  pull,
  push,
  rebase,
  reflog,
  reset,
  restore,
  revert,
  rm,
  stage: add,
  stash,
  submodule,
  switch: switchTo,
  'symbolic-ref': symbolicRef,
  tag,
  'update-ref': updateRef,
  worktree,
};
