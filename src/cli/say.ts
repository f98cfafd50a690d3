import type { UndoProgress } from '../core/writes/journal/undo/undo-progress.ts';
import { TEXT } from './text.ts';

/** Tells the person something and gives the exit code on. */
export function say(message: string, code: number): number {
  process.stderr.write(`${message}\n`);
  return code;
}

/** Whether there is somebody at a terminal to be asked. */
export const canAsk = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Fewer files are back before anybody has read a line. */
const MANY_FILES = 500;

/** Tells how far an undo of many files is, on one line of a terminal. */
export function sayProgress(
  { done, total }: UndoProgress,
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr,
) {
  if (!stream.isTTY || total < MANY_FILES) return;
  stream.write(`\r${TEXT.undoneSoFar(done, total)}${done === total ? '\n' : ''}`);
}
