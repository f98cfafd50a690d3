import { discoverForUndo } from '../core/repository/discover.ts';
import type { CliArguments } from './arguments.ts';
import { EXIT } from './exit.ts';
import { say } from './say.ts';
import { TEXT } from './text.ts';
import { withCore } from './with-core.ts';

/** `sluice checkpoint <label>`: saves the repository as it is, to return to. */
export async function checkpointCommand({ root, text: label }: CliArguments): Promise<number> {
  const found = await discoverForUndo(root);
  if (!found.ok) return say(found.message, EXIT.error);
  return withCore(root, async ({ writes, forDisplay }, signal) => {
    const { checkpoints } = await writes();
    const saved = await checkpoints.save({ repository: found.repository, origin: 'cli', label, signal });
    if (!saved.ok) return say(saved.code === 'no-label' ? TEXT.noLabel : saved.message, EXIT.error);
    const { command, id, notSaved } = saved.entry;
    return say(
      [TEXT.saved(forDisplay(command), id), ...notSaved.map(each => TEXT.notSaved(forDisplay(each)))].join('\n'),
      0,
    );
  });
}
