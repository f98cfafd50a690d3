import { basename } from 'node:path';
import { l10n } from 'vscode';
import type { Effect, Risk } from '../../core/command/verdict.ts';
import type { Origin } from '../../core/origin.ts';
import type { Question, QuestionKind } from '../../core/writes/question.ts';
import { effectList } from '../command-text.ts';
import type { Place } from './turns.ts';

/** Every text of the gate: questions about commands and plans, allowances, the item in the status bar. */
export const GATE_TEXT = {
  undoThis: l10n.t('Sluice: undo this?'),
  pushThis: l10n.t('Sluice: let this commit leave the sandbox?'),
  runThis: l10n.t('Sluice: run this command?'),
  runDestructive: l10n.t('Sluice: run this destructive command?'),
  place: (title: string, { at, of }: Place) => (of === 1 ? title : l10n.t('{0} ({1} of {2})', title, at, of)),
  checking: l10n.t('Checking what will change…'),
  hide: l10n.t('Answer later (status bar)'),

  choices: {
    run: l10n.t('Run'),
    runDestructive: l10n.t('Run…'),
    undo: l10n.t('Undo'),
    approve: l10n.t('Approve'),
    diff: l10n.t('Diff'),
    reject: l10n.t('Reject'),
    rejectWithReason: l10n.t('Reject with a reason…'),
    nothingPushed: l10n.t('Nothing leaves the sandbox.'),
    preview: l10n.t('Show preview'),
    edit: l10n.t('Edit command…'),
    copy: l10n.t('Copy'),
    copied: l10n.t('Copied.'),
    cancel: l10n.t('Cancel'),
    notRun: l10n.t('The command does not run.'),
    nothingUndone: l10n.t('Nothing is undone.'),
    cancelWithReason: l10n.t('Cancel with a reason…'),
    callerIsTold: l10n.t('Your reason is sent to the requester.'),
    allow: l10n.t('Allow this for the session…'),
    fetch: l10n.t('Fetch first, then ask again'),
    back: l10n.t('Back'),
  },

  confirm: {
    run: (change: string) => l10n.t('Yes, run it: {0}', change),
    allow: l10n.t('Yes, run it and allow similar commands this session'),
    allowScope: l10n.t('Until the window closes, in this repository'),
    allowScopeOfProcess: l10n.t('Until the process that asks ends, in this repository'),
    covers: (shape: string) => l10n.t('This covers {0}.', shape),
  },

  programs: {
    now: l10n.t('Starts this program'),
    later: l10n.t('Sets up a program that will be started later'),
    risk: l10n.t('Destructive: Undo does not reach what a program does'),
  },

  command: {
    cut: (start: string) => l10n.t('{0}… (in full below)', start),
    whole: l10n.t('The full command'),
    about: l10n.t('About this command'),
    alsoChanges: l10n.t('What else will change'),
    noEffects: l10n.t('Effects: none known.'),
    repository: (path: string) => l10n.t('Repository: {0}', path),
    effects: (effects: readonly Effect[]) => l10n.t('Effects: {0}.', effectList(effects)),
  },

  edit: {
    title: l10n.t('Edit the command'),
    stepTitle: (step: number) => l10n.t('Edit step {0}', step),
    prompt: l10n.t('Sluice checks the edited command again.'),
  },

  reason: {
    title: l10n.t('Why not?'),
    prompt: l10n.t('Your reason is sent to the requester. Press Escape to go back.'),
  },

  impact: {
    lost: (total: number) => l10n.t('Files whose changes would be lost ({0})', total),
    conflicts: (total: number) => l10n.t('Files that would conflict ({0})', total),
    unreachable: (total: number) => l10n.t('Commits that no branch or tag would reach ({0})', total),
    remote: (total: number) => l10n.t('On the remote ({0})', total),
    addresses: (total: number) => (total === 1 ? l10n.t('At this address') : l10n.t('At these addresses ({0})', total)),
    leaving: (total: number) => l10n.t('Commits that would be sent ({0})', total),
    commits: (total: number) => l10n.t('Commits ({0})', total),
    files: (total: number) => l10n.t('Files ({0})', total),
    renamed: (from: string, to: string) => l10n.t('{0} → {1}', from, to),
    more: (count: number) => l10n.t('… and {0} more', count),
    openList: l10n.t('Opens the full list.'),
    remoteRef: (ref: string, remote: string) => l10n.t('{0} on {1}', ref, remote),
    newRef: l10n.t('new'),
    deletedRef: l10n.t('deleted'),
    movedRef: (from: string, to: string) => l10n.t('{0} to {1}', from, to),
    forced: (change: string) => l10n.t('{0} (overwrites what is there)', change),
  },

  preview: {
    title: (command: string) => l10n.t('Preview: {0}', command),
    titleOfSome: (command: string, shown: number, total: number) =>
      l10n.t('Preview: {0} ({1} of {2} files)', command, shown, total),
    inRepository: (path: string) => l10n.t('in {0}', path),
  },

  plan: {
    title: (count: number) =>
      count === 1
        ? l10n.t('Sluice: run this plan of 1 command?')
        : l10n.t('Sluice: run this plan of {0} commands?', count),
    name: (count: number) => (count === 1 ? l10n.t('Plan of 1 command') : l10n.t('Plan of {0} commands', count)),
    runAll: l10n.t('Run all'),
    inOrder: l10n.t('Runs in order and stops at the first failure.'),
    inOrderWithDestructive: (count: number) =>
      count === 1
        ? l10n.t('Runs in order. 1 destructive step needs its own confirmation.')
        : l10n.t('Runs in order. {0} destructive steps need their own confirmation.', count),
    nothingRuns: l10n.t('Nothing runs.'),
    steps: l10n.t('Steps: choose one to edit or remove it'),
    edit: l10n.t('Edit…'),
    editStep: l10n.t('Edit this step'),
    remove: l10n.t('Remove step'),
    removeStep: l10n.t('Remove this step'),
    othersStay: l10n.t('The other steps stay.'),
  },

  allowances: {
    title: l10n.t('Allowed until the window closes'),
    placeholder: l10n.t('Choose one to revoke it. Sluice then asks about such commands again.'),
    none: l10n.t('Nothing is allowed for the session. Sluice asks about every change.'),
    revokeAll: l10n.t('Revoke all'),
    used: (repository: string, times: number) => {
      if (times === 0) return l10n.t('{0} · not used yet', repository);
      return times === 1 ? l10n.t('{0} · used once', repository) : l10n.t('{0} · used {1} times', repository, times);
    },
  },

  waiting: {
    name: l10n.t('Sluice: waiting for you'),
    text: (count: number) => l10n.t('Sluice: {0} waiting', count),
    /** With the one that comes after the question that is shown. */
    textWithNext: (count: number, next: string) => l10n.t('Sluice: {0} waiting, next {1}', count, next),
    tooltip: (commands: readonly string[]) => l10n.t('Waiting for you:\n{0}\n\nClick to answer.', commands.join('\n')),
    label: (commands: readonly string[]) =>
      l10n.t('Sluice: {0} waiting for you: {1}. Activate to answer.', commands.length, commands.join(', ')),
  },
} as const;

