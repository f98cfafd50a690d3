import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { classify } from '../../../src/core/command/classify.ts';
import { isReadOnly } from '../../../src/core/command/command.ts';
import { panelKey } from '../../../src/core/panels/identity.ts';
import type { StoreOptions } from '../../../src/core/panels/load.ts';
import type { SavedPanel } from '../../../src/core/panels/panels.ts';
import { createPanelStore } from '../../../src/core/panels/store.ts';
import { isSealedCommand } from '../../../src/core/seals.ts';
import fc from '../../support/fast-check.ts';
import { workspace } from '../../support/verdict-of.ts';
import { temporaryFolder } from '../git/support.ts';
import { NOW, panelShowing, printed, REPOSITORY, reading, uidNumber } from './fixture.ts';

const parent = temporaryFolder();
let folders = 0;

function rig(options: Partial<StoreOptions> = {}) {
  const folder = join(parent, String(++folders), 'panels');
  const contextOf = (repository = REPOSITORY) => (repository === REPOSITORY ? workspace : undefined);
  const store = createPanelStore({ folder, contextOf, redact: text => text, now: () => NOW, ...options });
  const put = (name: string, content: string | Uint8Array | object) => {
    mkdirSync(folder, { recursive: true });
    const plain = typeof content === 'string' || content instanceof Uint8Array;
    writeFileSync(join(folder, name), plain ? content : JSON.stringify(content));
  };
  return { folder, store, put, names: () => readdirSync(folder).sort() };
}

const uid = uidNumber(1);
const saved: SavedPanel = { uid, repository: REPOSITORY, command: reading('git log --oneline -20'), created: NOW };
const git = { panel_type: 'git_result', result_command: 'git log', repository: REPOSITORY };

describe('5.6 a panel on disk', () => {
  it('is a file of these fields, for this person only', async () => {
    const { folder, store, names } = rig();
    const panel = panelShowing('git log --oneline -20', printed('secret output\n'));
    expect(await store.save(panel)).toEqual({ ok: true });
    expect(names()).toEqual([`${panel.uid}.json`]);
    const file = join(folder, `${panel.uid}.json`);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      panel_type: 'git_result',
      panel_id: 'P8',
      name: 'git log --oneline -20',
      result_command: 'git log --oneline -20',
      result_command_hash: panelKey(REPOSITORY, 'git log --oneline -20'),
      repository: REPOSITORY,
      created: '2026-01-02T00:00:00.000Z',
    });
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    await store.save({ ...saved, uid: uidNumber(2), command: reading('gh pr list') });
    expect(readFileSync(join(folder, `${uidNumber(2)}.json`), 'utf8')).toContain('"panel_type": "github_result"');
  });

  it('comes back as it was, judged anew', async () => {
    const word = fc.string({ unit: 'binary', maxLength: 20 }).filter(text => !/\p{Cc}/u.test(text));
    const created = fc.date({ noInvalidDate: true }).map(date => date.getTime());
    await fc.assert(
      fc.asyncProperty(word, created, async (text, time) => {
        const { store } = rig();
        const command = classify('git', ['log', `--grep=${text}`], workspace);
        if (!isReadOnly(command)) throw new Error(command.verdict.reason);
        await store.save({ ...saved, id: 'P12', command, created: time });
        const { panels, rejected, notices } = await store.load();
        expect(panels).toEqual([{ ...saved, id: 'P12', command, created: time, readers: [] }]);
        expect(panels.every(panel => panel.command !== command && isSealedCommand(panel.command))).toBe(true);
        expect([rejected, notices]).toEqual([[], []]);
      }),
      { numRuns: 25 },
    );
  });

  it('has who read it; what is no reader is passed over', async () => {
    const { store, put, folder } = rig();
    const readers = [
      { origin: 'mcp', name: 'Claude Code', at: NOW + 1000 },
      { origin: 'palette', at: NOW },
    ] as const;
    await store.save({ ...saved, readers });
    expect((await store.load()).panels[0]?.readers).toEqual(readers);
    const file = JSON.parse(readFileSync(join(folder, `${uid}.json`), 'utf8'));
    const wrong = [null, 7, {}, { origin: 'root', at: file.created }, { origin: 'mcp', at: 'then' }, { origin: 'mcp' }];
    put(`${uid}.json`, { ...file, read_by: [...wrong, { origin: 'cli', name: 9, at: file.created }] });
    expect((await store.load()).panels[0]?.readers).toEqual([{ origin: 'cli', at: NOW }]);
    put(`${uid}.json`, { ...file, read_by: 'everybody' });
    expect((await store.load()).panels[0]?.readers).toEqual([]);
  });

  it('is gone once removed, also when it is just being written', async () => {
    const { store, names } = rig();
    const [, removed] = await Promise.all([store.save(saved), store.remove(uid)]);
    expect(removed).toEqual({ ok: true });
    expect(names()).toEqual([]);
    expect(await store.remove(uid)).toEqual({ ok: true });
  });

  it.each(['', '..', '../x', 'a/b', `${uid}/../x`, `${uid}\0`, `${uid}\n`, uid.toUpperCase().replace('0', 'A'), '*'])(
    'takes no uid that is not one: %j',
    async bad => {
      const { store } = rig();
      expect(await store.save({ ...saved, uid: bad })).toMatchObject({ ok: false, reason: 'bad-uid' });
      expect(await store.remove(bad)).toMatchObject({ ok: false, reason: 'bad-uid' });
    },
  );

  it('holds no secret', async () => {
    const { folder, store } = rig({ redact: text => text.replaceAll('oneline', '***') });
    expect(await store.save(saved)).toMatchObject({ ok: false, reason: 'holds-secret' });
    expect(existsSync(folder)).toBe(false);
  });

  it('a write that fails is a value, and leaves nothing', async () => {
    const { folder, store, names } = rig();
    mkdirSync(join(folder, `${uid}.json`, 'in the way'), { recursive: true });
    expect(await store.save(saved)).toMatchObject({ ok: false, reason: 'not-written' });
    expect(names()).toEqual([`${uid}.json`]);
  });
});

