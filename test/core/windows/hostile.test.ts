import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { proofOf } from '../../../src/core/windows/proof.ts';
import { LARGEST_FRAME, PROTOCOL } from '../../../src/protocol/window/to-window.ts';
import { openWindow, person, repository, type TestWindow } from './support.ts';

/** A process that speaks to a window's socket as it likes. */
interface Stranger {
  readonly socket: Socket;
  /** Every frame that came. */
  readonly frames: Record<string, unknown>[];
  readonly send: (frame: unknown) => void;
  readonly isClosed: () => boolean;
}

let window: TestWindow;
let root: string;
let entry: { readonly socket: string; readonly key: string };
const strangers: Stranger[] = [];

beforeEach(async () => {
  const { environment, registry } = person();
  root = repository();
  window = await openWindow(environment, root);
  const [name = ''] = readdirSync(registry).filter(each => each.endsWith('.json'));
  entry = JSON.parse(readFileSync(join(registry, name), 'utf8'));
});
afterEach(() => {
  for (const { socket } of strangers.splice(0)) socket.destroy();
  window.server.dispose();
});

async function stranger(): Promise<Stranger> {
  const socket = connect(entry.socket);
  const frames: Stranger['frames'] = [];
  let held = '';
  let closed = false;
  socket.setEncoding('utf8').on('data', chunk => {
    const lines = `${held}${chunk}`.split('\n');
    held = lines.pop() ?? '';
    frames.push(...lines.map(line => JSON.parse(line)));
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    closed = true;
  });
  await new Promise(resolve => socket.once('connect', resolve));
  const made = {
    socket,
    frames,
    send: (frame: unknown) => void socket.write(`${JSON.stringify(frame)}\n`),
    isClosed: () => closed,
  };
  strangers.push(made);
  return made;
}

const hello = (given: object = {}) => {
  const nonce = randomBytes(16).toString('hex');
  return {
    type: 'hello',
    protocol: PROTOCOL,
    version: '1',
    process: { pid: 1, started: null },
    nonce,
    proof: proofOf('process', entry.key, nonce),
    ...given,
  };
};

const ask = (id: number, given: object = {}) => ({
  type: 'ask',
  id,
  kind: 'command',
  text: 'git branch topic',
  subject: 'git branch topic',
  repository: root,
  origin: 'mcp',
  name: null,
  note: null,
  effects: [],
  risk: 'local',
  reason: 'creates a branch',
  programs: [],
  recovery: '',
  editable: true,
  ...given,
});

/** One that has read the key, as any process of the same person can. */
async function greeted(): Promise<Stranger> {
  const made = await stranger();
  made.send(hello());
  await vi.waitUntil(() => made.frames.length > 0, 5000);
  return made;
}

const closed = (who: Stranger) => vi.waitUntil(who.isClosed, 5000);
const asked = (count = 1) => vi.waitUntil(() => window.questions.length >= count, 5000);