/** The title of a question of each kind, and its two answers. */
export const KINDS: Readonly<
  Record<QuestionKind, { readonly title: string; readonly yes: string; readonly no: string }>
> = {
  command: { title: GATE_TEXT.runThis, yes: GATE_TEXT.choices.run, no: GATE_TEXT.choices.notRun },
  undo: { title: GATE_TEXT.undoThis, yes: GATE_TEXT.choices.undo, no: GATE_TEXT.choices.nothingUndone },
  'write-files': {
    title: l10n.t('Sluice: write these files?'),
    yes: l10n.t('Write'),
    no: l10n.t('Nothing is written.'),
  },
  push: { title: GATE_TEXT.pushThis, yes: GATE_TEXT.choices.approve, no: GATE_TEXT.choices.nothingPushed },
  pull: {
    title: l10n.t('Sluice: let an agent have these files?'),
    yes: l10n.t('Allow'),
    no: l10n.t('The agent gets nothing.'),
  },
};

/** The first word is the one a person looks for; no colour says it alone. */
export const RISKS: Readonly<Record<Exclude<Risk, 'none'>, string>> = {
  local: l10n.t('Local: changes this repository only'),
  remote: l10n.t('Remote: changes something outside this machine'),
  destructive: l10n.t('Destructive: can lose work or rewrite published history'),
};

/** The risk of a plan's step, beside it. */
export const STEP_RISKS: Readonly<Record<Risk, string>> = {
  none: l10n.t('Read-only'),
  local: l10n.t('Local'),
  remote: RISKS.remote,
  destructive: l10n.t('Destructive: needs its own confirmation'),
};

/** Who asks, and for which repository, by its name. The name of another process is its own word. */
export function requestText({
  origin,
  repository,
  process,
}: Pick<Question, 'origin' | 'repository' | 'process'>): string {
  const request = REQUESTS[origin](basename(repository));
  if (process === undefined) return request;
  const { name, pid } = process;
  return name === null
    ? l10n.t('{0} · from another process ({1})', request, pid)
    : l10n.t('{0} · from another process ({1}): “{2}” (claimed)', request, pid, name);
}

const REQUESTS: Readonly<Record<Origin, (repository: string) => string>> = {
  palette: repository => l10n.t('Requested by you (Command Palette) · {0}', repository),
  view: repository => l10n.t('Requested by you (Sluice view) · {0}', repository),
  chat: repository => l10n.t('Requested by chat or another extension · {0}', repository),
  mcp: repository => l10n.t('Requested by an agent (MCP) · {0}', repository),
  cli: repository => l10n.t('Requested from the command line · {0}', repository),
};