describe('5.6 loading', () => {
  it('finds nothing where nothing was saved', async () => {
    expect(await rig().store.load()).toEqual({ panels: [], rejected: [], notices: [] });
  });

  it('says so when the folder cannot be read', async () => {
    const { folder, store, put } = rig();
    put('file', '');
    const inFile = createPanelStore({
      folder: join(folder, 'file'),
      contextOf: () => workspace,
      redact: text => text,
      now: () => NOW,
    });
    expect(await inFile.load()).toMatchObject({ panels: [], notices: [{ reason: 'unreadable' }] });
    expect((await store.load()).notices).toEqual([]);
  });

  it('gives the oldest first', async () => {
    const { store } = rig();
    for (const [n, created] of [
      [1, 30],
      [2, 10],
      [3, 20],
    ] as const)
      await store.save({ ...saved, uid: uidNumber(n), created });
    expect((await store.load()).panels.map(panel => panel.uid)).toEqual([2, 3, 1].map(uidNumber));
  });

  it.each([
    ['only a command', { result_command: 'gh pr list' }, 'gh pr list'],
    ['fields of another version', { ...git, color: 'red', refresh: { every: 5 } }, 'git log'],
    ['a wrong hash and name', { ...git, result_command_hash: 'x', name: 'git status' }, 'git log'],
    [
      'values of the wrong type',
      { ...git, panel_type: 4, panel_id: 8, repository: null, created: {}, name: 7 },
      'git log',
    ],
    ['a date that is none', { ...git, created: 'yesterday' }, 'git log'],
  ])('tolerates %s', async (_, content, canonical) => {
    const { store, put } = rig();
    put(`${uid}.json`, content);
    expect(await store.load()).toMatchObject({ panels: [{ uid, created: NOW, command: { canonical } }], notices: [] });
  });

  it('leaves other panels and other files alone', async () => {
    const { store, put, names } = rig();
    put(`${uid}.json`, { panel_type: 'chart_result', result_command: 'git log' });
    put(`${uidNumber(2)}.json`, { panel_type: 'toString', result_command: 'git log' });
    for (const name of ['notes.json', 'README', `${uid}.json.corrupt`, `x${uid}.json`]) put(name, '{');
    mkdirSync(join(parent, String(folders), 'panels', `${uidNumber(3)}.json`));
    const before = names();
    expect(await store.load()).toEqual({ panels: [], rejected: [], notices: [] });
    expect(names()).toEqual(before);
  });

  it.each([
    ['empty', ''],
    ['cut off', '{"panel_type": "git_res'],
    ['not UTF-8', Uint8Array.of(0x22, 0xff, 0xfe, 0x22)],
    ['zeros', new Uint8Array(300)],
    ['a list', '[1]'],
    ['without a command', '{"panel_type": "git_result"}'],
    ['too deep', '['.repeat(500_000)],
    ['too large', JSON.stringify({ ...git, name: 'x'.repeat(2 << 20) })],
  ])('sets a corrupt file aside and loads the rest: %s', async (_, content) => {
    const { store, put, names } = rig();
    await store.save({ ...saved, uid: uidNumber(2) });
    put(`${uid}.json`, content);
    const { panels, notices } = await store.load();
    expect(panels).toMatchObject([{ uid: uidNumber(2) }]);
    expect(notices).toMatchObject([{ reason: 'corrupt', message: expect.stringContaining(`${uid}.json.corrupt`) }]);
    expect(names()).toEqual([`${uid}.json.corrupt`, `${uidNumber(2)}.json`]);
    expect((await store.load()).notices).toEqual([]);
  });

  it('never throws, whatever is in a file', async () => {
    const json = fc
      .record({ panel_type: fc.constantFrom('git_result', 'github_result', 1) })
      .chain(type =>
        fc.jsonValue().map(value => ({ ...type, result_command: value, repository: value, created: value })),
      );
    const bytes = fc.oneof(
      fc.uint8Array(),
      fc.json(),
      json.map(value => JSON.stringify(value)),
    );
    const { store, put } = rig();
    await fc.assert(
      fc.asyncProperty(bytes, async content => {
        put(`${uid}.json`, content);
        const { panels } = await store.load();
        expect(panels.every(panel => isSealedCommand(panel.command))).toBe(true);
      }),
    );
  });

  it.each([
    [{ ...git, result_command: 'git push --force' }, 'not-read-only'],
    [{ ...git, result_command: 'git branch topic' }, 'not-read-only'],
    [{ ...git, result_command: 'git -c core.pager=sh log' }, 'not-read-only'],
    [{ ...git, result_command: 'git log; rm -rf /' }, 'not-a-command'],
    [{ ...git, result_command: 'gh pr list' }, 'not-a-command'],
    [{ ...git, result_command: '' }, 'not-a-command'],
    [{ ...git, repository: '/somewhere/else' }, 'unknown-repository'],
  ])('rejects what may not run any more, and keeps its file: %j', async (content, reason) => {
    const { store, put, names } = rig();
    put(`${uid}.json`, content);
    const { panels, rejected } = await store.load();
    expect(panels).toEqual([]);
    expect(rejected).toEqual([{ uid, command: content.result_command, reason, message: expect.stringMatching(/\w/) }]);
    expect(names()).toEqual([`${uid}.json`]);
  });

  it('removes what interrupted writes left, but not a write of another window', async () => {
    const { folder, store, put, names } = rig({ now: () => NOW });
    const temporary = (n: number) => `${uid}.json.${uidNumber(n)}.tmp`;
    for (const [n, age] of [
      [1, 3_600_000],
      [2, 100],
    ] as const) {
      put(temporary(n), '{');
      const time = (NOW - age) / 1000;
      utimesSync(join(folder, temporary(n)), time, time);
    }
    await store.load();
    expect(names()).toEqual([temporary(2)]);
  });

  it('two windows on one folder keep their panels', async () => {
    const { folder, store, names } = rig();
    const options = { folder, contextOf: () => workspace, redact: (text: string) => text, now: () => NOW };
    const other = createPanelStore(options);
    const uids = Array.from({ length: 20 }, (_, n) => uidNumber(n));
    await Promise.all(
      uids.flatMap((each, n) => [(n % 2 ? store : other).save({ ...saved, uid: each }), store.load(), other.load()]),
    );
    await Promise.all([
      store.remove(uidNumber(0)),
      other.remove(uidNumber(0)),
      other.save({ ...saved, uid: uids[1] ?? '' }),
    ]);
    expect(names()).toEqual(uids.slice(1).map(each => `${each}.json`));
    expect((await store.load()).panels).toHaveLength(19);
  });
});
