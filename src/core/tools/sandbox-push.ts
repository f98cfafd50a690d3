import * as z from 'zod/mini';
import type { PullRequest, PushOutcome } from '../sandbox/targets/push.ts';
import { gitTarget, targetName } from '../sandbox/targets/target.ts';
import { commitId, inSandbox, sandboxName } from './in-sandbox.ts';
import { tool } from './tool.ts';
import { answer, problem, type ToolResult } from './tool-result.ts';

export const sandboxPush = tool({
  name: 'sandbox_push',
  toolset: 'sandbox',
  title: 'Push a staged commit',
  summary: 'Puts a staged commit on a branch, after you have reviewed it.',
  description:
    'Puts a staged commit of your sandbox on a branch of a repository, as one commit. It always waits until the person has ' +
    'reviewed and approved it, on this machine or on GitHub. Without a branch it makes a new one; one that is checked out is refused. When the branch has ' +
    'moved on, pull from it, resolve, stage and push again. Hooks and filters do not run.',
  reference: 'sandboxPush',
  icon: '$(repo-push)',
  effects: { readOnly: false, openWorld: true },
  input: z.strictObject({ commitId, target: gitTarget, sandbox: sandboxName }),
  examples: [
    { input: { commitId: 'abcdef', target: { type: 'local', path: '.' } }, answers: /^Error \(no-such-commit\)/ },
  ],
  about: ({ commitId: id, target }) =>
    `Ask to push ${id} to ${'branch' in target && target.branch ? `${target.branch} in ` : ''}${targetName(target)}`,
  handler:
    core =>
    ({ commitId: id, target, sandbox: name }, call) =>
      inSandbox(core, name, call, async (sandbox, side) => {
        const { origin, signal, caller } = call;
        return pushResult(await side.push(sandbox, id, target, { origin, signal, caller }), signal);
      }),
  sameAs:
    () =>
    async (input, { session }) =>
      JSON.stringify([session, input]),
});

function pushResult(outcome: PushOutcome, signal: AbortSignal): ToolResult {
  switch (outcome.kind) {
    case 'pushed': {
      const { commitSha, branch, entry, pullRequest } = outcome;
      const undo = entry === undefined ? [] : [`Undo: git_undo(${JSON.stringify({ id: entry })})`];
      return answer([`Pushed to ${branch}: commit ${commitSha}.`, ...undo, ...nextOf(pullRequest)].join('\n'), {
        result: { status: 'success', commitSha },
        ...{ branch, journal: entry, pullRequest },
      });
    }
    case 'conflict': {
      const { reason, message } = outcome.conflict;
      const next =
        'Next: sandbox_pull from that branch, resolve what conflicts, sandbox_stage again, then sandbox_push.';
      return answer(`Not pushed (${reason}): ${message.replace(/\.$/, '')}.\n${next}`, {
        result: { status: 'conflict', conflict: outcome.conflict },
      });
    }
    case 'refused':
      return problem({ code: outcome.denied ?? 'refused', status: 'refused', message: outcome.message });
    case 'cancelled':
      return CANCELLED;
    case 'declined': {
      if (signal.aborted) return CANCELLED;
      const reason = outcome.reason ? ` Their reason: ${outcome.reason}` : '';
      return problem({
        code: 'declined',
        status: 'declined',
        message: `The person rejected this push. Nothing left the sandbox.${reason}`,
      });
    }
  }
}

function nextOf(pull: PullRequest | undefined): string[] {
  if (pull === undefined) return [];
  if ('number' in pull) return [`Pull request #${pull.number} is open for it.`];
  return [`Next: gh_execute(${JSON.stringify({ command: pull.command })}) opens a pull request; the person is asked.`];
}

const CANCELLED = problem({ code: 'cancelled', message: 'Cancelled. Nothing left the sandbox.' });
