import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addToPath, launcherFor, removeFromPath } from '../../src/vscode/terminal-path.ts';
import { temporaryFolder } from '../core/git/support.ts';

/** What an extension has of its editor, in a folder with a space and a quote in its name. */
function newContext() {
  const folder = join(temporaryFolder(), "it's here");
  const extensionPath = join(folder, 'extension');
  mkdirSync(join(extensionPath, 'dist'), { recursive: true });
  writeFileSync(join(extensionPath, 'dist', 'cli.cjs'), 'console.log(JSON.stringify(process.argv.slice(2)))');
  const appended = new Map<string, string>();
  const state = new Map<string, unknown>();
  const context = {
    extensionPath,
    globalStorageUri: { fsPath: join(folder, 'storage') },
    environmentVariableCollection: {
      append: (name: string, value: string) => appended.set(name, value),
      delete: (name: string) => appended.delete(name),
    },
    globalState: { update: async (name: string, value: unknown) => void state.set(name, value) },
  } as unknown as Parameters<typeof addToPath>[0];
  return { context, appended, state, bin: join(folder, 'storage', 'bin') };
}

it.runIf(process.platform !== 'win32')(
  'sluice is on the PATH, behind everything else, and runs with this Node',
  async () => {
    const { context, appended, bin } = newContext();
    await addToPath(context);
    expect(appended.get('PATH')).toBe(`:${bin}`);
    expect(statSync(join(bin, 'sluice')).mode & 0o777).toBe(0o700);
    const said = execFileSync('sluice', ['classify', "git commit -m 'a b'"], {
      encoding: 'utf8',
      env: { PATH: `/usr/bin:/bin${appended.get('PATH')}` },
    });
    expect(JSON.parse(said)).toEqual(['classify', "git commit -m 'a b'"]);
  },
);

it('and goes again without a trace', async () => {
  const { context, appended, state, bin } = newContext();
  await addToPath(context);
  await removeFromPath(context);
  expect(appended.size).toBe(0);
  expect([...state.values()]).toEqual([undefined]);
  expect(existsSync(bin)).toBe(false);
});

it('on Windows it is a command file', () => {
  expect(launcherFor('C:\\Code\\node.exe', 'C:\\x\\cli.cjs', 'win32')).toEqual({
    name: 'sluice.cmd',
    text: '@set ELECTRON_RUN_AS_NODE=1\r\n@"C:\\Code\\node.exe" "C:\\x\\cli.cjs" %*\r\n',
  });
});
