import { basename } from 'node:path';
import { createGitReader } from '../core/git/reader.ts';
import { createRedactor } from '../core/git/redact.ts';
import { notRun } from '../core/git/result.ts';
import { discover } from '../core/repository/discover.ts';
import type { ReadyState } from '../core/repository/status/repository-status.ts';
import { createStatusView } from '../core/repository/status/status-view.ts';
import type { CliArguments } from './arguments.ts';
import { EXIT } from './judge.ts';
import { say } from './say.ts';

/** `sluice status`: the status view of the repository a folder is in, as text or as JSON. */
export async function statusCommand({ root, json, jsonl, command }: CliArguments): Promise<number> {
  if (jsonl || command !== undefined) return say('sluice status takes --root and --json only.', EXIT.error);
  const found = await discover(root);
  if (!found.ok) return say(found.message, EXIT.error);
  const { repository } = found;
  const { workTree } = repository;
  const token = process.env.GH_TOKEN ?? process.env.GITHUB_TOKEN;
  const { redact } = createRedactor({ tokens: token ? [token] : [], environment: process.env, patterns: [] });
  const view = createStatusView({
    git: createGitReader(),
    repositories: () => [{ ...repository, root: workTree, name: basename(workTree) }],
    problem: () => undefined,
    // Whoever types the command stands for the folder.
    trusted: () => true,
    load: () => ({}),
    save: () => {},
    redact,
    contextFor: () => ({ roots: [root], cwd: workTree }),
    // The log section is off, and nothing here turns it on.
    read: async () => notRun('not-started', 'There is no log here.'),
    reportError: error => void say(String(error), EXIT.error),
  });
  try {
    const text = await view.text();
    const state = view.state();
    if (state.kind !== 'ready') return say(text, EXIT.error);
    process.stdout.write(json ? `${JSON.stringify(jsonOf(state))}\n` : `${text}\n`);
    return 0;
  } finally {
    view.dispose();
  }
}

/** The JSON for scripts: they find the branch under `status` and everything else beside it. */
function jsonOf({ repository, status, settings, log }: ReadyState) {
  const { branch, oid, upstream, ahead, behind, stashes, ...rest } = status;
  return { repository, status: { branch, oid, upstream, ahead, behind, stashes }, ...rest, settings, log };
}
