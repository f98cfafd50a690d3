import type { ServerContext } from '@modelcontextprotocol/server';
import { legibleLine } from '../shared/fence.ts';

/** Sooner than this nobody has read the last line. */
const BETWEEN_MS = 250;
const LONGEST = 200;

/** Tells the client the last line of what is printed, where it asked for that. */
export function progressTo(
  { _meta, notify }: Pick<ServerContext['mcpReq'], '_meta' | 'notify'>,
  reportError: (error: unknown) => void,
): ((text: string) => void) | undefined {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let progress = 0;
  let last = Number.NEGATIVE_INFINITY;
  return text => {
    const line = text.split('\n').findLast(each => each.trim() !== '');
    const now = performance.now();
    if (line === undefined || now - last < BETWEEN_MS) return;
    last = now;
    progress += 1;
    // There is no room for a fence: in quotes, with nothing that hides, it is as plainly somebody else's.
    const message = `Output: ${JSON.stringify(legibleLine(line.slice(0, LONGEST)))}`;
    notify({ method: 'notifications/progress', params: { progressToken, progress, message } }).catch(reportError);
  };
}
