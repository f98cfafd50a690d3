import { commands, window } from 'vscode';
import type { Core } from '../../core/core.ts';
import type { StagedCommit } from '../../core/sandbox/files/state.ts';
import { shortId, subjectOf } from '../../core/sandbox/stage.ts';
import type { PushOutcome } from '../../core/sandbox/targets/push.ts';
import type { GitTarget } from '../../core/sandbox/targets/target.ts';
import type { StagedAddress } from '../../core/writes/impact/impact.ts';
import { plainLabel, plainMessage } from '../plain-text.ts';
import type { SandboxAccess } from './access.ts';
import { stagedUri } from './addresses.ts';
import { pickTarget } from './push-targets.ts';
import type { ReviewComments } from './review-comments.ts';
import { type StagedNode, stagedCommits } from './staged-nodes.ts';
import { SANDBOX_TEXT } from './text.ts';

/** What a person does with staged commits. Each takes a row of the view; without one the person picks. */
export interface StagedActions {
  diff(called: unknown): Promise<void>;
  push(called: unknown): Promise<void>;
  reject(called: unknown): Promise<void>;
  discard(called: unknown): Promise<void>;
  /** Opens the editor's diff of a staged commit; false when it is not there. */
  show(staged: StagedAddress): Promise<boolean>;
}

export interface StagedActionsOptions {
  readonly core: Core;
  readonly access: SandboxAccess;
  readonly comments: ReviewComments;
  readonly folders: () => readonly string[];
  /** Runs a command as if it were asked for in a view. */
  readonly run: (text: string, repository: string) => Promise<void>;
  /** Runs what a person can wait for, with a way to end it. */
  readonly during: <T>(name: string, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
}

/** The editor draws every file it is given. */
const MOST_FILES = 200;

export function createStagedActions({
  core,
  access,
  comments,
  folders,
  run,
  during,
}: StagedActionsOptions): StagedActions {
  const { forDisplay } = core;
  const say = (text: string) => void window.showInformationMessage(plainMessage(forDisplay(text)));
  const warn = (text: string) => void window.showWarningMessage(plainMessage(forDisplay(text)));

  /** The commit that is meant, as it is now. */
  const chosen = async (called: unknown) => {
    const all = await stagedCommits(access);
    const node = called as Partial<StagedNode> | undefined;
    const named = node?.kind === 'file' ? node.parent : node?.kind === 'commit' ? (node as StagedNode) : undefined;
    if (named?.kind === 'commit') {
      const found = all.find(({ commit }) => commit.id === named.commit.id);
      if (found === undefined) warn(SANDBOX_TEXT.staged.gone);
      return found;
    }
    if (all.length <= 1) {
      if (all.length === 0) say(SANDBOX_TEXT.staged.none);
      return all[0];
    }
    const rows = all.map(node => ({
      label: plainLabel(forDisplay(subjectOf(node.commit))),
      description: [shortId(node.commit), node.sandbox].join(' · '),
      node,
    }));
    return (await window.showQuickPick(rows, { placeHolder: SANDBOX_TEXT.staged.choose }))?.node;
  };
  const withChosen =
    (act: (sandbox: string, commit: StagedCommit) => Promise<void>) =>
    async (called: unknown): Promise<void> => {
      const node = await chosen(called);
      if (node !== undefined) await act(node.sandbox, node.commit);
    };

  const openDiff = async (sandbox: string, commit: StagedCommit): Promise<void> => {
    const few = commit.files.slice(0, MOST_FILES);
    const triples = few.map(({ path, base, content }) => {
      const [before, after] = (['before', 'after'] as const).map(side =>
        stagedUri({ sandbox, commit: commit.id, path, side }),
      );
      return [after, base === null ? undefined : before, content === null ? undefined : after];
    });
    const title = SANDBOX_TEXT.staged.title(shortId(commit), forDisplay(subjectOf(commit)));
    await commands.executeCommand('vscode.changes', title, triples);
    if (few.length < commit.files.length) warn(SANDBOX_TEXT.staged.tooMany(few.length, commit.files.length));
  };

  /** Where the commit is on GitHub a pull request is one click away; that asks again at the gate. */
  const tellPushed = async ({ branch, commitSha, pullRequest }: Extract<PushOutcome, { kind: 'pushed' }>) => {
    const { done, openPullRequest } = SANDBOX_TEXT.push;
    const command = pullRequest !== undefined && 'command' in pullRequest ? pullRequest.command : undefined;
    const text = forDisplay(done(branch, commitSha.slice(0, 10)));
    const chosen = window.showInformationMessage(
      plainMessage(text),
      ...(command === undefined ? [] : [openPullRequest]),
    );
    const [repository] = core.repositories.list();
    if (command !== undefined && repository !== undefined && (await chosen) === openPullRequest)
      await run(command, repository.root);
  };

  const pushTo = async (sandbox: string, commit: StagedCommit, target: GitTarget): Promise<void> => {
    const outcome = await during(`push ${shortId(commit)}`, signal =>
      access.change(sandbox, (opened, side) => side.push(opened, commit.id, target, { origin: 'view', signal })),
    );
    if (outcome.kind === 'pushed') await tellPushed(outcome);
    else if (outcome.kind === 'conflict') warn(SANDBOX_TEXT.push.conflict(outcome.conflict.message));
    else if (outcome.kind === 'refused') warn(outcome.message);
  };

  return {
    diff: withChosen(openDiff),
    push: withChosen(async (sandbox, commit) => {
      const target = await pickTarget(core, folders(), commit);
      if (target !== undefined) await pushTo(sandbox, commit, target);
    }),
    reject: withChosen(async (sandbox, commit) => {
      const staged = { sandbox, commit: commit.id };
      const pending = comments.pending(staged);
      const { reject } = SANDBOX_TEXT;
      const reason = await window.showInputBox({
        title: reject.title(shortId(commit)),
        prompt: pending === 0 ? reject.prompt : reject.promptWithComments(pending),
        validateInput: text => (pending === 0 && text.trim() === '' ? reject.empty : undefined),
        ignoreFocusOut: true,
      });
      if (reason === undefined) return;
      const whole = comments.reasonWith(staged, reason.trim() || undefined);
      if (whole === undefined) return;
      await access.change(sandbox, (opened, side) => side.reject(opened, commit.id, whole));
      comments.markSent(staged);
      say(reject.done);
    }),
    discard: withChosen(async (sandbox, commit) => {
      const { discard } = SANDBOX_TEXT;
      const question = forDisplay(discard.question(shortId(commit), subjectOf(commit)));
      const answer = await window.showWarningMessage(
        plainMessage(question),
        { modal: true, detail: discard.detail },
        discard.yes,
      );
      if (answer === discard.yes) await access.change(sandbox, (opened, side) => side.discard(opened, commit.id));
    }),
    async show({ sandbox, commit: id }) {
      const commit = (await access.look(sandbox)).state.staged.get(id);
      if (commit !== undefined) await openDiff(sandbox, commit);
      return commit !== undefined;
    },
  };
}
