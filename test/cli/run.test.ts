import { expect, it } from 'vitest';
import { exitCodeOf } from '../../src/cli/run.ts';

it.each([
  [0, undefined, 0],
  [1, 'exit-code', 1],
  [128, 'authentication', 128],
  [null, 'timed-out', 124],
  [null, 'cancelled', 130],
  [null, 'outside-workspace', 126],
  [null, undefined, 126],
])('a run with exit code %j and failure %j exits with %j', (exitCode, reason, expected) => {
  expect(exitCodeOf(exitCode, reason)).toBe(expected);
});
