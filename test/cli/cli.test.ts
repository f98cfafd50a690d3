import { execFileSync, type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quoteWord } from '../../src/core/command/quote.ts';
import { TOOLS } from '../../src/core/tools/tools.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const cli = join(project, 'dist', 'cli.cjs');
const folder = mkdtempSync(join(tmpdir(), 'sluice-cli-'));
const repository = join(folder, 'repository');

const run = (program: string, args: readonly string[], input = ''): SpawnSyncReturns<string> =>
  spawnSync(program, args, {
    cwd: existsSync(repository) ? repository : project,
    input,
    encoding: 'utf8',
    timeout: 20_000,
  });
const sluice = (args: readonly string[], input?: string) => run(process.execPath, [cli, ...args], input);
const git = (...args: readonly string[]) =>
  run('git', ['-c', 'user.name=Ada', '-c', 'user.email=a@b.c', ...args]).stdout.trim();

beforeAll(() => {
  expect(run(process.execPath, ['esbuild.mjs']).stderr).toBe('');
  mkdirSync(repository);
  git('init', '-q', '-b', 'main');
  writeFileSync(join(repository, 'a.txt'), 'hello\n');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('sluice classify', () => {
  it.each([
    ['git log --oneline', 0, 'read-only'],
    ['git branch x', 10, 'mutating'],
    ['git add -p', 11, 'refused'],
    ['git log | cat', 2, 'Shell operators are not allowed. Pass a single git command.'],
    ['ls', 2, "Command must start with 'git '"],
    ['gh auth token', 11, 'refused'],
  ])('%s exits %i', (command, code, text) => {
    const { status, stdout, stderr } = sluice(['classify', command]);
    expect({ status, said: (stdout + stderr).includes(text) }).toEqual({ status: code, said: true });
  });

  it('spells out what a command only seems to say', () => {
    const { stdout } = sluice(['classify', 'git', 'branch', '\u2010\u2010list\u2800']);
    expect(stdout).toContain("git branch '\\u2010\\u2010list\\u2800'");
  });

  it('takes the words as they are, options and all', () => {
    expect(sluice(['classify', 'git', 'log', '--format=%h | %s']).status).toBe(0);
    expect(sluice(['classify', '--', 'git', 'branch', 'x y']).stdout).toContain("'x y' would create a branch");
  });

  it('takes the command on standard input', () => {
    expect(sluice(['classify', '-'], 'git push\n').status).toBe(10);
    expect(sluice(['classify', '-'], 'git log\nrm -rf /\n').status).toBe(2);
  });

  it('--root sets how far a read may look', () => {
    expect(sluice(['classify', '--root', folder, 'git', '-C', 'repository', 'log']).status).toBe(0);
    expect(sluice(['classify', `--root=${repository}`, 'git', '-C', '..', 'log']).status).toBe(10);
  });

  it('--jsonl answers every line in order', () => {
    const lines = ['git log', 'git branch x', 'git add -p', 'git log > f', '', 'gh pr list', 'git log \u2028 x'];
    const { stdout, status } = sluice(['classify', '--jsonl'], `${lines.join('\n')}\n`);
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(status).toBe(0);
    expect(answers.map(answer => answer.command)).toEqual(lines);
    expect(answers.map(answer => answer.class)).toEqual([
      'read-only',
      'mutating',
      'refused',
      'error',
      'error',
      'read-only',
      'read-only',
    ]);
    expect(answers[1]).toEqual({
      command: 'git branch x',
      class: 'mutating',
      effects: ['writes-repo'],
      risk: 'local',
      reason: "'x' would create a branch; with --list it only reads",
      dependsOn: [],
    });
    expect(Object.keys(answers[3])).toEqual(['command', 'class', 'effects', 'risk', 'reason', 'dependsOn']);
  });

  it('3.9a says under which condition a command is a read', () => {
    const { stdout, status } = sluice(['classify', '--json', 'git', 'notes', 'show']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      class: 'read-only',
      condition: { unset: ['diff.external', 'diff.*.command', 'diff.*.textconv'], files: [] },
    });
    expect(sluice(['classify', 'git', 'notes', 'show']).stdout).toContain('only while unset: diff.external');
  });

  it('--jsonl takes Windows line ends and a last line without one', () => {
    const { stdout } = sluice(['classify', '--jsonl'], 'git log\r\ngit status');
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line).class),
    ).toEqual(['read-only', 'read-only']);
  });
});

