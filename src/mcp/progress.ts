import type { ServerContext } from '@modelcontextprotocol/server';

/** Sooner than this nobody has read the last line. */
const BETWEEN_MS = 250;

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
    const message = text.split('\n').findLast(line => line.trim() !== '');
    const now = performance.now();
    if (message === undefined || now - last < BETWEEN_MS) return;
    last = now;
    progress += 1;
    notify({ method: 'notifications/progress', params: { progressToken, progress, message } }).catch(reportError);
  };
}
