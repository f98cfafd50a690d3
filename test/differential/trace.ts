import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** One program that was really started. */
export interface Started {
  readonly file: string;
  readonly args: string;
}

/** Watches what a git or a gh starts, through strace; undefined where there is none. */
export interface Tracer {
  /** A stand-in for the program that runs it under watch. */
  readonly program: string;
  /** Everything started since the last call. */
  started(): readonly Started[];
  /** True for the program itself, for git, and for the programs that come with git. */
  isOwn(started: Started): boolean;
}

const strace = ['-f', '-qq', '--seccomp-bpf', '-A', '-s', '400', '-e', 'trace=execve,execveat'];

export function makeTracer(git: string, folder: string, program = git): Tracer | undefined {
  if (process.platform !== 'linux') return undefined;
  const log = join(folder, 'trace');
  const probe = spawnSync('strace', [...strace, '-o', log, git, '--exec-path']);
  if (probe.status !== 0) return undefined;
  const execPath = realPath(probe.stdout.toString().trim());
  const own = realPath(readFileSync(log, 'utf8').split('\n').flatMap(parse)[0]?.file ?? git);
  const watched = program === git ? own : realPath(program);
  const wrapper = join(folder, 'traced');
  writeFileSync(wrapper, `#!/bin/sh\nexec strace ${strace.join(' ')} -o '${log}' -- '${program}' "$@"\n`);
  chmodSync(wrapper, 0o755);
  writeFileSync(log, '');
  return {
    program: wrapper,
    started: () => {
      const text = readFileSync(log, 'utf8');
      writeFileSync(log, '');
      return text.split('\n').flatMap(parse);
    },
    isOwn: ({ file }) => {
      const real = realPath(file);
      // The other end of a local transport lies beside git itself: git-upload-pack.
      const beside = dirname(real) === dirname(own) && basename(file).startsWith('git-');
      return real === watched || real === own || dirname(real) === execPath || beside;
    },
  };
}

/** Attempts that failed are the search along PATH. */
function parse(line: string): Started[] {
  const found = /execve(?:at)?\((?:\d+, )?"((?:[^"\\]|\\.)*)", \[(.*)\].*\) = 0$/.exec(line);
  // A call that another process interrupts in the log is printed in two halves; the first one has the names.
  const half = /execve(?:at)?\((?:\d+, )?"((?:[^"\\]|\\.)*)", \[(.*)\].* <unfinished/.exec(line);
  const [, file, args = ''] = found ?? half ?? [];
  return file === undefined ? [] : [{ file, args }];
}

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
