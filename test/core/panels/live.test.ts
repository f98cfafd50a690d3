import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changeOf, type Facet } from '../../../src/core/change.ts';
import type { ReadOnlyCommand } from '../../../src/core/command/command.ts';
import { cancelledResult, type RunResult } from '../../../src/core/git/result.ts';
import type { RunRequest } from '../../../src/core/git/runner.ts';
import { createLivePanels, type LivePanels } from '../../../src/core/panels/live.ts';
import { stateOf } from '../../../src/core/panels/panel.ts';
import { createPanelStore } from '../../../src/core/panels/store.ts';
import { workspace } from '../../support/verdict-of.ts';
import { temporaryFolder } from '../git/support.ts';
import { NOW, printed, REPOSITORY, reading, uidNumber } from './fixture.ts';

const parent = temporaryFolder();
let folders = 0;
let uids = 0;

interface Run {
  readonly command: ReadOnlyCommand;
  readonly request: RunRequest;
  end(result?: RunResult): void;
}

/** A window whose programs end when the test says so; windows with the same folder share its files. */
function rig(folder = join(parent, String(++folders))) {
  const runs: Run[] = [];
  const failures: string[] = [];
  const read = (command: ReadOnlyCommand, request: RunRequest) =>
    new Promise<RunResult>(resolve => {
      request.signal?.addEventListener('abort', () => resolve(cancelledResult()));
      runs.push({ command, request, end: (result = printed(`run ${runs.length}\n`)) => resolve(result) });
    });
  const reportError = (error: unknown) => void failures.push(String(error));
  const live = createLivePanels({
    runner: { read },
    store: createPanelStore({ folder, contextOf: () => workspace, redact: text => text, now: () => NOW }),
    host: { now: () => NOW, uuid: () => uidNumber(++uids), reportError },
    reportError,
  });
  const open = (text: string, options = {}) => live.open(reading(text), REPOSITORY, { origin: 'palette', ...options });
  /** A panel that has run once and shows it. */
  const shown = async (text: string) => {
    const { opened, done } = open(text);
    live.seen(opened.panel.id);
    runs.at(-1)?.end();
    await done;
    return opened.panel.id;
  };
  const touch = (...facets: Facet[]) => live.touched(changeOf(REPOSITORY, facets));
  const files = () => (existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.json')) : []);
  /** Waits until so many panels are on disk. */
  const saved = (count: number) => expect.poll(() => files().length).toBe(count);
  return { live, runs, failures, open, shown, touch, files, saved, folder };
}

/** Lets everything that waits for nothing outside go on. */
const turn = () => new Promise<void>(resolve => setImmediate(resolve));
const state = (live: LivePanels, id: string) => {
  const panel = live.panels.find(id);
  return panel && stateOf(panel);
};

describe('5.1 opening', () => {
  it('runs at once, also hidden, and gives the panel as it is after the run', async () => {
    const { open, runs, live } = rig();
    const { opened, done } = open('git log');
    expect([opened.answer, state(live, 'P8'), runs.length]).toEqual(['Panel created: P8 — git log', 'refreshing', 1]);
    runs[0]?.end(printed('one\n'));
    expect(await done).toMatchObject({ id: 'P8', result: { stdout: 'one\n' }, live: { freshness: 'fresh' } });
    const again = open('git log');
    expect(again.opened.answer).toBe('Panel updated: P8 — git log');
    expect(runs.length).toBe(2);
    runs[1]?.end(printed('two\n'));
    expect((await again.done).result?.stdout).toBe('two\n');
  });

  it('twice at the same time is one run, and both get its result', async () => {
    const { open, runs } = rig();
    const both = [open('git log').done, open('git log').done];
    await turn();
    runs[0]?.end(printed('one\n'));
    const panels = await Promise.all(both);
    expect([runs.length, ...panels.map(({ result }) => result?.stdout)]).toEqual([1, 'one\n', 'one\n']);
  });

  it('one who leaves ends no run that another waits for', async () => {
    const { open, runs } = rig();
    const [one, two] = [new AbortController(), new AbortController()];
    const first = open('git log', { signal: one.signal }).done;
    const second = open('git log', { signal: two.signal }).done;
    await turn();
    one.abort();
    expect((await first).live.freshness).toBe('refreshing');
    expect(runs[0]?.request.signal?.aborted).toBe(false);
    two.abort();
    expect((await second).failure?.reason).toBe('cancelled');
  });

  it('never runs again what can never change', async () => {
    const { open, runs, live, shown } = rig();
    const command = `git show ${'a'.repeat(40)}`;
    const id = await shown(command);
    expect((await open(command).done).result?.stdout).toBe('run 1\n');
    await live.refresh(id);
    await live.read(id);
    live.touched(changeOf(REPOSITORY, ['refs', 'index', 'worktree', 'config', 'remote', 'github']));
    expect(runs.length).toBe(1);
  });
});

describe('6.1 a change', () => {
  it('runs what is seen and depends on it; the rest waits or is left alone', async () => {
    const { open, runs, live, shown, touch } = rig();
    const log = await shown('git log');
    const diff = await shown('git diff');
    const { opened, done } = open('git log --all');
    runs[2]?.end();
    await done;
    const hidden = opened.panel.id;
    touch('refs');
    expect([log, diff, hidden].map(id => state(live, id))).toEqual(['refreshing', 'fresh', 'stale']);
    expect(runs.length).toBe(4);
    runs[3]?.end();
    await turn();
    expect(state(live, log)).toBe('fresh');
    live.seen(hidden);
    live.seen(hidden);
    expect(runs.length).toBe(5);
  });

  it('of another repository is nothing to it', async () => {
    const { runs, live, shown } = rig();
    await shown('git log');
    live.touched(changeOf('/elsewhere', ['refs']));
    expect(runs.length).toBe(1);
  });

  it('during a run means one more, however many there were', async () => {
    const { runs, live, shown, touch } = rig();
    const id = await shown('git log');
    touch('refs');
    for (let i = 0; i < 50; i++) touch('refs');
    expect(runs.length).toBe(2);
    runs[1]?.end();
    await turn();
    expect(runs.length).toBe(3);
    runs[2]?.end(printed('newest\n'));
    await turn();
    expect([runs.length, state(live, id)]).toEqual([3, 'fresh']);
    expect(live.panels.find(id)?.result?.stdout).toBe('newest\n');
  });

  it('during a run: who asks then gets no answer from before it', async () => {
    const { open, runs, touch } = rig();
    void open('git log').done;
    touch('refs');
    const { done } = open('git log');
    runs[0]?.end(printed('before\n'));
    await turn();
    runs[1]?.end(printed('after\n'));
    expect((await done).result?.stdout).toBe('after\n');
    expect(runs.length).toBe(2);
  });

  it('in a submodule reaches what looks into it by -C', async () => {
    const { runs, shown, touch } = rig();
    await shown('git -C src log');
    touch('index');
    expect(runs.length).toBe(1);
    touch('worktree');
    expect(runs.length).toBe(2);
  });

  it('that changes no output keeps the very same result', async () => {
    const { runs, live, shown, touch } = rig();
    const id = await shown('git log');
    const before = live.panels.find(id)?.result;
    touch('refs');
    runs[1]?.end({ ...printed('run 1\n'), durationMs: 99 });
    await turn();
    expect(live.panels.find(id)?.result).toBe(before);
  });
});

describe('pausing, cancelling, reading', () => {
  it('a paused panel waits, runs by hand, and runs when resumed', async () => {
    const { runs, live, shown, touch } = rig();
    const id = await shown('git log');
    live.pause(id);
    touch('refs');
    await live.read(id);
    expect([runs.length, state(live, id)]).toEqual([1, 'paused']);
    const done = live.refresh('p8');
    runs[1]?.end(printed('by hand\n'));
    expect((await done)?.result?.stdout).toBe('by hand\n');
    touch('refs');
    expect(runs.length).toBe(2);
    live.resume(id);
    expect(runs.length).toBe(3);
  });

  it('a cancelled run leaves what was shown, and is not followed by another', async () => {
    const { runs, live, shown, touch } = rig();
    const id = await shown('git log');
    touch('refs');
    touch('refs');
    live.cancel(id);
    await turn();
    expect(runs.length).toBe(2);
    expect(live.panels.find(id)).toMatchObject({ result: { stdout: 'run 1\n' }, failure: { reason: 'cancelled' } });
    touch('refs');
    expect(runs.length).toBe(3);
  });

  it('reading runs what is due, waits for what runs, and starts nothing else', async () => {
    const { runs, live, shown, touch } = rig();
    const id = await shown('git log');
    expect((await live.read(id))?.result?.stdout).toBe('run 1\n');
    live.hidden(id);
    touch('refs');
    expect(runs.length).toBe(1);
    const reads = [live.read(id, 'mcp'), live.read(id)];
    await turn();
    expect([runs.length, runs[1]?.request.origin]).toEqual([2, 'mcp']);
    runs[1]?.end(printed('read\n'));
    expect((await Promise.all(reads)).map(panel => panel?.result?.stdout)).toEqual(['read\n', 'read\n']);
    expect(await live.read('P99')).toBeUndefined();
    expect(await live.refresh('P99')).toBeUndefined();
  });

  it('nothing runs after the end', async () => {
    const { runs, live, shown, touch } = rig();
    const id = await shown('git log');
    touch('refs');
    live.dispose();
    expect(runs[1]?.request.signal?.aborted).toBe(true);
    await turn();
    touch('refs');
    await live.refresh(id);
    expect(runs.length).toBe(2);
  });
});

describe('5.6 closing and restoring', () => {
  it('closing ends the run and removes the file', async () => {
    const { open, runs, live, files } = rig();
    const { done } = open('git log');
    await live.close('P8');
    expect(runs[0]?.request.signal?.aborted).toBe(true);
    expect((await done).id).toBe('P8');
    expect([files(), live.panels.list()]).toEqual([[], []]);
    open('git log');
    open('git diff');
    await live.closeAll();
    expect([files(), live.panels.list()]).toEqual([[], []]);
  });

  it('nothing that is restored runs before it is seen or read', async () => {
    const one = rig();
    await one.shown('git log');
    await one.shown('git diff');
    await one.saved(2);
    const two = rig(one.folder);
    const { panels } = await two.live.restore();
    expect(panels.length).toBe(2);
    expect(two.live.panels.list().map(panel => [stateOf(panel), panel.live.visible])).toEqual([
      ['stale', false],
      ['stale', false],
    ]);
    two.touch('refs', 'index', 'worktree');
    expect(two.runs.length).toBe(0);
    two.live.seen('P8');
    expect(two.runs.map(({ command }) => command.canonical)).toEqual(['git log']);
    void two.live.read('P9');
    expect(two.runs.length).toBe(2);
  });

  it('a file that cannot be written is told of, and the panel goes on', async () => {
    const { shown, failures, live, folder } = rig();
    writeFileSync(folder, 'in the way');
    const id = await shown('git log');
    await expect.poll(() => failures).toEqual([expect.stringContaining('could not be changed')]);
    expect(state(live, id)).toBe('fresh');
  });
});

describe('5.6 two windows on one workspace', () => {
  it('keep each other’s panels, and lose one that either closed', async () => {
    const one = rig();
    await one.shown('git log');
    await one.saved(1);
    const two = rig(one.folder);
    await two.live.restore();
    await two.shown('git diff');
    await one.shown('git branch');
    await one.saved(3);
    await two.live.close('P8');
    const refreshed = one.live.refresh('P8');
    one.runs.at(-1)?.end();
    await refreshed;
    const reloaded = rig(one.folder);
    await reloaded.live.restore();
    expect(reloaded.live.panels.list().map(panel => panel.command.canonical)).toEqual(['git diff', 'git branch']);
  });

  it('that opened the same have one panel after a reload, and closing it closes it for good', async () => {
    const one = rig();
    const two = rig(one.folder);
    await Promise.all([one.shown('git log'), two.shown('git log')]);
    await one.saved(2);
    const reloaded = rig(one.folder);
    await reloaded.live.restore();
    expect(reloaded.live.panels.list().length).toBe(1);
    await reloaded.live.closeAll();
    expect(one.files()).toEqual([]);
  });
});

describe('6.4 panels of GitHub, one at a time', () => {
  it('an answer that changed runs its panel if it is seen, and no other', async () => {
    const { runs, live, shown, open } = rig();
    const seen = await shown('gh pr list');
    await shown('gh issue list');
    const { opened, done } = open('gh run list');
    runs[2]?.end();
    await done;
    const again = live.invalidate(seen);
    expect([runs.length, state(live, seen)]).toEqual([4, 'refreshing']);
    runs[3]?.end();
    await again;
    await live.invalidate(opened.panel.id);
    expect([runs.length, state(live, opened.panel.id)]).toEqual([4, 'stale']);
  });

  it('while GitHub accepts nothing a panel runs by hand only, and afterwards if it has to', async () => {
    const { runs, live, shown } = rig();
    const id = await shown('gh pr list');
    live.limited(id, NOW + 60_000);
    await live.invalidate(id);
    await live.read(id);
    expect([runs.length, state(live, id)]).toEqual([1, 'rate-limited']);
    const byHand = live.refresh(id);
    runs[1]?.end();
    expect((await byHand)?.live.freshness).toBe('fresh');
    await live.invalidate(id);
    live.limited(id, undefined);
    expect(runs.length).toBe(3);
  });

  it('when a model read it is known', async () => {
    const { live, shown } = rig();
    const id = await shown('gh pr list');
    expect(live.panels.find(id)?.read).toBeUndefined();
    expect((await live.read(id))?.read).toBe(NOW);
  });
});

describe('who reads a panel', () => {
  it('is kept on disk, and with it whose panel it is after a reload', async () => {
    const { live, open, runs, saved, folder } = rig();
    const { opened, done } = open('git log', { origin: 'mcp', name: 'Claude Code' });
    runs.at(-1)?.end();
    await done;
    await saved(1);
    const again = async () => {
      const next = rig(folder);
      await next.live.restore();
      return next.live.panels.list().map(({ readers }) => readers.map(({ origin, name }) => name ?? origin));
    };
    expect(await again()).toEqual([['Claude Code']]);
    live.claim(opened.panel.id);
    await expect.poll(again).toEqual([expect.arrayContaining(['view', 'Claude Code'])]);
  });

  it('that agents alone read is closed by one call, the person’s is not', async () => {
    const { live, open } = rig();
    for (const [text, origin] of [
      ['git log', 'mcp'],
      ['git diff', 'palette'],
      ['git show', 'chat'],
    ])
      open(text ?? '', { origin });
    open('git status', { origin: 'chat' });
    live.claim('P11');
    await live.closeAgents();
    expect(live.panels.list().map(({ id }) => id)).toEqual(['P9', 'P11']);
  });

  it('is known by every read, with the name it gives itself', async () => {
    const { live, shown } = rig();
    const id = await shown('git log');
    await live.read(id, 'mcp', 'Codex');
    expect(live.panels.find(id)?.readers).toEqual([
      { origin: 'mcp', name: 'Codex', at: NOW },
      { origin: 'palette', at: NOW },
    ]);
  });
});
