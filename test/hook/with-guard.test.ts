import { expect, it } from 'vitest';
import { commandsOf } from '../../src/core/shell-line/commands.ts';
import { quoted } from '../../src/hook/own-command.ts';
import { withGuard } from '../../src/hook/with-guard.ts';
import { mapInBatches } from '../../src/shared/map-in-batches.ts';
import { changedLine, everydayLine } from '../core/shell-line/lines.ts';
import { createShell } from '../core/shell-line/recorders.ts';
import { full } from '../support/full.ts';
import { seededRandom } from '../support/seeded.ts';

const LINES = full ? 5000 : 150;
const random = seededRandom();
const shell = createShell();
const guard = quoted([shell.guard, 'run', '--']);

it('bash hands the guard every word as git would have had it, byte for byte, and all else stays', async () => {
  const lines = Array.from({ length: LINES }, (_, at) => (at % 3 ? everydayLine(random).text : changedLine(random)));
  let guarded = 0;
  const wrong = await mapInBatches(
    lines,
    async text => {
      const calls = commandsOf(text)?.flatMap(({ what }) => (what.kind === 'call' ? [what] : [])) ?? [];
      // One after the other: two in a pipe write in any order.
      if (calls.length === 0 || / \| *(?:git|gh)/.test(text)) return [];
      const own = await shell.run(text);
      const other = await shell.run(withGuard(text, calls, guard));
      guarded += other.calls.length;
      const given = own.calls.map(call => ['run', '--', call.program, ...call.args]);
      const isSame =
        JSON.stringify(other.calls.map(({ args }) => args)) === JSON.stringify(given) &&
        other.calls.every(({ program, cwd }, at) => {
          const before = own.calls[at]?.cwd.slice(own.cwd.length);
          return program === 'guard' && cwd.slice(other.cwd.length) === before;
        });
      return isSame ? [] : [{ text, own: own.calls, other: other.calls }];
    },
    4,
  );
  expect(wrong.flat()).toEqual([]);
  expect(guarded).toBeGreaterThan(LINES / 3);
}, 300_000);
