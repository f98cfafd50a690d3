import { discover } from '../core/repository/discover.ts';
import type { ReadyState } from '../core/repository/status/repository-status.ts';
import type { CliArguments } from './arguments.ts';
import { paintFor } from './color.ts';
import { EXIT } from './exit.ts';
import { say } from './say.ts';
import { statusLines } from './status-lines.ts';
import { TEXT } from './text.ts';
import { withCore } from './with-core.ts';

/** `sluice status`: the status view of the repository a folder is in, for people, as Markdown for a model, or as JSON. */
export async function statusCommand({ root, json, jsonl, markdown, color, command }: CliArguments): Promise<number> {
  if (jsonl || command !== undefined) return say(TEXT.statusArguments, EXIT.error);
  const found = await discover(root);
  if (!found.ok) return say(found.message, EXIT.error);
  return withCore(root, async ({ status, forDisplay }) => {
    const text = await status.text();
    const state = status.state();
    if (state.kind !== 'ready') return say(text, EXIT.error);
    const shown = () => statusLines(state.status, forDisplay, paintFor(color, process.stdout));
    process.stdout.write(`${json ? JSON.stringify(jsonOf(state)) : markdown ? text : shown()}\n`);
    return 0;
  });
}

/** The JSON for scripts: they find the branch under `status` and everything else beside it. */
function jsonOf({ repository, status, settings, log }: ReadyState) {
  const { branch, oid, upstream, ahead, behind, stashes, ...rest } = status;
  return { repository, status: { branch, oid, upstream, ahead, behind, stashes }, ...rest, settings, log };
}
