import { add, stage } from './add.ts';
import { branch } from './branch.ts';
import { bisect, readTree, sparseCheckout, updateIndex } from './checked-out-files.ts';
import { checkout } from './checkout.ts';
import { cherryPick } from './cherry-pick.ts';
import { clean } from './clean.ts';
import { commit } from './commit.ts';
import { backfill, fetch, fetchPack, sendPack } from './fetch.ts';
import { filterBranch } from './filter-branch.ts';
import { gc } from './gc.ts';
import { fastExport, fastImport, history, replay } from './history.ts';
import { commitGraph, maintenance, packRefs, repack } from './maintenance.ts';
import { merge } from './merge.ts';
import { mv } from './mv.ts';
import { clone, init, initDb } from './new-repository.ts';
import { commitTree, hashObject, mktag, mktree, packObjects, writeTree } from './objects.ts';
import { am, apply } from './patches.ts';
import { prune } from './prune.ts';
import { pull } from './pull.ts';
import { push } from './push.ts';
import { rebase } from './rebase.ts';
import type { WriteRecord } from './record.ts';
import { reflog } from './reflog.ts';
import { reset } from './reset.ts';
import { restore } from './restore.ts';
import { revert } from './revert.ts';
import { rm } from './rm.ts';
import { config, notes, remote, replace } from './settings.ts';
import { stash } from './stash.ts';
import { submodule } from './submodule.ts';
import { switchTo } from './switch.ts';
import { symbolicRef } from './symbolic-ref.ts';
import { tag } from './tag.ts';
import { difftool, mergetool } from './tools.ts';
import { updateRef } from './update-ref.ts';
import { worktree } from './worktree.ts';

/** Every mutating subcommand the write side knows, one line a record. */
const RECORDS: readonly WriteRecord[] = [
  add,
  am,
  apply,
  backfill,
  bisect,
  branch,
  checkout,
  cherryPick,
  clean,
  clone,
  commit,
  commitGraph,
  commitTree,
  config,
  difftool,
  fastExport,
  fastImport,
  fetch,
  fetchPack,
  filterBranch,
  gc,
  hashObject,
  history,
  init,
  initDb,
  maintenance,
  merge,
  mergetool,
  mktag,
  mktree,
  mv,
  notes,
  packObjects,
  packRefs,
  prune,
  pull,
  push,
  readTree,
  rebase,
  reflog,
  remote,
  repack,
  replace,
  replay,
  reset,
  restore,
  revert,
  rm,
  sendPack,
  sparseCheckout,
  stage,
  stash,
  submodule,
  switchTo,
  symbolicRef,
  tag,
  updateIndex,
  updateRef,
  worktree,
  writeTree,
];

export const records: ReadonlyMap<string, WriteRecord> = new Map(RECORDS.map(record => [record.subcommand, record]));

export const recordOf = (subcommand: string): WriteRecord | undefined => records.get(subcommand);
