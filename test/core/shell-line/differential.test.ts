import { expect, it } from 'vitest';
import { commandsOf } from '../../../src/core/shell-line/commands.ts';
import { foldersOf } from '../../../src/core/shell-line/folders.ts';
import { mapInBatches } from '../../../src/shared/map-in-batches.ts';
import { full } from '../../support/full.ts';
import { seededRandom } from '../../support/seeded.ts';
import { changedLine, everydayLine } from './lines.ts';
import { createShell, type RecordedCall } from './recorders.ts';
import { KINDS, trickyLine } from './tricky-lines.ts';

const LINES = full ? 20_000 : 900;
const random = seededRandom();
const shell = createShell();

/** The calls that were found in a line, with the folders each may run in; undefined where the line is not clear. */
function foundIn(line: string, cwd: string) {
  const commands = commandsOf(line);
  const folders = commands && foldersOf(commands, cwd);
  return commands?.flatMap(({ what }, at) =>
    what.kind === 'call' ? [{ program: what.program, args: what.args, folders: folders?.[at] }] : [],
  );
}

type Found = NonNullable<ReturnType<typeof foundIn>>[number];

const is = ({ program, args, folders }: Found, call: RecordedCall): boolean =>
  program === call.program &&
  (args === undefined || JSON.stringify(args) === JSON.stringify(call.args)) &&
  (folders === undefined || folders.includes(call.cwd));

/** What bash ran and was not found; each call that was found counts once. */
function notFound(found: readonly Found[], ran: readonly RecordedCall[]): RecordedCall[] {
  const left = [...found];
  return ran.filter(call => {
    const at = left.findIndex(each => is(each, call));
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

it('bash runs exactly the calls that were found in everyday lines, where they were said to run', async () => {
  const lines = Array.from({ length: LINES / 3 }, () => everydayLine(random));
  const wrong = await mapInBatches(
    lines,
    async ({ text, all, expected }) => {
      const { cwd, calls } = await shell.run(text);
      const found = foundIn(text, cwd) ?? [];
      const ran = calls.map(call => ({ ...call, cwd: call.cwd.slice(cwd.length) }));
      const isRight =
        JSON.stringify(found.map(({ program, args }) => [program, ...(args ?? [])])) === JSON.stringify(all) &&
        JSON.stringify(ran.map(call => [call.cwd, call.program, ...call.args])) === JSON.stringify(expected) &&
        notFound(found, calls).length === 0;
      return isRight ? [] : [{ text, found, ran, expected }];
    },
    4,
  );
  expect(wrong.flat()).toEqual([]);
}, 300_000);

/** Whether nothing but calls of both programs, and what only prints, was found. */
const onlyCallsIn = (line: string): boolean =>
  commandsOf(line)?.every(({ what, writesFile }) => what.kind !== 'other' && !writesFile) === true;

it('in lines with anything changed in them it runs nothing else either, or they are not clear', async () => {
  const lines = Array.from({ length: LINES }, () => changedLine(random));
  let clear = 0;
  const wrong = await mapInBatches(
    lines,
    async text => {
      const { cwd, calls, changed } = await shell.run(text);
      const found = foundIn(text, cwd);
      if (found === undefined) return [];
      if (changed && onlyCallsIn(text)) return [{ text, changed }];
      clear += 1;
      const more = notFound(found, calls);
      return more.length === 0 ? [] : [{ text, found, more }];
    },
    4,
  );
  expect(wrong.flat()).toEqual([]);
  // Otherwise nothing was tried.
  expect(clear).toBeGreaterThan(LINES / 10);
}, 300_000);

it.each(KINDS)(
  'a call that is run in another way is found, or the line is not clear: %s',
  async kind => {
    const lines = Array.from({ length: LINES / 20 }, () => trickyLine(random, kind));
    let ran = 0;
    const wrong = await mapInBatches(
      lines,
      async text => {
        const { cwd, calls, changed } = await shell.run(text);
        ran += calls.length;
        const found = foundIn(text, cwd);
        if (found === undefined) return [];
        const more = notFound(found, calls);
        return more.length === 0 && !(changed && onlyCallsIn(text)) ? [] : [{ text, found, more, changed }];
      },
      4,
    );
    expect(wrong.flat()).toEqual([]);
    // A form that runs nothing tries nothing.
    expect(ran).toBeGreaterThan(lines.length / 3);
  },
  300_000,
);
