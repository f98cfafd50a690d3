import { statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Metafile } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadedAtStart } from '../../bench/loaded-at-start.ts';
import { buildDoors, buildHook } from '../../esbuild.mjs';
import { temporaryFolder } from '../core/git/support.ts';

const folder = temporaryFolder();
const output = (name: string) => relative(process.cwd(), join(folder, name));
let doors: Metafile;
beforeAll(async () => {
  doors = await buildDoors(folder);
}, 90_000);

/** The files of the build that a module of ours is in. */
const filesWith = (source: string) =>
  Object.entries(doors.outputs)
    .filter(([, { inputs }]) => source in inputs)
    .map(([file]) => file);
const sourcesIn = (door: string) =>
  loadedAtStart(doors, output(door)).flatMap(file => Object.keys(doors.outputs[file]?.inputs ?? {}));

describe('the bundles', () => {
  it('have every module of ours once, so that a process has one set of seals however it comes to them', () => {
    expect(filesWith('src/core/seals.ts')).toHaveLength(1);
    const sources = Object.values(doors.outputs).flatMap(({ inputs }) => Object.keys(inputs));
    expect(sources.filter((source, at) => sources.indexOf(source) !== at)).toEqual([]);
  });

  it('load at the start of a window neither the write side nor the tables, schemas and processes', () => {
    const loaded = sourcesIn('extension.cjs');
    expect(loaded).toContain('src/core/core.ts');
    expect(
      loaded.filter(source =>
        /^src\/core\/(?:windows|github\/(?!hosts|remotes|stand-in)|writes\/(?!journal\/storage\/entry\.ts)|command\/g)|^src\/vscode\/gate\/(?!questions)|node_modules/.test(
          source,
        ),
      ),
    ).toEqual([]);
  });

  it('a verdict on the command line loads the tables and nothing that runs, watches or records', () => {
    const [classify = ''] = filesWith('src/cli/classify.ts');
    const files = [...new Set([...loadedAtStart(doors, output('cli.cjs')), ...loadedAtStart(doors, classify)])];
    const sources = files.flatMap(file => Object.keys(doors.outputs[file]?.inputs ?? {}));
    expect(sources).toContain('src/core/command/classify.ts');
    expect(
      sources.filter(source => !/^src\/(?:cli|shared|core\/command)\/|^src\/core\/seals\.ts$/.test(source)),
    ).toEqual([]);
    expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(164 * 1024);
  });

  it('a hook is one file with the tables, the recogniser of shell lines and what checks its input', async () => {
    const { inputs } = await buildHook(folder);
    const others = Object.keys(inputs).filter(
      source =>
        !/^src\/(?:hook|shared|core\/(?:command|shell-line))\/|^src\/core\/(?:seals|user-state)\.ts$|\/node_modules\/zod\//.test(
          `${source}`,
        ) &&
        !/^src\/core\/git\/(?:boundary|disk|inspect\/(?:plain-repository|git-directories|gitlink-bytes))\.ts$/.test(
          source,
        ) &&
        !source.startsWith('node_modules/zod/'),
    );
    expect(others).toEqual([]);
    expect(statSync(join(folder, 'hook.cjs')).size).toBeLessThan(168 * 1024);
  });

  it('are small: what a window loads at its start is under 150 KiB', () => {
    const bytes = loadedAtStart(doors, output('extension.cjs')).map(file => statSync(file).size);
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(150 * 1024);
  });
});
