import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildDoors, buildHook } from '../../../esbuild.mjs';
import { setup } from '../../../src/cli/setup/setup.ts';
import { temporaryFolder } from '../../core/git/support.ts';

const doors = temporaryFolder();
const [, started] = process.argv;
beforeAll(async () => {
  await Promise.all([buildDoors(doors), buildHook(doors)]);
  // As the built command line would have been started.
  process.argv[1] = join(doors, 'cli.cjs');
  return () => {
    process.argv[1] = started ?? '';
  };
});

let home: string;
let said: string;
beforeEach(() => {
  home = temporaryFolder();
  said = '';
});
const file = () => join(home, '.claude', 'settings.json');
const read = (path = file()) => JSON.parse(readFileSync(path, 'utf8'));
function write(value: object | string, path = file()) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof value === 'string' ? value : `${JSON.stringify(value, undefined, 4)}\n`);
}
const run = (words: string, answer: string | null = 'y', before = () => {}) =>
  setup(words.split(' '), {
    home,
    environment: {},
    print: line => {
      said += `${line}\n`;
    },
    ask:
      answer === null
        ? undefined
        : async () => {
            before();
            return answer;
          },
  });
const entry = () => read().hooks.PreToolUse.at(-1);

/** An entry of an event that asks nothing: it never stops a call. */
const told = (matcher: string | undefined) => ({
  ...(matcher && { matcher }),
  hooks: [{ type: 'command', command: expect.stringMatching(/hook\.cjs claude # sluice:/), timeout: 30 }],
});

describe('13.5 sluice setup', () => {
  it('prints the entry and writes nothing', async () => {
    expect(await run('claude')).toBe(0);
    expect(said).toContain('"matcher": "Bash"');
    expect(said).toMatch(/hook\.cjs claude \|\| exit 2 # sluice:[\da-f]{16}/);
    expect(said).toContain('claude mcp add');
    expect(() => lstatSync(file())).toThrow();
  });

  it('writes after a yes, shows what before, and leaves everything else as it is', async () => {
    const other = { matcher: 'Edit', hooks: [{ type: 'command', command: './mine.sh' }] };
    write({ model: 'x', hooks: { Stop: [], PreToolUse: [other] }, permissions: { allow: ['Bash(ls)'] } });
    expect(await run('claude --install')).toBe(0);
    expect(said).toMatch(/\+ .*hook\.cjs claude/);
    expect(read()).toEqual({
      model: 'x',
      hooks: { Stop: [], PreToolUse: [other, entry()], SessionStart: [told(undefined)], PostToolUse: [told('Bash')] },
      permissions: { allow: ['Bash(ls)'] },
    });
    expect(readFileSync(file(), 'utf8')).toMatch(/^\{\n {4}"model"/);
    said = '';
    expect(await run('claude --install', 'no one is asked')).toBe(0);
    expect(said).toContain('nothing to change');
  });

  it('takes back exactly what it wrote', async () => {
    const before = { model: 'x', hooks: { PreToolUse: [{ matcher: 'Edit', hooks: [] }] } };
    write(before);
    await run('claude --install');
    expect(await run('claude --remove')).toBe(0);
    expect(read()).toEqual(before);
    write({});
    await run('claude --install');
    await run('claude --remove');
    expect(read()).toEqual({});
  });

  it.each([
    ['n', 'Nothing was written'],
    ['', 'Nothing was written'],
    [null, 'in a terminal'],
  ])('writes nothing after %j', async (answer, told) => {
    write({ model: 'x' });
    expect(await run('claude --install', answer)).toBe(10);
    expect(said).toContain(told);
    expect(read()).toEqual({ model: 'x' });
  });

  it('replaces its own entry of another place', async () => {
    await run('claude --install');
    const old = readFileSync(file(), 'utf8');
    process.argv[1] = join(temporaryFolder(), 'cli.cjs');
    writeFileSync(process.argv[1], '');
    try {
      await run('claude --install');
      expect(readFileSync(file(), 'utf8')).not.toBe(old);
      expect(read().hooks.PreToolUse).toHaveLength(1);
    } finally {
      process.argv[1] = join(doors, 'cli.cjs');
    }
  });

  it.each(['--install', '--remove'])('shows an entry that somebody edited, and does not touch it: %s', async act => {
    await run('claude --install');
    write(readFileSync(file(), 'utf8').replace('"timeout": 30', '"timeout": 1'));
    const edited = readFileSync(file(), 'utf8');
    said = '';
    expect(await run(`claude ${act}`)).toBe(10);
    expect(said).toContain('Somebody edited');
    expect(said).toMatch(/- .*"timeout": 1\n\+ .*"timeout": 30/);
    expect(readFileSync(file(), 'utf8')).toBe(edited);
  });

  it.each(['{', '[]', '{"hooks":[]}', '{"hooks":{"PreToolUse":{}}}'])('leaves %s as it is', async text => {
    write(text);
    expect(await run('claude --install')).toBe(10);
    expect(readFileSync(file(), 'utf8')).toBe(text);
  });

  it('writes nothing over what came meanwhile', async () => {
    write({ model: 'x' });
    expect(await run('claude --install', 'y', () => write({ model: 'y' }))).toBe(10);
    expect(read()).toEqual({ model: 'y' });
  });

  it('goes through a link to the settings, and leaves it one', async () => {
    const real = join(home, 'dotfiles.json');
    writeFileSync(real, '{}\n');
    mkdirSync(dirname(file()));
    symlinkSync(real, file());
    expect(await run('claude --install')).toBe(0);
    expect(lstatSync(file()).isSymbolicLink()).toBe(true);
    expect(read(real).hooks.PreToolUse).toHaveLength(1);
  });

  it.each([
    ['gemini', '.gemini/settings.json', 'BeforeTool'],
    ['copilot', '.copilot/hooks/sluice.json', 'preToolUse'],
    ['cursor', '.cursor/hooks.json', 'beforeShellExecution'],
    ['vscode', '.copilot/hooks/sluice-vscode.json', 'PreToolUse'],
  ])('%s', async (client, path, event) => {
    expect(await run(`${client} --install`)).toBe(0);
    expect(JSON.stringify(read(join(home, path)).hooks[event])).toContain(`hook.cjs ${client} || exit 2`);
    expect(await run(`${client} --remove`)).toBe(0);
    expect(read(join(home, path)).hooks).toBeUndefined();
  });

  it('copilot, where its own folder is another', async () => {
    const environment = { COPILOT_HOME: join(home, 'elsewhere') };
    const print = () => {};
    expect(await setup(['copilot', '--install'], { home, environment, print, ask: async () => 'y' })).toBe(0);
    expect(read(join(home, 'elsewhere', 'hooks', 'sluice.json')).hooks.preToolUse).toHaveLength(1);
  });

  it('codex is only told what to write', async () => {
    expect(await run('codex')).toBe(0);
    expect(said).toContain('[[hooks.PreToolUse]]');
    expect(await run('codex --install')).toBe(10);
  });

  it.each(['', 'clippy', 'claude --force', 'claude --install now'])('does not know %j', async words => {
    expect(await run(words)).toBe(2);
  });

  it.each(['claude', 'gemini', 'copilot', 'cursor', 'vscode'])('--check of %s starts everything once', async client => {
    expect(await run(`${client} --check`)).toBe(10);
    expect(said.match(/^FAIL.*/gm)).toEqual([expect.stringContaining('no hook of Sluice')]);
    await run(`${client} --install`);
    said = '';
    expect(await run(`${client} --check`), said).toBe(0);
    expect(said.match(/^ok/gm)).toHaveLength(6);
  });

  it('--check finds hooks switched off, and one that does not answer', async () => {
    await run('claude --install');
    write({ ...read(), disableAllHooks: true });
    expect(await run('claude --check')).toBe(10);
    expect(said).toContain('switches all hooks off');
    process.argv[1] = join(temporaryFolder(), 'cli.cjs');
    writeFileSync(process.argv[1], '');
    try {
      said = '';
      await run('claude --check');
      expect(said).toContain('FAIL  a read passes');
    } finally {
      process.argv[1] = join(doors, 'cli.cjs');
    }
  });
});
