import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readWindows } from '../../../src/core/windows/window-registry.ts';
import { createWindowServer } from '../../../src/core/windows/window-server.ts';
import { runScript } from '../git/support.ts';
import { openWindow, person, repository, type TestWindow, testGate } from './support.ts';

const windows: TestWindow[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const { server } of windows.splice(0)) server.dispose();
});

const posix = process.platform !== 'win32';

async function registered() {
  const { environment, registry } = person();
  const root = repository();
  const window = await openWindow(environment, root, 7);
  windows.push(window);
  const [name = ''] = readdirSync(registry).filter(each => each.endsWith('.json'));
  const file = join(registry, name);
  return { environment, registry, root, window, file, entry: JSON.parse(readFileSync(file, 'utf8')) };
}

/** Puts another file in the place of an entry, or beside it. */
const forge = (file: string, value: object) => writeFileSync(file, JSON.stringify(value), { mode: 0o600 });

describe('13.3 the registry of windows', () => {
  it('names where a window listens and what it has open, for this person only', async () => {
    const { registry, root, file, entry } = await registered();
    expect(await readWindows(registry)).toMatchObject([
      {
        socket: entry.socket,
        folders: [root],
        repositories: [{ root, commonDirectory: join(root, '.git') }],
        focused: 7,
      },
    ]);
    if (!posix) return;
    expect([registry, file, dirname(entry.socket)].map(path => statSync(path).mode & 0o777)).toEqual([
      0o700, 0o600, 0o700,
    ]);
    expect(Buffer.byteLength(entry.socket)).toBeLessThanOrEqual(100);
  });

  it('follows what is open and which window the person was in, and forgets one that closes', async () => {
    const { registry, window } = await registered();
    await window.server.update(9);
    expect(await readWindows(registry)).toMatchObject([{ focused: 9 }]);
    window.server.dispose();
    await window.server.update(10);
    expect(readdirSync(registry)).toEqual([]);
  });

  it('nobody has ever opened a window: nothing is made', async () => {
    const { registry } = person();
    expect(await readWindows(registry)).toEqual([]);
    expect(existsSync(registry)).toBe(false);
  });

  it('an entry of a dead process goes, with its socket, and of one that has its number now', async () => {
    const { registry, entry } = await registered();
    const { stdout } = await runScript('console.log(process.pid)');
    const dead = join(registry, 'window-00000000000000aa.json');
    const socket = join(registry, 'sluice-00000000000000aa.sock');
    writeFileSync(socket, '');
    forge(dead, { ...entry, socket, process: { pid: Number(stdout), started: '1' } });
    forge(join(registry, 'window-00000000000000bb.json'), { ...entry, process: { ...entry.process, started: '1' } });
    const expected = process.platform === 'linux' ? 1 : 2;
    expect(await readWindows(registry)).toHaveLength(expected);
    expect([dead, socket].map(existsSync)).toEqual([false, false]);
  });

  it('an entry names any file as its socket: that is never removed', async () => {
    const { registry, entry, root } = await registered();
    const { stdout } = await runScript('console.log(process.pid)');
    const precious = join(root, 'precious');
    writeFileSync(precious, '');
    forge(join(registry, 'window-00000000000000aa.json'), {
      ...entry,
      socket: precious,
      process: { pid: Number(stdout), started: '1' },
    });
    await readWindows(registry);
    expect(existsSync(precious)).toBe(true);
  });

  it('of another container only its age tells', async () => {
    const { registry, entry } = await registered();
    const file = join(registry, 'window-00000000000000aa.json');
    forge(file, { ...entry, space: 'elsewhere' });
    expect(await readWindows(registry)).toHaveLength(1);
    expect(existsSync(file)).toBe(true);
    const old = Date.now() / 1000 - 25 * 60 * 60;
    utimesSync(file, old, old);
    await readWindows(registry);
    expect(existsSync(file)).toBe(false);
  });

  it('another version, half a file and other files are passed over', async () => {
    const { registry, entry } = await registered();
    forge(join(registry, 'window-00000000000000aa.json'), { ...entry, protocol: 99 });
    writeFileSync(join(registry, 'window-00000000000000bb.json'), '{"protocol":');
    forge(join(registry, 'notes.json'), entry);
    expect(await readWindows(registry)).toHaveLength(1);
  });
});

describe.runIf(posix)('13.3 what others can write to is not believed', () => {
  it.each([0o770, 0o707, 0o750, 0o777])('a registry of mode %o', async mode => {
    const { registry, environment } = await registered();
    chmodSync(registry, mode);
    expect(await readWindows(registry)).toEqual([]);
    expect(await serverIn(environment)).toBeUndefined();
    chmodSync(registry, 0o700);
  });

  it('a registry of somebody else', async () => {
    const { registry, environment } = await registered();
    vi.spyOn(process, 'getuid').mockReturnValue(statSync(registry).uid + 1);
    expect(await readWindows(registry)).toEqual([]);
    expect(await serverIn(environment)).toBeUndefined();
  });

  it('a registry that is a link', async () => {
    const { registry } = await registered();
    const { registry: other, environment } = person();
    mkdirSync(dirname(other), { recursive: true });
    symlinkSync(registry, other);
    expect(await readWindows(other)).toEqual([]);
    expect(await serverIn(environment)).toBeUndefined();
  });

  it('an entry that is a link', async () => {
    const { registry, file, entry } = await registered();
    const elsewhere = join(repository(), 'entry.json');
    forge(elsewhere, entry);
    symlinkSync(elsewhere, join(registry, 'window-00000000000000aa.json'));
    expect(await readWindows(registry)).toHaveLength(1);
    expect(existsSync(file)).toBe(true);
  });
});

describe.runIf(posix)('13.3 where the window listens', () => {
  it('beside the registry where that is deep: a socket has a short name only', async () => {
    const { environment } = person();
    const deep = join(environment.XDG_STATE_HOME, 'x'.repeat(120));
    const runtime = person().environment.XDG_STATE_HOME;
    const root = repository();
    windows.push(await openWindow({ XDG_STATE_HOME: deep, XDG_RUNTIME_DIR: runtime }, root));
    const [window] = await readWindows(join(deep, 'sluice', 'windows'));
    expect(dirname(window?.socket ?? '')).toBe(join(runtime, 'sluice'));
    expect(statSync(join(runtime, 'sluice')).mode & 0o777).toBe(0o700);
  });

  it('not in a folder that others can write to', async () => {
    const { environment } = person();
    const deep = join(environment.XDG_STATE_HOME, 'x'.repeat(120));
    const runtime = person().environment.XDG_STATE_HOME;
    mkdirSync(join(runtime, 'sluice'));
    chmodSync(join(runtime, 'sluice'), 0o777);
    windows.push(await openWindow({ XDG_STATE_HOME: deep, XDG_RUNTIME_DIR: runtime }, repository()));
    const [window] = await readWindows(join(deep, 'sluice', 'windows'));
    expect(window?.socket).not.toContain(runtime);
  });
});

const serverIn = (environment: Readonly<Record<string, string | undefined>>) =>
  createWindowServer({
    environment,
    open: () => ({ folders: [], repositories: [] }),
    gate: async () => testGate().ui,
    log: () => {},
    reportError: () => {},
  });
