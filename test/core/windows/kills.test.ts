import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { bundleScript, type Script, startScript } from '../git/scripts.ts';
import { temporaryFolder } from '../git/support.ts';
import { openWindow, person, repository } from './support.ts';

const scripts = temporaryFolder();
const windowScript = join(scripts, 'window.mjs');
const askingScript = join(scripts, 'asking.mjs');
const started: Script[] = [];

beforeAll(async () => {
  await bundleScript(new URL('window-process.ts', import.meta.url), windowScript);
  await bundleScript(new URL('asking-process.ts', import.meta.url), askingScript);
});
afterEach(() => {
  for (const { child } of started.splice(0)) child.kill('SIGKILL');
});

function start(script: string, ...args: string[]): Script {
  const made = startScript(script, args);
  started.push(made);
  return made;
}

const says = (script: Script, words: string) => vi.waitUntil(() => script.printed().includes(words), 20_000);

async function place() {
  const { environment, registry } = person();
  return { state: environment.XDG_STATE_HOME, environment, registry, root: repository() };
}

async function windowIn(state: string, root: string, focused = 1, ...how: string[]): Promise<Script> {
  const made = start(windowScript, state, root, String(focused), ...how);
  await says(made, 'open ');
  return made;
}

const GONE = '(The window that showed the question is gone.)';
const HANGS = '(The connection to a window was closed: it does not answer.)';

describe('13.3 kill -9 of a window', () => {
  it('before it is asked: what it left is removed, and nobody waits', async () => {
    const { state, root, registry } = await place();
    const window = await windowIn(state, root);
    expect(readdirSync(registry)).toHaveLength(2);
    window.child.kill('SIGKILL');
    await window.ended;
    expect(await start(askingScript, state, root).ended).toBe('begun declined:nobody');
    expect(readdirSync(registry)).toEqual([]);
  });

  it('while it asks: the process knows by the socket, and runs nothing', async () => {
    const { state, root } = await place();
    const window = await windowIn(state, root);
    const asking = start(askingScript, state, root);
    await says(asking, 'shown ');
    window.child.kill('SIGKILL');
    expect(await asking.ended).toBe(`begun shown ${GONE} declined:nobody`);
  });

  it('while it asks: the window that the person was in before it is asked next', async () => {
    const { state, root } = await place();
    const last = await windowIn(state, root, 2);
    const before = await windowIn(state, root, 1, 'run');
    const asking = start(askingScript, state, root);
    await says(last, 'asked:');
    expect(before.printed()).toBe('open ');
    last.child.kill('SIGKILL');
    expect(await asking.ended).toBe(`begun shown ${GONE} shown run`);
  });

  it('one that hangs is given up, and its late answer runs nothing', async () => {
    const { state, root } = await place();
    const window = await windowIn(state, root);
    const asking = start(askingScript, state, root);
    await says(asking, 'shown ');
    window.child.kill('SIGSTOP');
    expect(await asking.ended).toBe(`begun shown ${HANGS} ${GONE} declined:nobody`);
    window.child.kill('SIGCONT');
    await says(window, 'withdrawn');
  });

  it('one that hangs before it is asked is passed over', async () => {
    const { state, root } = await place();
    const hangs = await windowIn(state, root, 2);
    await windowIn(state, root, 1, 'run');
    hangs.child.kill('SIGSTOP');
    expect(await start(askingScript, state, root).ended).toMatch(/^begun \(.*did not say who it is\.\) shown run$/);
  });

  it('at any moment of a question: the process always comes to an end, and only a yes runs', async () => {
    const { state, root } = await place();
    for (let ms = 0; ms < 40; ms += 4) {
      const window = await windowIn(state, root, 1, 'run');
      const asking = start(askingScript, state, root);
      await asking.begun;
      await delay(ms);
      window.child.kill('SIGKILL');
      expect(await asking.ended).toMatch(/^begun (?:\([^)]*\) |shown )*(?:declined:nobody|run)$/);
    }
  });
});

describe('13.3 kill -9 of the process that asks', () => {
  it('at any moment: its question goes, and its place is free', async () => {
    const { state, root, environment } = await place();
    const { questions, server, errors } = await openWindow(environment, root);
    for (let ms = 0; ms < 40; ms += 1) {
      if (ms % 4 !== 0) continue;
      const asking = start(askingScript, state, root);
      await asking.begun;
      await delay(ms);
      asking.child.kill('SIGKILL');
      await asking.ended;
    }
    await vi.waitUntil(() => questions.every(({ signal }) => signal.aborted), 5000);
    const before = questions.length;
    const asking = start(askingScript, state, root);
    await vi.waitUntil(() => questions.length > before, 20_000);
    questions.at(-1)?.answer({ kind: 'run' });
    expect(await asking.ended).toBe('begun shown run');
    expect(errors).toEqual([]);
    server.dispose();
  });
});

it('13.3 a window that closes declines what it asks', async () => {
  const { state, root, environment, registry } = await place();
  const { questions, server } = await openWindow(environment, root);
  const asking = start(askingScript, state, root);
  await vi.waitUntil(() => questions.length > 0, 20_000);
  server.dispose();
  expect(readdirSync(registry)).toEqual([]);
  expect(await asking.ended).toBe('begun shown declined:undefined');
  expect(questions[0]?.signal.aborted).toBe(true);
});