describe('13.3 nothing that connects can approve', () => {
  it.each([
    ['a decision', (id: number) => ({ type: 'decision', id, decision: { kind: 'run' } })],
    ['a decision on a plan', (id: number) => ({ type: 'plan-decision', id, decision: { kind: 'run' } })],
    ['a command to run', () => ({ type: 'run', text: 'git branch topic' })],
    ['a wish to read', () => ({ type: 'read', panel: 'P8' })],
    [
      'a question that answers itself',
      (id: number) => ({ ...ask(id + 1), decision: { kind: 'run' }, origin: 'palette' }),
    ],
  ])('%s closes the connection, and its question is declined', async (_, frame) => {
    const one = await greeted();
    one.send(ask(1));
    await asked();
    one.send(frame(1));
    await closed(one);
    await vi.waitUntil(() => window.questions[0]?.signal.aborted, 5000);
    expect(one.frames.filter(({ type }) => type === 'decision')).toEqual([]);
    expect(window.questions).toHaveLength(1);
    expect(window.log.join()).toContain('a frame that is none of the protocol');
  });

  it('a decision of one process is none for the question of another', async () => {
    const [one, other] = [await greeted(), await greeted()];
    one.send(ask(1));
    await asked();
    other.send({ type: 'decision', id: 1, decision: { kind: 'run' } });
    await closed(other);
    expect(window.questions[0]?.signal.aborted).toBe(false);
    expect(one.frames.some(({ type }) => type === 'decision')).toBe(false);
  });

  it('nor take back what another asks', async () => {
    const [one, other] = [await greeted(), await greeted()];
    one.send(ask(1));
    await asked();
    other.send({ type: 'withdraw', id: 1 });
    other.send({ type: 'ping' });
    await vi.waitUntil(() => other.frames.some(({ type }) => type === 'pong'), 5000);
    expect(window.questions[0]?.signal.aborted).toBe(false);
  });

  it.each(['palette', 'view', 'chat'])('a process does not pass for a person or the chat: %s', async origin => {
    const one = await greeted();
    one.send(ask(1, { origin }));
    await closed(one);
    expect(window.questions).toEqual([]);
  });
});

describe('13.3 who does not keep to the rules is sent away', () => {
  it.each([
    ['no key', () => hello({ proof: 'a'.repeat(64) })],
    [
      'the proof of the window',
      () => ({ ...hello({ nonce: '0'.repeat(32) }), proof: proofOf('window', entry.key, '0'.repeat(32)) }),
    ],
    ['a question before a greeting', () => ask(1)],
    ['a list', () => []],
    ['nothing', () => null],
  ])('%s', async (_, frame) => {
    const one = await stranger();
    one.send(frame());
    await closed(one);
    expect(one.frames).toEqual([]);
    expect(window.questions).toEqual([]);
  });

  it('another version is told so, whatever else it says', async () => {
    const one = await stranger();
    one.send({ type: 'hello', protocol: PROTOCOL + 1, whoever: 'x' });
    await closed(one);
    expect(one.frames).toEqual([{ type: 'refused', code: 'version', id: null }]);
  });

  it('who says nothing', async () => {
    const one = await stranger();
    await vi.waitUntil(one.isClosed, 5000);
    expect(window.log.join()).toContain('did not say who it is');
  });

  it.each([
    ['a frame of two megabytes', (one: Stranger) => one.socket.write('x'.repeat(2 * LARGEST_FRAME))],
    [
      'one that is too large and would be right',
      (one: Stranger) => one.send(ask(1, { more: 'x'.repeat(LARGEST_FRAME) })),
    ],
    ['no JSON', (one: Stranger) => one.socket.write('{\n')],
    ['no UTF-8', (one: Stranger) => one.socket.write(Buffer.from([0x22, 0xff, 0x22, 0x0a]))],
    ['an empty line', (one: Stranger) => one.socket.write('\n')],
    ['a flood', (one: Stranger) => one.socket.write('{"type":"ping"}\n'.repeat(5000))],
    ['a command that is too long', (one: Stranger) => one.send(ask(1, { text: 'x'.repeat(100_001) }))],
    ['a question number that is none', (one: Stranger) => one.send(ask(0))],
    ['an effect that is none', (one: Stranger) => one.send(ask(1, { effects: ['approved'] }))],
    [
      'a preview of what lies outside',
      (one: Stranger) =>
        one.send(impactWith({ kind: 'worktree', from: null, paths: ['../../etc/passwd'], goes: null })),
    ],
    [
      'a preview of a file by its whole path',
      (one: Stranger) => one.send(impactWith({ kind: 'worktree', from: null, paths: ['/etc/passwd'], goes: null })),
    ],
    [
      'a preview that is an option of git',
      (one: Stranger) => one.send(impactWith({ kind: 'trees', from: '--output=/tmp/x', to: 'a'.repeat(40) })),
    ],
  ])('%s', async (_, act) => {
    const one = await greeted();
    act(one);
    await closed(one);
    expect(window.questions).toEqual([]);
    expect(window.errors).toEqual([]);
  });

  it('two questions of one number', async () => {
    const one = await greeted();
    one.send(ask(1));
    await asked();
    one.send(ask(1, { text: 'git branch other' }));
    await closed(one);
    await vi.waitUntil(() => window.questions[0]?.signal.aborted, 5000);
    expect(window.questions).toHaveLength(1);
  });

  it('half a frame asks nothing, and its other half makes it one', async () => {
    const one = await greeted();
    const text = `${JSON.stringify(ask(1, { text: 'git branch größer' }))}\n`;
    const bytes = Buffer.from(text);
    const middle = bytes.indexOf(0xc3) + 1;
    one.socket.write(bytes.subarray(0, middle));
    await delay(100);
    expect(window.questions).toEqual([]);
    one.socket.write(bytes.subarray(middle));
    await asked();
    expect(window.questions[0]?.question.text).toBe('git branch größer');
  });

  it('half a frame of one that goes is nothing', async () => {
    const one = await greeted();
    one.socket.write(JSON.stringify(ask(1)));
    one.socket.end();
    await closed(one);
    expect(window.questions).toEqual([]);
  });
});

