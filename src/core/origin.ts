/** Who asked for a command. */
export type Origin = 'palette' | 'view' | 'chat' | 'mcp' | 'cli';
