import { l10n } from 'vscode';
import type { StagedFile } from '../../core/sandbox/files/state.ts';

/** Every text about sandboxes, staged commits and their review. */
export const SANDBOX_TEXT = {
  files: {
    fixed: l10n.t('This folder belongs to the sandbox itself. Choose a place inside “workspace”.'),
    apart: l10n.t('Files do not move from one sandbox to another. Copy them.'),
  },

  staged: {
    gone: l10n.t('This staged commit was pushed or discarded.'),
    readOnly: l10n.t('What is staged does not change. Edit the file in the sandbox; its agent stages it again.'),
    badge: (count: number) =>
      count === 1 ? l10n.t('1 staged commit to review') : l10n.t('{0} staged commits to review', count),
    files: (count: number) => (count === 1 ? l10n.t('1 file') : l10n.t('{0} files', count)),
    bytes: (count: number) => l10n.t('{0} B', count),
    executable: l10n.t('executable'),
    becomesExecutable: l10n.t('becomes executable'),
    noLongerExecutable: l10n.t('no longer executable'),
    outdated: l10n.t('outdated'),
    rejected: l10n.t('rejected'),
    aboutOutdated: l10n.t('The sandbox was pulled since. The agent has to stage these files again.'),
    aboutRejected: (reason: string) => l10n.t('You rejected it: {0}', reason),
    inSandbox: (name: string) => l10n.t('In the sandbox {0}', name),
    title: (id: string, subject: string) => l10n.t('Staged {0}: {1}', id, subject),
    fileTitle: (file: string, id: string) => l10n.t('{0} (staged {1})', file, id),
    openDiff: l10n.t('Open Diff'),
    choose: l10n.t('Choose a staged commit'),
    none: l10n.t('Nothing is staged. Ask an agent to stage its files.'),
    tooMany: (shown: number, total: number) => l10n.t('The diff shows the first {0} of {1} files.', shown, total),
  },

  push: {
    title: (id: string) => l10n.t('Push staged commit {0} to…', id),
    placeholder: l10n.t('Choose where the commit goes. You are asked again before anything leaves the sandbox.'),
    preferred: l10n.t('Default target'),
    newBranch: l10n.t('New branch'),
    namedByTemplate: (template: string) => l10n.t('named {0}', template),
    onGitHub: (repository: string) => l10n.t('New branch on {0}', repository),
    openPullRequest: l10n.t('Open Pull Request…'),
    bare: l10n.t('bare repository'),
    nowhere: l10n.t('No repository is open to push to. Open a folder with one.'),
    done: (branch: string, commit: string) => l10n.t('Pushed to {0}: commit {1}.', branch, commit),
    conflict: (message: string) => l10n.t('Not pushed: {0} Ask the agent to pull, resolve and stage again.', message),
  },

  reject: {
    title: (id: string) => l10n.t('Reject staged commit {0}', id),
    prompt: l10n.t('The agent reads your reason with the status of its sandbox.'),
    promptWithComments: (count: number) =>
      count === 1
        ? l10n.t('The agent reads your reason and your comment with the status of its sandbox.')
        : l10n.t('The agent reads your reason and your {0} comments with the status of its sandbox.', count),
    empty: l10n.t('Say why, or write a comment on a line first.'),
    done: l10n.t('Rejected. Nothing left the sandbox.'),
  },

  discard: {
    question: (id: string, subject: string) => l10n.t('Discard the staged commit {0} “{1}”?', id, subject),
    detail: l10n.t('The files stay in the sandbox, and can be staged again.'),
    yes: l10n.t('Discard'),
  },

  comments: {
    controller: l10n.t('Review of staged commits'),
    prompt: l10n.t('Comment on this line'),
    placeholder: l10n.t('The agent gets it when you reject the commit.'),
    author: l10n.t('You'),
    pending: l10n.t('Sent to the agent when you reject'),
    sent: l10n.t('Sent to the agent'),
  },

  copy: {
    choose: l10n.t('Choose a sandbox'),
    copying: l10n.t('Sluice: copying files'),
    own: l10n.t('for agents in this window’s chat'),
    none: l10n.t('There is no sandbox yet. Agents make one when they first write.'),
    empty: l10n.t('This sandbox is empty.'),
    noFiles: l10n.t('There are no files to copy in this folder.'),
    chooseFolder: l10n.t('Copy into Sandbox'),
    chooseFolderTitle: l10n.t('Choose a folder to copy into a sandbox'),
    copied: (count: number, sandbox: string) =>
      count === 1
        ? l10n.t('Copied 1 file into the sandbox {0}.', sandbox)
        : l10n.t('Copied {0} files into the sandbox {1}.', count, sandbox),
    left: (count: number, some: string) => l10n.t('Left out {0}: {1}', count, some),
    chooseEmpty: l10n.t('Choose an empty folder for a copy of the sandbox'),
    chooseEmptyLabel: l10n.t('Copy Here'),
    notEmpty: (folder: string) => l10n.t('{0} is not empty. Choose an empty folder.', folder),
    inWorkspace: (folder: string) => l10n.t('{0} is in this workspace. Choose a folder outside of it.', folder),
    openQuestion: (count: number) =>
      count === 1 ? l10n.t('Copied 1 file. Open the folder?') : l10n.t('Copied {0} files. Open the folder?', count),
    runs: (files: string) =>
      l10n.t(
        'An agent wrote these files. Some of them can start programs in a window that trusts the folder: {0}. Do not trust it before you have read them.',
        files,
      ),
    agentWrote: l10n.t('An agent wrote these files. Do not trust the folder before you have read them.'),
    open: l10n.t('Open in New Window'),
    nothingChanged: l10n.t('Nothing in this sandbox differs from where it came from.'),
    saved: (file: string) => l10n.t('Saved {0}.', file),
  },

  explorer: {
    name: (sandbox: string) => l10n.t('Sandbox {0}', sandbox),
  },
} as const;

export const OPERATIONS: Readonly<Record<StagedFile['operation'], string>> = {
  create: l10n.t('new'),
  update: l10n.t('changed'),
  delete: l10n.t('deleted'),
};