describe('13.3 a person is not drowned in questions', () => {
  it('more than eight of one process are refused, and the eight stay', async () => {
    const one = await greeted();
    for (let id = 1; id <= 12; id += 1) one.send(ask(id));
    await vi.waitUntil(() => one.frames.filter(({ type }) => type === 'refused').length === 4, 5000);
    expect(window.questions).toHaveLength(8);
    expect(one.isClosed()).toBe(false);
  });

  it('more than thirty-two of all together are refused, until one is answered', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, greeted));
    for (const one of all.slice(0, 4)) for (let id = 1; id <= 8; id += 1) one.send(ask(id));
    await asked(32);
    const last = all[4] as Stranger;
    last.send(ask(1));
    await vi.waitUntil(() => last.frames.some(({ code }) => code === 'busy'), 5000);
    window.questions[0]?.answer({ kind: 'declined' });
    await vi.waitUntil(() => all.some(({ frames }) => frames.some(({ type }) => type === 'decision')), 5000);
    last.send(ask(2));
    await asked(33);
  });

  it('and more connections than a machine has agents are not taken', async () => {
    const all = await Promise.all(Array.from({ length: 40 }, stranger));
    await vi.waitUntil(() => all.filter(one => one.isClosed()).length >= 8, 5000);
  });
});

it('13.3 a window asks about its own repositories only', async () => {
  const one = await greeted();
  for (const [at, folder] of [repository(), '/', join(root, '..'), 'relative', `${root}/../other`].entries())
    one.send(ask(at + 1, { repository: folder }));
  await vi.waitUntil(() => one.frames.filter(({ code }) => code === 'not-open').length === 5, 5000);
  expect(window.questions).toEqual([]);
});

it('13.3 what is shown is what was sent: nothing that comes later changes a command', async () => {
  const one = await greeted();
  one.send(ask(1));
  await asked();
  const { question } = window.questions[0] ?? {};
  one.send({ type: 'shape', id: 1, summary: 'everything' });
  one.send({ type: 'shape', id: 1, summary: 'nothing' });
  expect(await question?.shape).toBe('everything');
  expect(question?.text).toBe('git branch topic');
});

const impactWith = (preview: object) => {
  const none = { items: [], total: 0, inFolders: 0 };
  return {
    type: 'impact',
    id: 1,
    step: null,
    whole: true,
    unsaved: null,
    impact: {
      ...{ sentences: [], refused: false, renames: [], remote: [], addresses: [], harms: [] },
      ...{ lost: none, conflicts: none, unreachable: none, leaving: none, commits: none, files: none },
      ...{ preview, unknown: null, rewrites: false, fetchFirst: null },
    },
  };
};
