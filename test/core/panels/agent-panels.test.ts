import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { agentPanels } from '../../../src/core/panels/agent-panels.ts';
import { closeExpired, expiredPanels } from '../../../src/core/panels/close-expired.ts';
import type { Panel } from '../../../src/core/panels/panel.ts';
import { isAgents, type Reader, withReader } from '../../../src/core/panels/readers.ts';
import { makePanels, NOW, REPOSITORY, reading } from './fixture.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const agent = (at = NOW, name = 'Agent'): Reader => ({ origin: 'mcp', name, at });
const person = (at = NOW): Reader => ({ origin: 'palette', at });

/** Panels by who read them, P8 first. */
function panelsReadBy(...readers: (readonly Reader[])[]) {
  const panels = makePanels();
  for (const [at, [first, ...others]] of readers.entries()) {
    const { id } = panels.open(reading(`git log -${at + 1}`), REPOSITORY, first).panel;
    for (const by of others) panels.send(id, { type: by.origin === 'mcp' ? 'read' : 'claimed', by });
  }
  return panels;
}
const ids = (panels: readonly Panel[]) => panels.map(({ id }) => id);

describe('who looks at a panel', () => {
  it('is known once, with their last look, the newest first', () => {
    const readers = [agent(1), agent(2, 'Other'), agent(3)].reduce(withReader, [] as readonly Reader[]);
    expect(readers).toEqual([agent(3), agent(2, 'Other')]);
  });

  it('is a person or a program; a person is one, whatever they use', () => {
    const both = [agent(1), person(2), { origin: 'view', at: 3 } as const].reduce(withReader, [] as readonly Reader[]);
    expect(both).toEqual([{ origin: 'view', at: 3 }, agent(1)]);
    expect([isAgents({ readers: both }), isAgents({ readers: [agent()] }), isAgents({ readers: [] })]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('stays a person’s however many programs look, whatever they call themselves', () => {
    let readers = withReader([], person(0));
    for (let n = 1; n < 50; n++) readers = withReader(readers, agent(n, `${n}${'x'.repeat(1000)}`));
    expect([readers.length, isAgents({ readers })]).toEqual([8, false]);
    expect(Math.max(...readers.map(({ name = '' }) => name.length))).toBe(80);
  });
});

describe('panels that only agents look at', () => {
  it('are listed by their last read, and are the person’s once opened by them', () => {
    const panels = panelsReadBy([agent(NOW)], [person()], [agent(NOW), agent(NOW + 5)], [agent(NOW + 2)]);
    expect(ids(agentPanels(panels.list()))).toEqual(['P10', 'P11', 'P8']);
    panels.send('P10', { type: 'claimed', by: person(NOW + 9) });
    expect(ids(agentPanels(panels.list()))).toEqual(['P11', 'P8']);
  });

  it('expire an hour after the last read, or when there are too many, the oldest first', () => {
    const panels = panelsReadBy([agent(NOW)], [person(NOW)], [agent(NOW), agent(NOW + 30 * MINUTE)], [agent(NOW + 1)]);
    const expired = (now: number, keep = 40) => ids(expiredPanels(panels.list(), now, keep));
    expect(expired(NOW + HOUR - 1)).toEqual([]);
    expect(expired(NOW + HOUR)).toEqual(['P8']);
    expect(expired(NOW + HOUR + 1)).toEqual(['P11', 'P8']);
    expect(expired(NOW + 9 * HOUR)).toEqual(['P10', 'P11', 'P8']);
    expect(expired(NOW, 2)).toEqual(['P8']);
  });

  it('do not while somebody sees them or they run', () => {
    const panels = panelsReadBy([agent(NOW)], [agent(NOW)], [agent(NOW)]);
    panels.send('P8', { type: 'seen' });
    panels.send('P9', { type: 'refresh-started' });
    expect(ids(expiredPanels(panels.list(), NOW + 9 * HOUR, 0))).toEqual(['P10']);
  });

  it('are active for those who poll GitHub, from when they are opened', () => {
    const panels = panelsReadBy([agent(NOW)], [person()]);
    expect(panels.list().map(({ read }) => read)).toEqual([NOW, undefined]);
  });
});

describe('closing them', () => {
  beforeEach(() => void vi.useFakeTimers({ now: NOW }));
  afterEach(() => void vi.useRealTimers());

  function rig(keep = 40) {
    const panels = makePanels();
    const stop = closeExpired({
      panels,
      close: async id => void panels.close(id),
      keep: () => keep,
      now: Date.now,
      reportError: error => expect.unreachable(String(error)),
    });
    const open = (n: number, reader: Reader) => panels.open(reading(`git log -${n}`), REPOSITORY, reader).panel.id;
    return { panels, stop, open };
  }

  it('happens an hour after each was read last', async () => {
    const { panels, open } = rig();
    const [first, second] = [open(1, agent()), open(2, agent())];
    await vi.advanceTimersByTimeAsync(50 * MINUTE);
    panels.send(second, { type: 'read', by: agent(Date.now()) });
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect([panels.find(first), ids(panels.list())]).toEqual([undefined, [second]]);
    await vi.advanceTimersByTimeAsync(50 * MINUTE);
    expect(panels.list()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('happens at once when there are too many', async () => {
    const { panels, open } = rig(3);
    for (let n = 1; n <= 5; n++) {
      vi.setSystemTime(NOW + n);
      open(n, agent(NOW + n));
    }
    await Promise.resolve();
    expect(ids(panels.list())).toEqual(['P10', 'P11', 'P12']);
  });

  it('needs a timer only while there are some', async () => {
    const { panels, open, stop } = rig();
    open(1, person());
    expect(vi.getTimerCount()).toBe(0);
    const id = open(2, agent());
    expect(vi.getTimerCount()).toBe(1);
    panels.send(id, { type: 'claimed', by: person() });
    expect(vi.getTimerCount()).toBe(0);
    open(3, agent());
    stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
