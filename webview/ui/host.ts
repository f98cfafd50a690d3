import * as z from 'zod/mini';

// Without this zod tries whether it may compile code at run time, which the page's policy forbids and reports.
z.config({ jitless: true });

export interface PageHost<Outgoing> {
  post(message: Outgoing | FailureMessage): void;
  /** The value that `setState` kept, over a reload too; never trusted to have a shape. */
  state(): unknown;
  setState(value: unknown): void;
}

interface FailureMessage {
  readonly type: 'failed';
  readonly message: string;
}

/** As much of an error's words as a `failed` message may carry. */
const MOST = 2000;

/** Joins the page to its host; what does not parse and what goes wrong is reported to the host, never thrown. */
export function connect<Incoming extends z.ZodMiniType, Outgoing>(
  incoming: Incoming,
  onMessage: (message: z.output<Incoming>) => void,
): PageHost<Outgoing> {
  const api = acquireVsCodeApi();
  const failed = (message: string) => {
    const report: FailureMessage = { type: 'failed', message: message.slice(0, MOST) };
    api.postMessage(report);
  };

  window.addEventListener('message', event => {
    const parsed = incoming.safeParse(event.data);
    if (parsed.success) onMessage(parsed.data);
    else failed(`A message from the host is not valid: ${z.prettifyError(parsed.error)}`);
  });
  window.addEventListener('error', ({ error, message }) => failed(describe(error ?? message)));
  window.addEventListener('unhandledrejection', ({ reason }) => failed(describe(reason)));

  return {
    post: message => api.postMessage(message),
    state: () => api.getState(),
    setState: value => void api.setState(value),
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