/** The screen of a terminal on which a person types this. */
/** Runs it on a terminal of its own and types, once the prompt is there, what a person answers. */
async function onTerminal(words: readonly string[], typed: string, early = ''): Promise<string> {
  const line = [process.execPath, cli, ...words].map(quoteWord).join(' ');
  const child = spawn('script', ['-qec', line, '/dev/null'], { cwd: repository, timeout: 20_000 });
  child.stdin.write(early);
  let printed = '';
  child.stdout.on('data', chunk => {
    const prompted = PROMPT.test(printed);
    printed += chunk;
    if (!prompted && PROMPT.test(printed)) child.stdin.end(typed);
  });
  await new Promise(resolve => child.once('close', resolve));
  return printed;
}

const PROMPT = /Run it\? \[y\/N\]|Type yes to run it:/;

describe('sluice run', () => {
  it('runs a read and prints its output', () => {
    const { status, stdout } = sluice(['run', 'git', 'log', '--format=%s']);
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'first\n' });
  });

  it("passes on the command's own exit code and complaint", () => {
    const { status, stderr } = sluice(['run', 'git', 'show', 'nowhere']);
    expect(status).toBe(128);
    expect(stderr).toContain('nowhere');
  });

  it.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '4.4 a read that %s interrupts ends by that signal, and its program with it',
    async name => {
      const slow = join(folder, 'slow');
      mkdirSync(slow, { recursive: true });
      // What Sluice itself asks before is answered at once: the command is what is interrupted.
      const real = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
      const script = `#!/bin/sh\ncase " $* " in *" log "*) touch started; exec sleep 60;; esac\nexec '${real}' "$@"\n`;
      writeFileSync(join(slow, 'git'), script, { mode: 0o755 });
      const child = spawn(process.execPath, [cli, 'run', 'git', 'log'], {
        cwd: repository,
        env: { ...process.env, PATH: `${slow}:${process.env.PATH}` },
        stdio: 'ignore',
      });
      const ended = new Promise(resolve => child.once('exit', (code, signal) => resolve([code, signal])));
      while (!existsSync(join(repository, 'started'))) await new Promise(resolve => setTimeout(resolve, 20));
      rmSync(join(repository, 'started'));
      child.kill(name);
      expect(await ended).toEqual([null, name]);
    },
  );

  it('denies a write when nobody is there', () => {
    const { status, stderr } = sluice(['run', 'git', 'branch', 'unasked'], 'y\n');
    expect(status).toBe(10);
    expect(stderr).toContain('nobody is here to approve it');
    expect(git('branch', '--list', 'unasked')).toBe('');
  });

  it('refuses what is refused', () => {
    expect(sluice(['run', 'git', 'add', '-p']).status).toBe(11);
  });

  it('follows no link out of the workspace', () => {
    writeFileSync(join(folder, 'secret'), '[a]\n\tb = hidden\n');
    symlinkSync(folder, join(repository, 'way-out'));
    const { status, stdout, stderr } = sluice(['run', 'git', 'config', '-f', 'way-out/secret', '--list']);
    expect(stdout + stderr).not.toContain('hidden');
    expect(status).not.toBe(0);
  });

  it.skipIf(process.platform !== 'linux')('needs a terminal', async () => {
    const asked = async (name: string, answer: string, early = '') => {
      const stdout = await onTerminal(['run', 'git', 'branch', name], answer, early);
      return { asked: stdout.includes('Run it? [y/N]'), exists: git('branch', '--list', name) !== '' };
    };
    expect(await asked('yes-please', 'y\n')).toEqual({ asked: true, exists: true });
    expect(await asked('no-thanks', 'n\n')).toEqual({ asked: true, exists: false });
    expect(await asked('just-enter', '\n')).toEqual({ asked: true, exists: false });
    expect(await asked('hang-up', '\u0004')).toEqual({ asked: true, exists: false });
    expect(await asked('typed-ahead', 'n\n', 'y\ny\nyes\n')).toEqual({ asked: true, exists: false });
  });
});

