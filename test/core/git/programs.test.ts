import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { classify } from '../../../src/core/command/classify.ts';
import { isReadOnly } from '../../../src/core/command/command.ts';
import { foldersOutside } from '../../../src/core/git/programs.ts';
import { createGitReader } from '../../../src/core/git/reader.ts';
import { makeRepository, makeRunner, personal, reading } from './fixture.ts';
import { temporaryFolder } from './support.ts';

const folder = temporaryFolder();
const repository = makeRepository(folder);
const mark = join(folder, 'ran');

function program(path: string, script: string): void {
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

describe('programs', () => {
  const bin = join(repository, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  program(join(bin, 'git'), `touch '${mark}'`);
  symlinkSync(bin, join(folder, 'link'));
  const PATH = [bin, join(folder, 'link'), 'node_modules/.bin', '', process.env.PATH].join(delimiter);
  const environment = { ...personal(folder), PATH };

  it('are not looked for in the workspace, as PATH under npm run would have it', async () => {
    const { runner } = makeRunner(folder, { environment });
    expect((await runner.read(reading(repository, 'log'), { repository, origin: 'cli' })).ok).toBe(true);
    const reader = createGitReader({ environment, roots: () => [repository] });
    expect((await reader.read(['log'], repository)).ok).toBe(true);
    expect(existsSync(mark)).toBe(false);
  });

  it('are looked for outside of it, also by whoever opened the whole disk', () => {
    expect(foldersOutside(PATH, [repository])).toEqual(process.env.PATH?.split(delimiter));
    expect(foldersOutside('/usr/bin', ['/'])).toEqual(['/usr/bin']);
  });
});

describe('gh', () => {
  it('has a terminal that needs no looking up, and a folder for temporary files that goes with it', async () => {
    const gh = join(folder, 'gh-program');
    program(gh, `echo x > "$TMPDIR/kept"; ls "$TMPDIR"; echo "$TERM $TMPDIR" > '${folder}/said'`);
    const { runner } = makeRunner(folder, { programs: () => ({ git: 'git', gh }) });
    const command = classify('gh', ['pr', 'list'], { roots: [repository], cwd: repository });
    if (!isReadOnly(command)) throw new Error(command.verdict.reason);
    const { stdout } = await runner.read(command, { repository, origin: 'cli' });
    const [terminal, place = ''] = readFileSync(join(folder, 'said'), 'utf8').trim().split(' ');
    expect({ stdout, terminal, left: existsSync(place) }).toEqual({
      stdout: 'kept\n',
      terminal: 'xterm-256color',
      left: false,
    });
  });
});
