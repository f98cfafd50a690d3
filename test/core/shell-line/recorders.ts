import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../git/support.ts';

/** A call that a shell made. */
export interface RecordedCall {
  readonly program: string;
  readonly cwd: string;
  readonly args: readonly string[];
}

/** Says who it is, where it is and what it was given, in one write; fails when it is told to. */
const RECORDER = `#!/bin/sh
for arg in "$@"; do [ "$arg" = --fail ] && status=1; done
printf '%s\\0' "\${0##*/}" "$PWD" "$#" "$@" >> "$RECORD"
exit \${status:-0}
`;

/** All that a line finds on its PATH besides: nothing that can do harm. */
const OTHERS = [
  ...[
    'bash',
    'cat',
    'cut',
    'env',
    'find',
    'grep',
    'head',
    'nl',
    'rev',
    'sed',
    'sh',
    'sort',
    'tac',
    'tail',
    'timeout',
    'tr',
  ],
  ...['uniq', 'wc', 'xargs', 'nohup', 'ls'],
];

/** Bash, as most agents start; another shell can be tried in its place. */
const { SLUICE_SHELL: shell = '/bin/bash' } = process.env;

/** Runs shell lines in folders of their own where \`git\` and \`gh\` only write down that they were called. */
export function createShell() {
  const top = temporaryFolder();
  const bin = join(top, 'bin');
  mkdirSync(bin);
  const guard = join(top, `it's a "guard" of $HOME;`, 'guard');
  mkdirSync(dirname(guard));
  for (const path of [join(bin, 'git'), join(bin, 'gh'), guard]) {
    writeFileSync(path, RECORDER);
    chmodSync(path, 0o755);
  }
  for (const name of OTHERS) {
    const found = ['/usr/bin', '/bin'].map(folder => join(folder, name)).find(existsSync);
    if (found !== undefined) symlinkSync(found, join(bin, name));
  }
  let count = 0;
  return {
    /** A program that writes down its calls too, at a path that has to be quoted. */
    guard,
    /** The calls that a line makes, in their order, and whether it leaves any file or folder other than it was. */
    async run(line: string) {
      count += 1;
      const place = join(top, `${count}`);
      const cwd = join(place, 'work');
      mkdirSync(join(cwd, 'sub', 'deep'), { recursive: true });
      for (const name of ['a.txt', 'b.txt', 'push', 'run.sh']) writeFileSync(join(cwd, name), 'git push\n');
      const before = stateOf(cwd);
      const record = join(place, 'record');
      writeFileSync(record, '');
      const env = { PATH: bin, HOME: cwd, RECORD: record, WORD: 'push', PWD: cwd, FUNCNEST: '20' };
      await new Promise<void>(resolve => {
        const child = execFile(shell, ['-c', line], { cwd, env, timeout: 10_000 }, () => resolve());
        child.stdin?.end();
      });
      const calls = callsIn(readFileSync(record, 'utf8'));
      return { cwd, calls, changed: stateOf(cwd) !== before };
    },
  };
}

/** Every name below a folder, with what its file holds. */
const stateOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map(entry => {
      const path = join(entry.parentPath, entry.name);
      return `${path}\0${entry.isFile() ? readFileSync(path, 'latin1') : ''}`;
    })
    .sort()
    .join('\0');

function callsIn(text: string): readonly RecordedCall[] {
  const fields = text.split('\0');
  const calls: RecordedCall[] = [];
  for (let at = 0; at + 2 < fields.length; ) {
    const [program = '', cwd = '', count = ''] = fields.slice(at, at + 3);
    const args = fields.slice(at + 3, at + 3 + Number(count));
    calls.push({ program, cwd, args });
    at += 3 + Number(count);
  }
  return calls;
}