describe.skipIf(process.platform !== 'linux')('8 the gate on a terminal', () => {
  it('shows what would be lost, and y is not enough for it', async () => {
    writeFileSync(join(repository, 'a.txt'), 'unsaved\n');
    const stdout = await onTerminal(['run', 'git', 'reset', '--hard'], 'y\n');
    expect(stdout).toContain('Changes in 1 file would be lost.');
    expect(stdout).toContain('Destructive. Type yes to run it:');
    expect(readFileSync(join(repository, 'a.txt'), 'utf8')).toBe('unsaved\n');
  });

  it('8.6 what was approved by mistake is listed and taken back', async () => {
    writeFileSync(join(repository, 'a.txt'), 'unsaved\n');
    await onTerminal(['run', 'git', 'reset', '--hard'], 'yes\n');
    expect(readFileSync(join(repository, 'a.txt'), 'utf8')).not.toBe('unsaved\n');
    const [last] = sluice(['journal', '--json']).stdout.split('\n');
    const reset = { command: 'git reset --hard', origin: 'cli', outcome: 'ok' };
    expect(JSON.parse(last ?? '')).toMatchObject({ ...reset, undone: false });
    expect(sluice(['undo']).status).toBe(10);
    expect(readFileSync(join(repository, 'a.txt'), 'utf8')).not.toBe('unsaved\n');
    await onTerminal(['undo'], 'y\n');
    expect(readFileSync(join(repository, 'a.txt'), 'utf8')).toBe('unsaved\n');
    const [, before] = sluice(['journal', '--json']).stdout.split('\n');
    expect(JSON.parse(before ?? '')).toMatchObject({ ...reset, undone: true });
    git('checkout', '-q', '--', 'a.txt');
  });

  it('a file whose name would move the cursor is spelled out', async () => {
    const name = join(repository, 'x\u001b[2Jy');
    writeFileSync(name, '');
    const stdout = await onTerminal(['run', 'git', 'clean', '-f'], 'no\n');
    rmSync(name);
    expect(stdout).toContain('x\\x1b[2Jy');
    expect(stdout).not.toContain('\u001b[2J');
  });
});

describe('sluice tools', () => {
  it('lists every tool under its group', () => {
    const { status, stdout } = sluice(['tools']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^git: Run git commands.*\n {2}git_execute +Runs one git command\./);
    for (const { name } of TOOLS) expect(stdout).toContain(`\n  ${name} `);
  });

  it('--json is one array with their schemas', () => {
    const listed = JSON.parse(sluice(['tools', '--json']).stdout);
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(TOOLS.map(({ name }) => name));
    expect(listed[0]).toMatchObject({
      ...{ name: 'git_execute', toolset: 'git', doors: ['chat', 'mcp', 'cli'] },
      ...{ effects: { readOnly: false, openWorld: true }, inputSchema: { type: 'object', required: ['command'] } },
    });
  });

  it.each([[['git', 'log']], [['--jsonl']]])('%j is an error', args => {
    const { status, stderr } = sluice(['tools', ...args]);
    expect([status, stderr.includes('takes no command')]).toEqual([2, true]);
  });
});

