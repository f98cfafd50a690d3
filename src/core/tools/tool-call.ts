import type { Caller, Origin } from '../origin.ts';

export type ToolOrigin = Extract<Origin, 'chat' | 'mcp' | 'cli'>;

/** One call of a tool, as a door makes it. */
export interface ToolCall {
  readonly origin: ToolOrigin;
  /** Ends the call, and what it runs, until a handle was given out for it. */
  readonly signal: AbortSignal;
  /** The session that calls: it has a sandbox of its own. All of a door are one without it. */
  readonly session?: string | undefined;
  /** How the client calls itself. */
  readonly name?: string | undefined;
  readonly allowMutation?: boolean | undefined;
  /** Hears the handle by which the call is found again, before anything is done; of the one it joins, where it joins one. */
  readonly started?: ((handle: string) => void) | undefined;
  /** Hears what a running command prints, redacted. */
  readonly heard?: ((text: string) => void) | undefined;
  /** The repository of a call that names none; the first of the window without it. */
  readonly repository?: string | undefined;
}

/** A call under way, as a handler sees it. */
export interface RunningCall extends ToolCall {
  /** What travels with its commands: the handle by which it is found again, and who hears of it. */
  readonly caller: Caller;
}
