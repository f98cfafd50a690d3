import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { bundleScript, startScript } from './scripts.ts';
import { goneSoon, isRunning, runFile, runScript, temporaryFolder } from './support.ts';

const folder = temporaryFolder();

describe('4.1 processes', () => {
  it('4.1 passes arguments as they are, with no shell between', async () => {
    const words = ['a b', '$HOME', '`id`', '*', '"', "'", '', '\\', '; exit 3'];
    const { stdout, exitCode } = await runFile(process.execPath, [
      '-e',
      'console.log(JSON.stringify(process.argv.slice(1)))',
      '--',
      ...words,
    ]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual(words);
  });

  it('4.1 runs in the given folder with exactly the given environment', async () => {
    const { stdout } = await runScript('console.log(process.cwd(), JSON.stringify(process.env))', {
      cwd: folder,
      env: { ONLY: 'this' },
    });
    expect(stdout).toBe(`${folder} {"ONLY":"this"}\n`);
  });

  it('4.1 closes stdin', async () => {
    const { stdout } = await runScript('process.stdin.on("end", () => console.log("end")).resume()');
    expect(stdout).toBe('end\n');
  });

  it('4.1 gives the process its input, whole or as it comes, and closes it after that', async () => {
    const script = 'let n = 0; process.stdin.on("data", c => { n += c.length }).on("end", () => console.log(n))';
    async function* chunks() {
      for (let n = 0; n < 40; n += 1) yield Buffer.alloc(100_000);
    }
    const inputs = [Buffer.from('abc'), Buffer.alloc(0), chunks()];
    const ran = await Promise.all(inputs.map(input => runScript(script, { input })));
    expect(ran.map(({ stdout }) => stdout)).toEqual(['3\n', '0\n', '4000000\n']);
  });

  it('4.1 a program that does not read its input to the end is no failure, one whose input breaks off is', async () => {
    async function* broken() {
      yield Buffer.from('a');
      throw new Error('no more');
    }
    for (const exitCode of [0, 7])
      expect(await runScript(`process.exit(${exitCode})`, { input: Buffer.alloc(5_000_000) })).toMatchObject({
        exitCode,
      });
    const { exitCode, startFailure } = await runScript('process.stdin.resume()', { input: broken() });
    expect([exitCode, startFailure?.detail]).toEqual([null, 'Error: no more']);
  });

  it('4.1 gives the process a group of its own', async () => {
    const { stdout } = await runFile('/bin/sh', [
      '-c',
      "cut -d' ' -f5 /proc/$$/stat 2>/dev/null || ps -o pgid= -p $$; echo $$",
    ]);
    const [group, pid] = stdout.split('\n').map(line => line.trim());
    expect(group).toBe(pid);
  });

  it('4.1 streams output and waits for a slow reader', async () => {
    let most = 0;
    let pending = 0;
    let bytes = 0;
    await runScript('process.stdout.write("x".repeat(1_000_000))', {
      stdout: async chunk => {
        most = Math.max(most, ++pending);
        await delay(1);
        pending--;
        bytes += chunk.length;
      },
    });
    expect(bytes).toBe(1_000_000);
    expect(most).toBe(1);
  });
});

describe('4.4 how a process ends', () => {
  it('4.4 returns the exit code and both streams', async () => {
    const ran = await runScript('console.log("out"); console.error("err"); process.exitCode = 7');
    expect(ran).toMatchObject({ exitCode: 7, stdout: 'out\n', stderr: 'err\n', timedOut: false, cancelled: false });
  });

  it('4.4 ends a process that ignores INT and TERM on timeout, and keeps what it printed', async () => {
    const script = "trap 'echo INT' INT; trap 'echo TERM' TERM; echo $$; while :; do sleep 0.05; done";
    const ran = await runFile('/bin/sh', ['-c', script], { timeoutMs: 800, graceMs: 400 });
    expect(ran).toMatchObject({ timedOut: true, cancelled: false, exitCode: null });
    const [pid, ...signals] = ran.stdout.trim().split('\n');
    expect(signals).toEqual(['INT', 'TERM']);
    expect(isRunning(Number(pid))).toBe(false);
  });

  it('4.4 sends only INT to a process that obeys it', async () => {
    const controller = new AbortController();
    let printed = '';
    const ran = await runScript(
      `process.on('SIGINT', () => { console.log('INT'); process.exit(130) });
       process.on('SIGTERM', () => console.log('TERM')); setInterval(() => {}, 1000); console.log('up')`,
      {
        signal: controller.signal,
        graceMs: 5000,
        stdout: chunk => {
          printed += chunk;
          controller.abort();
        },
      },
    );
    expect(ran).toMatchObject({ cancelled: true, exitCode: 130 });
    expect(printed).toBe('up\nINT\n');
  });

  it('4.4 ends the whole group on cancel', async () => {
    const controller = new AbortController();
    let printed = '';
    const ran = await runScript(
      `const child = require('child_process').spawn(process.execPath,
         ['-e', 'process.on("SIGINT", () => {}); process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("up")'],
         { stdio: ['ignore', 'pipe', 'ignore'] });
       child.stdout.once('data', () => console.log(child.pid)); setInterval(() => {}, 1000)`,
      {
        signal: controller.signal,
        stdout: chunk => {
          printed += chunk;
          controller.abort();
        },
      },
    );
    expect(ran).toMatchObject({ cancelled: true, timedOut: false });
    expect(Number(printed)).toBeGreaterThan(0);
    expect(await goneSoon(Number(printed))).toBe(true);
  });

  it('4.4 does not start what is cancelled already', async () => {
    const ran = await runScript('console.log("ran")', { signal: AbortSignal.abort() });
    expect(ran).toMatchObject({ cancelled: true, stdout: '' });
  });

  it('4.4 does not wait for a grandchild that holds the pipes, and ends it', async () => {
    const ran = await runScript(
      `const child = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'],
         { stdio: 'inherit' });
       child.unref(); console.log(child.pid); process.exitCode = 4`,
    );
    expect(ran).toMatchObject({ exitCode: 4, timedOut: false, cancelled: false });
    expect(await goneSoon(Number(ran.stdout))).toBe(true);
  });

  it('4.4 leaves behind a grandchild that holds the pipes from a group of its own', async () => {
    const ran = await runScript(
      `const child = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'],
         { stdio: 'inherit', detached: true });
       child.unref(); console.log(child.pid)`,
    );
    try {
      expect(ran).toMatchObject({ exitCode: 0, timedOut: false });
      expect(isRunning(Number(ran.stdout))).toBe(true);
    } finally {
      process.kill(Number(ran.stdout), 'SIGKILL');
    }
  });

  it('4.4 tells a missing program from a missing folder and from one that cannot start', async () => {
    const missing = join(folder, 'missing');
    const plain = join(folder, 'plain');
    writeFileSync(plain, 'no program');
    const reason = async (...args: Parameters<typeof runFile>) => (await runFile(...args)).startFailure?.reason;
    expect(await reason(missing, [])).toBe('not-found');
    expect(await reason(process.execPath, ['-v'], { cwd: missing })).toBe('missing-folder');
    expect(await reason(process.execPath, ['-v'], { cwd: plain })).toBe('missing-folder');
    expect(await reason(plain, [])).toBe('not-started');
    expect(await reason(process.execPath, ['a\0b'])).toBe('not-started');
  });

  const SCRIPTS = {
    polite: "process.on('SIGINT', () => { note('INT'); process.exit() });",
    deaf: "for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => note(name.slice(3)));",
  };
  it.each([
    ['exit', 'polite', 'INT '],
    ['SIGTERM', 'polite', 'INT '],
    ['SIGINT', 'polite', 'INT '],
    ['SIGHUP', 'polite', 'INT '],
    ['exit', 'deaf', 'INT TERM '],
    ['SIGHUP', 'deaf', 'INT TERM '],
  ] as const)(
    '4.4 takes its groups along when its own process ends by %s: one that is %s hears %s',
    async (how, manner, heard) => {
      const host = join(folder, `host-${how}-${manner}.mjs`);
      const notes = join(folder, `notes-${how}-${manner}`);
      const script = `const note = text => require('fs').appendFileSync(process.env.NOTES, text + ' ');
      ${SCRIPTS[manner]} console.log(process.pid); setInterval(() => {}, 1000)`;
      const text = `import { runProcess } from './src/core/git/process.ts';
          const print = chunk => {
            process.stdout.write(chunk);
            if (${how === 'exit'}) setTimeout(() => process.exit(0), 50);
          };
          runProcess(process.execPath, ['-e', ${JSON.stringify(script)}],
            { cwd: '.', env: { NOTES: ${JSON.stringify(notes)} }, timeoutMs: 20000, stdout: print, stderr: print });`;
      await bundleScript({ text }, host);
      const { child, begun, ended } = startScript(host, []);
      const printed = await begun;
      if (how !== 'exit') child.kill(how);
      await ended;
      expect([child.exitCode, child.signalCode]).toEqual(how === 'exit' ? [0, null] : [null, how]);
      expect(await goneSoon(Number(printed))).toBe(true);
      expect(readFileSync(notes, 'utf8')).toBe(heard);
    },
  );
});

describe.skipIf(process.platform !== 'linux')('4.4 memory', () => {
  const MEBIBYTE = 1024 * 1024;
  const greedy = 'const all = []; setInterval(() => all.push(Buffer.alloc(8 * 1024 * 1024, 1)), 5);';

  it('4.4 of a process has a limit, after which it is ended at once', async () => {
    const ran = await runScript(greedy, { memoryLimit: 300 * MEBIBYTE });
    expect({ outOfMemory: ran.outOfMemory, timedOut: ran.timedOut, exitCode: ran.exitCode }).toEqual({
      outOfMemory: true,
      timedOut: false,
      exitCode: null,
    });
  });

  it('4.4 of a modest one is its own business', async () => {
    const ran = await runScript('setTimeout(() => {}, 500)', { memoryLimit: 300 * MEBIBYTE });
    expect(ran).toMatchObject({ exitCode: 0 });
    expect(ran.outOfMemory).toBeUndefined();
  });
});
