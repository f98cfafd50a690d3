import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildDoors } from '../../esbuild.mjs';
import manifest from '../../package.json' with { type: 'json' };
import { temporaryFolder } from '../core/git/support.ts';
import { commit, newRepository } from '../core/repository/support.ts';

const folder = temporaryFolder();
const bundle = join(folder, 'extension.cjs');
const [opened, added] = ['opened', 'added'].map(name => newRepository(folder, name)) as [string, string];

beforeAll(async () => {
  for (const repository of [opened, added]) commit(repository, { a: '1\n', '.env': 'GITHUB_TOKEN=x\n' });
  await buildDoors(folder);
});

/** The files of its folders that a window touched, and the programs it started. */
function touched(...trusted: string[]): { files: string[]; programs: string[] } {
  const storage = join(folder, `storage${trusted}`);
  const log = join(folder, 'trace');
  mkdirSync(storage);
  writeFileSync(log, '');
  const words = ['-f', '-qq', '-s', '400', '-e', 'trace=%file,inotify_add_watch', '-o', log, process.execPath];
  const { stdout, stderr, status } = spawnSync(
    'strace',
    [...words, 'test/vscode/window.cjs', bundle, storage, opened, added, ...trusted],
    { encoding: 'utf8', env: { ...process.env, XDG_STATE_HOME: storage } },
  );
  expect([stderr, status]).toEqual(['', 0]);
  expect(JSON.parse(stdout)).toEqual({
    commands: manifest.contributes.commands.length,
    tools: manifest.contributes.languageModelTools.length,
    participant: 'function',
    // Our server would be started by the editor: it is offered for folders that are trusted, and for no others.
    servers: trusted.length,
    listeners: 3,
    formats: 0,
  });
  const lines = readFileSync(log, 'utf8').split('\n');
  const pathsIn = (line: string) => [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, path = '']) => path);
  return {
    // The words it was started with name the folders too.
    files: lines
      .filter(line => !line.includes('execve('))
      .flatMap(pathsIn)
      .filter(path => path.startsWith(opened) || path.startsWith(added)),
    programs: lines.flatMap(line => /execve\("([^"]*)".* = 0$/.exec(line)?.[1] ?? []).slice(1),
  };
}

const canTrace = process.platform === 'linux' && spawnSync('strace', ['true']).status === 0;

describe.runIf(canTrace)('12 in a window that is not trusted', () => {
  it('no file of a folder is looked at and no program is started, also when a folder is added', () => {
    expect(touched()).toEqual({ files: [], programs: [] });
  });

  it('as both are in one that is', () => {
    const { files, programs } = touched('trusted');
    for (const repository of [opened, added]) expect(files).toContain(join(repository, '.git'));
    expect(programs).toContain(execFileSync('which', ['git'], { encoding: 'utf8' }).trim());
  });
});
