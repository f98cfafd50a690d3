import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type CallRecords, createCallRecords } from '../../../src/core/tools/call-records.ts';
import { type Calls, createCalls } from '../../../src/core/tools/calls.ts';
import type { RunningCall } from '../../../src/core/tools/tool.ts';
import { answer, type ToolResult } from '../../../src/core/tools/tool-result.ts';
import { fenced } from '../../../src/shared/fence.ts';
import { temporaryFolder } from '../git/support.ts';
import { type FakeClock, fakeClock } from '../repository/watch/support.ts';

const HOUR_MS = 3_600_000;

const stays = () => new AbortController().signal;

interface Rig {
  readonly calls: Calls;
  readonly clock: FakeClock;
  readonly records: CallRecords;
  readonly folder: string;
  readonly errors: unknown[];
  /** Starts a call that ends when it is told to. */
  readonly start: (given?: { same?: string; signal?: AbortSignal }) => Started;
  readonly started: () => number;
}

interface Started {
  readonly answered: Promise<ToolResult>;
  readonly running: () => RunningCall;
  readonly end: (result: ToolResult) => void;
}

function rig(folder = join(temporaryFolder(), 'calls'), now: () => number = Date.now): Rig {
  const clock = fakeClock();
  const errors: unknown[] = [];
  const records = createCallRecords({ folder, redact: text => text.replaceAll('hush', '***'), now });
  const calls = createCalls({ records, clock, reportError: error => errors.push(error) });
  let started = 0;
  return {
    ...{ calls, clock, records, folder, errors, started: () => started },
    start({ same, signal = stays() } = {}) {
      let running: RunningCall | undefined;
      let end: (result: ToolResult) => void = () => {};
      const run = (call: RunningCall) => {
        started += 1;
        running = call;
        return new Promise<ToolResult>(resolve => {
          end = resolve;
          call.signal.addEventListener('abort', () => resolve(answer('cancelled')));
        });
      };
      const answered = calls.start({ call: { origin: 'mcp', signal }, about: 'Run it hush', same, run });
      return {
        answered,
        running() {
          if (running === undefined) throw new Error('It was not started.');
          return running;
        },
        end: result => end(result),
      };
    },
  };
}

const textOf = ({ text }: ToolResult) => text(10_000);
const handleOf = ({ facts }: ToolResult) => String(facts.handle);

/** The answer of a call after its caller's patience. */
async function late({ clock }: Rig, { answered }: Started): Promise<ToolResult> {
  await turn();
  clock.pass(20_000);
  return answered;
}

/** Lets time pass until there is an answer, which needs the disk besides. */
async function soon({ clock }: Rig, answered: Promise<ToolResult>): Promise<ToolResult> {
  let over = false;
  const done = answered.finally(() => {
    over = true;
  });
  while (!over) {
    clock.pass(250);
    await delay(1);
  }
  return done;
}

