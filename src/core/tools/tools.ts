import { checkpointSave } from './checkpoint-save.ts';
import { conflictList } from './conflict-list.ts';
import { conflictRead } from './conflict-read.ts';
import { conflictResolve } from './conflict-resolve.ts';
import { contextClose } from './context-close.ts';
import { ghExecute } from './gh-execute.ts';
import { ghRead } from './gh-read.ts';
import { gitConfigureP6 } from './git-configure-p6.ts';
import { gitExecute } from './git-execute.ts';
import { gitPlan } from './git-plan.ts';
import { gitRead } from './git-read.ts';
import { gitStatusView } from './git-status-view.ts';
import { gitUndo } from './git-undo.ts';
import { journalList } from './journal-list.ts';
import { panelList } from './panel-list.ts';
import { panelRead } from './panel-read.ts';
import { sandboxBranches } from './sandbox-branches.ts';
import { sandboxDelete } from './sandbox-delete.ts';
import { sandboxDiff } from './sandbox-diff.ts';
import { sandboxDiscard } from './sandbox-discard.ts';
import { sandboxList } from './sandbox-list.ts';
import { sandboxMerge } from './sandbox-merge.ts';
import { sandboxPull } from './sandbox-pull.ts';
import { sandboxPush } from './sandbox-push.ts';
import { sandboxRead } from './sandbox-read.ts';
import { sandboxStage } from './sandbox-stage.ts';
import { sandboxStatus } from './sandbox-status.ts';
import { sandboxWrite } from './sandbox-write.ts';
import { sluiceWait } from './sluice-wait.ts';
import type { Tool } from './tool.ts';
import { worktreeFinish } from './worktree-finish.ts';
import { worktreeStart } from './worktree-start.ts';

export { createCallRecords } from './call-records.ts';
export { createTools } from './registry.ts';

/** Every tool there is, by toolset, in the order they are listed. */
export const TOOLS: readonly Tool[] = [
  gitExecute,
  gitRead,
  gitPlan,
  gitStatusView,
  gitConfigureP6,
  gitUndo,
  checkpointSave,
  journalList,
  sluiceWait,
  ghExecute,
  ghRead,
  panelList,
  panelRead,
  contextClose,
  conflictList,
  conflictRead,
  conflictResolve,
  sandboxList,
  sandboxRead,
  sandboxWrite,
  sandboxDelete,
  sandboxStatus,
  sandboxStage,
  sandboxDiff,
  sandboxPush,
  sandboxDiscard,
  sandboxPull,
  sandboxMerge,
  sandboxBranches,
  worktreeStart,
  worktreeFinish,
];
