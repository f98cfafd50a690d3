import type { Tool } from './tool.ts';

/** Every tool there is, by toolset. */
export const TOOLS: readonly Tool[] = [];