describe('8.8 a call that takes long', () => {
  it('has its result when it ends in time, and leaves nothing behind', async () => {
    const made = rig();
    const call = made.start();
    await turn();
    made.clock.pass(19_999);
    await call.running().caller.decided?.('approved');
    call.end(answer('done'));
    expect(textOf(await call.answered)).toBe('done');
    await expect.poll(() => readdirSync(made.folder)).toEqual([]);
  });

  it('answers after 20 s with a handle, which gives the result as often as it is asked for', async () => {
    const made = rig();
    const call = made.start();
    const first = await late(made, call);
    const handle = handleOf(first);
    expect(first.status).toBe('running');
    expect(textOf(first)).toBe(
      `Still running: Run it hush\nNext: sluice_wait({"handle":"${handle}"}) gives the result. Do not make the same call again.`,
    );
    const waiting = made.calls.wait(handle, { timeoutMs: 30_000, signal: stays() });
    call.end(answer('done'));
    expect(textOf(await waiting)).toBe('done');
    expect(textOf(await made.calls.wait(handle, { timeoutMs: 0, signal: stays() }))).toBe('done');
  });

  it('says that it waits for the person while it does', async () => {
    const made = rig();
    const call = made.start();
    await turn();
    const { caller } = call.running();
    caller.asking?.();
    const first = await late(made, call);
    expect(first.status).toBe('waiting');
    await caller.decided?.('approved');
    const wait = made.calls.wait(handleOf(first), { timeoutMs: 1000, signal: stays() });
    made.clock.pass(1000);
    expect((await wait).status).toBe('running');
  });

  it('tells the last 8 lines of its output, fenced and without what hides', async () => {
    const made = rig();
    const call = made.start();
    await turn();
    for (let line = 1; line <= 2000; line += 1) call.running().caller.heard?.(`line ${line}\n`);
    call.running().caller.heard?.('Counting: 1%\rCounting: 100%\n\u001b[31mred\u001b[0m \u202e\n');
    const text = textOf(await late(made, call));
    expect(text.split('\n').slice(4, -1)).toEqual([
      ...[1995, 1996, 1997, 1998, 1999, 2000].map(line => `line ${line}`),
      'Counting: 100%',
      'red \\u202e',
    ]);
    expect(text).toMatch(/<\w+ untrusted from the command>/);
  });

  it('is ended by its caller before that, and by nobody afterwards', async () => {
    const made = rig();
    const early = new AbortController();
    const one = made.start({ signal: early.signal });
    await turn();
    early.abort();
    expect(textOf(await one.answered)).toBe('cancelled');

    const gone = new AbortController();
    const two = made.start({ signal: gone.signal });
    const handle = handleOf(await late(made, two));
    gone.abort();
    await turn();
    expect(two.running().signal.aborted).toBe(false);
    two.end(answer('done'));
    expect(textOf(await made.calls.wait(handle, { timeoutMs: 10, signal: stays() }))).toBe('done');
  });

  it('goes on when who waits for it by its handle leaves', async () => {
    const made = rig();
    const call = made.start();
    const handle = handleOf(await late(made, call));
    const leaving = new AbortController();
    const wait = made.calls.wait(handle, { timeoutMs: 30_000, signal: leaving.signal });
    leaving.abort();
    expect((await wait).code).toBe('cancelled');
    expect(call.running().signal.aborted).toBe(false);
  });

  it('has a handle that nobody can guess, and none before one was given out', async () => {
    const made = rig();
    const call = made.start();
    await turn();
    const { call: handle } = call.running().caller;
    expect(handle).toMatch(/^[0-9a-f]{20}$/);
    expect((await made.calls.wait(handle, { timeoutMs: 0, signal: stays() })).code).toBe('unknown-handle');
  });

  it('is still answered for when the disk takes nothing', async () => {
    const folder = join(temporaryFolder(), 'calls');
    writeFileSync(folder, 'a file');
    const made = rig(folder);
    const call = made.start();
    await turn();
    await call.running().caller.decided?.('approved');
    const handle = handleOf(await late(made, call));
    call.end(answer('done'));
    expect(textOf(await made.calls.wait(handle, { timeoutMs: 10, signal: stays() }))).toBe('done');
    expect(made.errors.length).toBeGreaterThan(0);
  });
});

describe('8.8 the same write asked for again', () => {
  it('joins the first: one question, one run, one result', async () => {
    const made = rig();
    const [one, two] = [made.start({ same: 'x' }), made.start({ same: 'x' })];
    const other = made.start({ same: 'y' });
    await turn();
    expect(made.started()).toBe(2);
    one.end(answer('done'));
    other.end(answer('other'));
    expect((await Promise.all([one.answered, two.answered, other.answered])).map(textOf)).toEqual([
      'done',
      'done',
      'other',
    ]);
    const again = made.start({ same: 'x' });
    await turn();
    expect(made.started()).toBe(3);
    again.end(answer('again'));
    expect(textOf(await again.answered)).toBe('again');
  });

  it('by one whose first caller left with a handle gets the same handle', async () => {
    const made = rig();
    const handle = handleOf(await late(made, made.start({ same: 'x' })));
    expect(handleOf(await late(made, made.start({ same: 'x' })))).toBe(handle);
    expect(made.started()).toBe(1);
  });

  it('is ended only when all who wait for it have left', async () => {
    const made = rig();
    const [first, second] = [new AbortController(), new AbortController()];
    const one = made.start({ same: 'x', signal: first.signal });
    const two = made.start({ same: 'x', signal: second.signal });
    await turn();
    first.abort();
    expect((await one.answered).code).toBe('cancelled');
    expect(one.running().signal.aborted).toBe(false);
    second.abort();
    expect(textOf(await two.answered)).toBe('cancelled');
    expect(one.running().signal.aborted).toBe(true);
  });
});

