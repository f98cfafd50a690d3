import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeSampleRepository } from '../scripts/sample-repository.mjs';
import { type Decision, decide } from '../src/hook/decide.ts';
import { quoted } from '../src/hook/own-command.ts';
import { timed } from './runner.ts';
import { median, printTable } from './table.ts';

const ROUNDS = 40;
const CLI = resolve('dist/cli.cjs');
const HOOK = resolve('dist/hook.cjs');

/** The hook beside a script that only reads its input, guarded git beside bare git, and who is asked how often on a day of an agent. */
export async function benchAgents(): Promise<void> {
  const top = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
  const repository = makeSampleRepository();
  try {
    await benchHook(repository);
    await benchGuard(repository);
    await benchDay(repository, top);
  } finally {
    for (const folder of [top, repository]) rmSync(folder, { recursive: true, force: true });
  }
}

const ms = (samples: readonly number[]) => `${median(samples).toFixed(0)} ms`;
const quickest = (samples: readonly number[]) => `${Math.min(...samples).toFixed(0)} ms`;

/** From the start of a process to its end, when its answer is whole. */
function run(program: string, args: readonly string[], cwd: string, input = ''): Promise<unknown> {
  const child = spawn(program, args, { cwd, stdio: ['pipe', 'ignore', 'inherit'] });
  // Git reads nothing of it.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise(done => child.on('close', done));
}

async function benchHook(cwd: string): Promise<void> {
  const input = (command: string) =>
    JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: 'Bash', cwd, tool_input: { command } });
  const cases = [
    ['a shell script that only reads its input', 'sh', ['-c', 'cat > /dev/null'], 'git status'],
    ['node that does nothing', process.execPath, ['-e', ''], 'git status'],
    ['the hook, a line without git', process.execPath, [HOOK, 'claude'], 'npm test'],
    ['the hook, a read', process.execPath, [HOOK, 'claude'], 'cd . && git log --oneline | head -5'],
    ['the hook, a write', process.execPath, [HOOK, 'claude'], 'git push --force origin main'],
  ] as const;
  const samples = new Map<string, number[]>(cases.map(([name]) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, program, args, line] of cases)
      samples.get(name)?.push(await timed(() => run(program, args, cwd, input(line))));
  const rows = [...samples].map(([name, all]) => [name, ms(all), quickest(all), name.startsWith('the') ? '80 ms' : '']);
  printTable(
    `From the start of a hook to its answer, ${ROUNDS} rounds in turns`,
    ['what', 'median', 'quickest', 'bar'],
    rows,
  );
}

async function benchGuard(cwd: string): Promise<void> {
  const rows: string[][] = [];
  for (const args of [
    ['status', '--short'],
    ['log', '--oneline', '-20'],
    ['diff', 'HEAD~3'],
  ]) {
    const [bare, guarded]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(await timed(() => run('git', args, cwd)));
      guarded.push(await timed(() => run(process.execPath, [CLI, 'run', '--', 'git', ...args], cwd)));
    }
    rows.push([`git ${args.join(' ')}`, ms(bare), ms(guarded), quickest(bare), quickest(guarded)]);
  }
  printTable(
    `Guarded git beside bare git, ${ROUNDS} rounds in turns`,
    ['command', 'bare', 'guarded', 'bare, quickest', 'guarded, quickest'],
    rows,
  );
}

interface DayLine {
  readonly times: number;
  readonly line: string;
}

const dayOf = (text: string): readonly DayLine[] =>
  text
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => {
      const [times = '', ...words] = line.split(' ');
      return { times: Number(times), line: words.join(' ') };
    });

/** The kind of list that agents ship: a line passes when each of its commands begins with two words that read. */
const SAFE =
  /^(?:cd|cat|head|tail|wc|grep|true)\b|^git (?:blame|branch|config|diff|grep|log|ls-files|merge-base|reflog|remote|rev-parse|show|stash list|status|tag)\b/;
const passesList = (line: string): boolean => line.split(/&&|\|\||[;|\n]/).every(each => SAFE.test(each.trim()));

async function benchDay(repository: string, top: string): Promise<void> {
  const day = dayOf(readFileSync('bench/agent-lines.txt', 'utf8'));
  const guard = quoted([process.execPath, CLI, 'run', '--']);
  const score = { sluice: { asked: 0, denied: 0, wrong: 0 }, list: { asked: 0, denied: 0, wrong: 0 } };
  for (const [at, { times, line }] of day.entries()) {
    const place = prepare(repository, join(top, `${at}`));
    const call = { line, cwd: place.work, project: place.work };
    const decision = await decide(call, process.env, guard, async () => undefined);
    if (decision.kind === 'deny') score.sluice.denied += times;
    else if (!passes(decision)) score.sluice.asked += times;
    else if (changesAnything(decision.kind === 'rewrite' ? decision.line : line, place)) score.sluice.wrong += times;
    if (!passesList(line)) score.list.asked += times;
    else if (changesAnything(line, prepare(repository, join(top, `${at}-list`)))) score.list.wrong += times;
  }
  const total = day.reduce((sum, { times }) => sum + times, 0);
  const row = (name: string, { asked, denied, wrong }: typeof score.list) => [
    name,
    ...[asked, denied, wrong].map(String),
  ];
  printTable(
    `Questions over a day of ${total} lines with git in them, ${day.length} different ones; what passed was run in a copy of its own`,
    ['who decides', 'asked', 'denied with what to do instead', 'let through, and changed something'],
    [
      row("Sluice's hook", score.sluice),
      row('a list of first two words', score.list),
      row('asking always', { asked: total, denied: 0, wrong: 0 }),
    ],
  );
}

const passes = (decision: Exclude<Decision, { readonly kind: 'deny' }>): boolean =>
  decision.kind === 'allow' || (decision.kind === 'rewrite' && decision.allowed && !decision.waits);

interface Place {
  readonly work: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** A copy of a repository with a branch, a remote and a changed file. */
function prepare(repository: string, folder: string): Place {
  const work = join(folder, 'work');
  mkdirSync(join(folder, 'home'), { recursive: true });
  cpSync(repository, work, { recursive: true });
  const git = (...args: readonly string[]) => void execFileSync('git', args, { cwd: work, stdio: 'ignore' });
  git('branch', '-f', 'topic', 'HEAD~1');
  git('init', '-q', '--bare', '../there.git');
  git('remote', 'add', 'there', '../there.git');
  mkdirSync(join(work, 'src'), { recursive: true });
  const environment = { ...process.env, HOME: join(folder, 'home'), XDG_STATE_HOME: join(folder, 'home') };
  return { work, environment };
}

/** Runs a line and looks whether a ref, the config or a file is another afterwards. */
function changesAnything(line: string, { work, environment }: Place): boolean {
  const state = () => {
    const ask = (...args: readonly string[]) => execFileSync('git', args, { cwd: work, encoding: 'utf8' });
    const files = readdirSync(work, { recursive: true, withFileTypes: true, encoding: 'utf8' })
      .filter(entry => entry.isFile() && !`${entry.parentPath}/`.includes('/.git/'))
      .map(entry => join(entry.parentPath, entry.name))
      .sort();
    return [
      ask('for-each-ref'),
      ask('config', '--list', '--local'),
      readFileSync(join(work, '.git', 'HEAD'), 'utf8'),
      ask('ls-files', '--stage'),
      ...files.map(file => `${file}\0${readFileSync(file, 'latin1')}`),
    ].join('\0');
  };
  const before = state();
  spawnSync('bash', ['-c', line], { cwd: work, env: environment, stdio: 'ignore', timeout: 60_000 });
  return state() !== before;
}
