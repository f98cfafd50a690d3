/** Who asked for a command. */
export type Origin = (typeof ORIGINS)[number];

export const ORIGINS = ['palette', 'view', 'chat', 'mcp', 'cli'] as const;

export const isOrigin = (value: unknown): value is Origin => (ORIGINS as readonly unknown[]).includes(value);

/** True for a person at a window; behind any other origin is a program. */
export const isPerson = (origin: string): boolean => origin === 'palette' || origin === 'view';

/** The call of a tool that a command came by; a person's own command has none. */
export interface Caller {
  /** The handle by which the call is found again. */
  readonly call: string;
  /** How the client calls itself: shown as its claim, never trusted. */
  readonly name?: string | undefined;
  /** True when the call itself says that it may write with nobody there to ask. */
  readonly allowMutation?: boolean | undefined;
  /** Hears what a running command prints, redacted. */
  readonly heard?: ((text: string) => void) | undefined;
  /** Hears that the person is asked now. */
  readonly asking?: (() => void) | undefined;
  /** Takes note of their answer before anything runs, which waits for it. */
  readonly decided?: ((decision: 'approved' | 'declined') => Promise<void>) | undefined;
}
