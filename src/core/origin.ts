/** Who asked for a command. */
export type Origin = 'palette' | 'view' | 'chat' | 'mcp' | 'cli';

/** True for a person at a window; behind any other origin is a program. */
export const isPerson = (origin: Origin): boolean => origin === 'palette' || origin === 'view';