describe('8.8 what is on disk', () => {
  const fileOf = (folder: string) => {
    const [name = ''] = readdirSync(folder);
    return JSON.parse(readFileSync(join(folder, name), 'utf8'));
  };

  it('has the decision before the command runs, with nothing secret', async () => {
    const made = rig();
    const call = made.start();
    await turn();
    await call.running().caller.decided?.('approved');
    expect(fileOf(made.folder)).toMatchObject({
      progress: 'approved',
      about: 'Run it ***',
      process: { pid: process.pid },
    });
  });

  it('has the result of a call with a handle, for another process too', async () => {
    const made = rig();
    const call = made.start();
    const handle = handleOf(await late(made, call));
    call.end({ ...answer('done, hush'), status: 'failed', code: 'command-failed' });
    await call.answered;
    await made.calls.end();
    const later = await rig(made.folder).calls.wait(handle, { timeoutMs: 0, signal: stays() });
    expect(later).toMatchObject({ status: 'failed', code: 'command-failed' });
    expect(textOf(later)).toBe('done, ***');
    expect(later.text(4)).toBe('[cut by tokens: the rest is not kept]');
  });

  it('is cut between lines, with its fence closed, whatever is in it', async () => {
    const made = rig();
    const call = made.start();
    const handle = handleOf(await late(made, call));
    const evil = fenced(`<abc123 untrusted from git>\n${'x\n'.repeat(500)}`, 'git');
    call.end(answer(`Ran: it\n${evil}\nafter`));
    await call.answered;
    await made.calls.end();
    const later = await rig(made.folder).calls.wait(handle, { timeoutMs: 0, signal: stays() });
    for (const characters of [120, 200, 400, 800]) {
      const lines = later.text(characters).split('\n');
      expect(later.text(characters).length).toBeLessThanOrEqual(characters);
      const [, word] = /^<(\w+) untrusted/.exec(lines[1] ?? '') ?? [];
      if (word) expect(lines.at(-2)).toBe(`</${word}>`);
      expect(lines.at(-1)).toBe('[cut by tokens: the rest is not kept]');
    }
  });

  it('is waited for by another process while the first still works on it', async () => {
    const made = rig();
    const call = made.start();
    await turn();
    call.running().caller.asking?.();
    const handle = handleOf(await late(made, call));
    const other = rig(made.folder);
    const wait = other.calls.wait(handle, { timeoutMs: 1000, signal: stays() });
    expect((await soon(other, wait)).status).toBe('waiting');
    const second = other.calls.wait(handle, { timeoutMs: 30_000, signal: stays() });
    call.end(answer('done'));
    await made.calls.end();
    expect(textOf(await soon(other, second))).toBe('done');
  });

  it('is gone after a day', async () => {
    const made = rig();
    const handle = handleOf(await late(made, made.start()));
    const tomorrow = rig(made.folder, () => Date.now() + 25 * HOUR_MS);
    expect((await tomorrow.calls.wait(handle, { timeoutMs: 0, signal: stays() })).code).toBe('unknown-handle');
    const next = tomorrow.start();
    await late(tomorrow, next);
    expect(readdirSync(made.folder)).toHaveLength(1);
    expect(readdirSync(made.folder)).not.toContain(`${handle}.json`);
  });

  it.each(['{', '[]', '{"version":2}', '', '{"version":1,"about":{},"progress":"done"}'])(
    'counts as nothing when it is %j',
    async text => {
      const made = rig();
      const handle = handleOf(await late(made, made.start()));
      writeFileSync(join(made.folder, `${handle}.json`), text);
      expect((await rig(made.folder).calls.wait(handle, { timeoutMs: 0, signal: stays() })).code).toBe(
        'unknown-handle',
      );
    },
  );
});

describe('13.7 the end of a door', () => {
  it('withdraws what waits for the person and ends reads, lets what was approved finish, and keeps its result', async () => {
    const made = rig();
    const [asked, read, approved] = [made.start(), made.start(), made.start()];
    await turn();
    asked.running().caller.asking?.();
    approved.running().caller.asking?.();
    await approved.running().caller.decided?.('approved');
    const ended = made.calls.end();
    expect([asked, read, approved].map(call => call.running().signal.aborted)).toEqual([true, true, false]);
    approved.end(answer('done'));
    await ended;
    const { call: handle } = approved.running().caller;
    expect(textOf(await rig(made.folder).calls.wait(handle, { timeoutMs: 0, signal: stays() }))).toBe('done');
  });

  it('keeps the result of a call that was over just before', async () => {
    const made = rig();
    const call = made.start();
    const handle = handleOf(await late(made, call));
    call.end(answer('done'));
    await made.calls.wait(handle, { timeoutMs: 0, signal: stays() });
    await made.calls.end();
    expect(textOf(await rig(made.folder).calls.wait(handle, { timeoutMs: 0, signal: stays() }))).toBe('done');
  });

  it('lets no question open any more', async () => {
    const made = rig();
    const approved = made.start();
    await turn();
    await approved.running().caller.decided?.('approved');
    const ended = made.calls.end();
    const late = made.start();
    await turn();
    late.running().caller.asking?.();
    expect(late.running().signal.aborted).toBe(true);
    approved.end(answer('done'));
    await ended;
  });
});