describe('sluice status', () => {
  it('shows what a model is shown', () => {
    writeFileSync(join(repository, 'a.txt'), 'hello\nagain\n');
    const { status, stdout } = sluice(['status', '--markdown']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^# Git \(main\)\n\nBranch: main\n\n\| File \| Type \| \+ \| - \| Net \|\n/);
    expect(stdout).toContain('\n| a.txt | Modified | 1 | 0 | +1 |\n');
    expect(stdout).toContain('\n+again\n');
  });

  it('--json is one object', () => {
    const { status, stdout } = sluice(['status', '--root', repository, '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ status: { branch: 'main' }, counted: true, operations: [] });
  });

  it.each([
    [['--root', folder], 'is not in a git repository. Run git init there'],
    [['--root', join(folder, 'nowhere')], 'does not exist'],
    [['git', 'log'], 'takes no command'],
    [['--jsonl'], 'takes no command'],
  ])('%j is an error', (args, message) => {
    const { status, stderr } = sluice(['status', ...args]);
    expect([status, stderr.includes(message)]).toEqual([2, true]);
  });
});

describe('the example of a permission hook', () => {
  it.skipIf(process.platform === 'win32').each([
    ['git log -1', 'allow'],
    ['git push --force', 'ask'],
    ['git log; rm -rf /', 'ask'],
    ['git grep -O x', 'deny'],
    ['ls -l', undefined],
  ])('%s: %s', (command, decision) => {
    const hook = join(project, 'examples', 'pre-tool-use-hook.mjs');
    const { stdout } = spawnSync(process.execPath, [hook], {
      input: JSON.stringify({ tool_name: 'Bash', tool_input: { command } }),
      env: { ...process.env, SLUICE: cli },
      encoding: 'utf8',
    });
    expect(stdout ? JSON.parse(stdout).hookSpecificOutput.permissionDecision : undefined).toBe(decision);
  });
});

describe('what it does not know', () => {
  it.each([[[]], [['frob']], [['classify', '--frob']], [['run']]])('%j shows how to use it', args => {
    const { status, stdout, stderr } = sluice(args);
    expect(status).toBe(2);
    expect(stdout + stderr).toMatch(/Usage: sluice|sluice run git/);
  });
  it('help is no error', () => expect(sluice(['--help']).status).toBe(0));
});

describe('a command line as people expect one', () => {
  const names = ['classify', 'run', 'undo', 'journal', 'status'] as const;

  it.each(names)('%s explains itself and has a version', name => {
    const help = sluice([name, '--help']);
    expect(help).toMatchObject({ status: 0, stderr: '' });
    expect(help.stdout).toContain(`Usage: sluice ${name}`);
    expect(help.stdout).toContain('Exit codes:');
    expect(sluice([name, '-h']).stdout).toBe(help.stdout);
    expect(sluice(['help', name]).stdout).toBe(help.stdout);
    const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
    expect(sluice([name, '--version'])).toMatchObject({ status: 0, stdout: `${version}\n` });
  });

  it.each(names)('%s names an option it does not know, and shows no stack', name => {
    const { status, stderr } = sluice([name, '--nonsense', 'git', 'status']);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^Unknown option --nonsense\./);
    expect(stderr).not.toMatch(/\n {4}at /);
  });

  it('what goes wrong inside is one sentence', () => {
    const { status, stderr } = spawnSync(process.execPath, [cli, 'run', 'git status'], {
      cwd: repository,
      encoding: 'utf8',
      env: { ...process.env, TMPDIR: join(folder, 'missing') },
    });
    expect(status).toBe(70);
    expect(stderr).toMatch(/^Sluice failed: .*\nSet SLUICE_DEBUG=1 to see where\.\n$/);
  });

  it('the exit codes are those of the documentation', () => {
    const documented = readFileSync(join(project, 'docs', 'command-line.md'), 'utf8');
    for (const code of [0, 2, 10, 11, 70, 124, 126, 130])
      expect(documented, String(code)).toMatch(new RegExp(`\\| ${code} \\|`));
  });

  it('colours are for terminals, or on demand', () => {
    const red = '\u001b[31m';
    expect(sluice(['classify', 'git reset --hard']).stdout).not.toContain('\u001b');
    expect(sluice(['classify', '--color', 'git reset --hard']).stdout).toContain(red);
    expect(sluice(['classify', '--color=never', 'git reset --hard']).stdout).not.toContain('\u001b');
    expect(sluice(['status', '--color=always', '--json']).stdout).not.toContain('\u001b');
  });

  it('binary output goes to a pipe as it is, and so does text in another encoding', () => {
    const pictures = Buffer.from(Array.from({ length: 40_000 }, (_, at) => (at * 7) % 256));
    const latin = Buffer.from('caf\xe9 au lait\n'.repeat(2000), 'latin1');
    for (const bytes of [pictures, latin]) {
      writeFileSync(join(repository, 'bytes'), bytes);
      const blob = git('hash-object', '-w', 'bytes');
      const { stdout, status } = spawnSync(process.execPath, [cli, 'run', `git cat-file blob ${blob}`], {
        cwd: repository,
      });
      expect(status).toBe(0);
      expect(stdout.equals(bytes)).toBe(true);
    }
  });

  it('status is plain text for people', () => {
    const { stdout } = sluice(['status']);
    expect(stdout).toMatch(/^On main\n/);
    expect(stdout).not.toContain('|');
  });

  it('nobody is said to have declined what nobody was asked about', () => {
    for (const args of [['run', 'git tag unasked'], ['undo']]) {
      const { stderr, status } = sluice(args);
      expect(status).toBe(10);
      expect(stderr).not.toContain('declined');
    }
  });
});

describe('8.10 sluice checkpoint', () => {
  it('saves one with its words as they are, which the journal finds by search and filter', () => {
    const { status, stdout, stderr } = sluice(['checkpoint', 'before', "Ada's", 'merge']);
    expect({ status, said: stdout + stderr }).toMatchObject({
      status: 0,
      said: expect.stringMatching(/^Saved checkpoint “before Ada's merge”\. Return to it: sluice undo \S+\n$/),
    });
    const found = (...words: string[]) => sluice(['journal', '--json', ...words]).stdout;
    expect(JSON.parse(found('--search', 'MERGE before'))).toMatchObject({
      label: "before Ada's merge",
      checkpoint: true,
    });
    expect(found('--search=nothing such')).toBe('');
    expect(found('--filter', 'labelled')).toContain("before Ada's merge");
    expect(found('--filter', 'foreign')).toBe('');
    expect(sluice(['journal']).stdout).toMatch(/cli {2}checkpoint {2}checkpoint “before Ada's merge”\n/);
  });

  it('needs a label, and a filter that there is', () => {
    expect(sluice(['checkpoint']).status).toBe(2);
    expect(sluice(['journal', '--filter', 'theirs'])).toMatchObject({ status: 2 });
    expect(sluice(['run', '--search', 'x', 'git', 'log'])).toMatchObject({ status: 2 });
  });
});
