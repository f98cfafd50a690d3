import { CHANGE } from './change.ts';
import { GITHUB } from './github.ts';
import { LOOK } from './look.ts';
import type { Task } from './task.ts';

/** Thirty things that agents are asked to do. */
export const TASKS: readonly Task[] = [...LOOK, ...GITHUB, ...CHANGE];
