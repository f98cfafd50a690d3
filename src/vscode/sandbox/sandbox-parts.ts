import type { Disposable, FileChangeEvent, Memento } from 'vscode';
import { createSandboxAccess, type SandboxAccess } from './access.ts';
import { type CopyActions, createCopyActions } from './copy-actions.ts';
import { createSandboxFiles, type FileSystem } from './file-system.ts';
import { createReviewComments, type ReviewComments } from './review-comments.ts';
import { createStagedActions, type StagedActions, type StagedActionsOptions } from './staged-actions.ts';
import { createStagedFiles } from './staged-files.ts';
import { createStagedTree, type StagedTree } from './staged-tree.ts';
import { SANDBOX_TEXT } from './text.ts';

export interface SandboxPartsOptions extends Pick<StagedActionsOptions, 'core' | 'during' | 'folders' | 'run'> {
  readonly state: Memento;
  readonly tellFiles: (changes: readonly FileChangeEvent[]) => void;
  readonly treeChanged: () => void;
  readonly count: (waiting: number, all: number, tooltip: string) => void;
}

/** All of a window that has to do with sandboxes, loaded when one is first looked at. */
export interface SandboxParts extends Disposable {
  readonly access: SandboxAccess;
  readonly files: FileSystem;
  readonly staged: FileSystem;
  readonly tree: StagedTree;
  readonly comments: ReviewComments;
  readonly actions: StagedActions & CopyActions;
}

export function createSandboxParts(options: SandboxPartsOptions): SandboxParts {
  const { core, state, during, folders, run, tellFiles, treeChanged, count } = options;
  const reportError = core.reportErrorIn('The sandboxes');
  const access = createSandboxAccess(core);
  const comments = createReviewComments(state);
  const files = createSandboxFiles(access, tellFiles, reportError);
  const tree = createStagedTree({
    ...{ access, comments, reportError, forDisplay: core.forDisplay, changed: treeChanged },
    count: (waiting, all) => count(waiting, all, SANDBOX_TEXT.staged.badge(waiting)),
  });
  return {
    ...{ access, files, tree, comments },
    staged: createStagedFiles(access),
    actions: {
      ...createStagedActions({ core, access, comments, folders, run, during }),
      ...createCopyActions({ core, access, folders }),
    },
    dispose() {
      for (const part of [tree, files, comments, access]) part.dispose();
    },
  };
}
