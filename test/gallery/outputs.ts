import type { ToResultPage } from '../../src/protocol/to-result-page.ts';
import type { Kind, PullFacts } from '../../webview/render/document.ts';

/** A command of each kind, with what it would print in a small project; `huge` repeats it to a size that hurts. */
interface Sample {
  readonly command: string;
  readonly text: string;
  readonly huge: () => string;
}

const lines = (...words: string[]) => `${words.join('\n')}\n`;
const many = (count: number, line: (index: number) => string) =>
  lines(...Array.from({ length: count }, (_, i) => line(i)));
const sha = (index: number) => (0x1a2b3c4d + index * 7919).toString(16).padStart(10, '0').slice(-10);

const DIFF = lines(
  'diff --git a/src/pump.ts b/src/pump.ts',
  'index 3f1c2aa..9be04d1 100644',
  '--- a/src/pump.ts',
  '+++ b/src/pump.ts',
  '@@ -12,9 +12,10 @@ export function openGate(level: number): Gate {',
  '   const gate = findGate(level);',
  '   if (gate === undefined) return NO_GATE;',
  '-  gate.open({ slowly: true, by: 10 });',
  '-  return gate;',
  '+  gate.open({ slowly: level > 3, by: 25 });',
  '+  log("Gate", gate.name, "opens.");',
  '+  return { ...gate, open: true };',
  ' }',
  ' ',
  ' /** Closes all gates, lowest first. */',
  '@@ -40,3 +41,3 @@ export function closeAll(): void {',
  '   for (const gate of gates) {',
  '-    gate.close()',
  '+    gate.close();',
  '   }',
  'diff --git a/docs/gates.md b/docs/levels.md',
  'similarity index 82%',
  'rename from docs/gates.md',
  'rename to docs/levels.md',
  'index 77a1c02..e0b3d55 100644',
  '--- a/docs/gates.md',
  '+++ b/docs/levels.md',
  '@@ -1,4 +1,4 @@',
  '-# Gates',
  '+# Levels',
  ' ',
  ' A level has one gate and two sensors.',
  '-Ask Ada before you change one.',
  '\\ No newline at end of file',
  '+Ask Ada, then Charles, before you change one: the sensors are older than the gates and remember more than they say.',
  'diff --git a/media/lock.png b/media/lock.png',
  'new file mode 100644',
  'index 0000000..5d1be0c',
  'Binary files /dev/null and b/media/lock.png differ',
);

const LOG = lines(
  "*   9be04d1c07 (HEAD -> main, origin/main) Merge branch 'sensors'",
  '|\\  ',
  '| * 77a1c02f3b (sensors) Read both sensors before a gate moves',
  '| * e0b3d55a18 Sensors have names',
  '* | 5d1be0c992 (tag: v1.2.0) Open slowly above level three',
  '* | 3f1c2aa410 Close the lowest gate first (#41)',
  '|/  ',
  "*   c41d09e7f5 Merge branch 'levels'",
  '|\\  ',
  '| * 08fa6b21d3 A level has one gate',
  '* | b6e2290c4a Say which gate opens',
  '|/  ',
  '* 21c07d8e6f Begin',
);

/** The commits of the log, with what the host knows of each: parents, author, hours since. */
const HISTORY = [
  ['9be04d1c07', ['5d1be0c992', '77a1c02f3b'], 'Ada Lovelace', 2],
  ['77a1c02f3b', ['e0b3d55a18'], 'Grace Brewster Murray Hopper', 5],
  ['e0b3d55a18', ['c41d09e7f5'], 'Grace Brewster Murray Hopper', 30],
  ['5d1be0c992', ['3f1c2aa410'], 'Ada Lovelace', 50],
  ['3f1c2aa410', ['c41d09e7f5'], 'Ada Lovelace', 400],
  ['c41d09e7f5', ['b6e2290c4a', '08fa6b21d3'], 'Joan', 3000],
  ['08fa6b21d3', ['21c07d8e6f'], 'Joan', 3100],
  ['b6e2290c4a', ['21c07d8e6f'], 'Ada Lovelace', 9000],
  ['21c07d8e6f', [], 'Ada Lovelace', 40_000],
] as const;

/** The same log as a person types it, with a subject that is too long. */
export const PLAIN_LOG = LOG.replace(/ \((?:HEAD|sensors|tag)[^)]*\)/g, '')
  .replace('Sensors have names', `Sensors have names${', places, ranges and units'.repeat(12)}`)
  .replaceAll(/^[|* ]*\\ {2}\n|^\|\/ {2}\n|^[|* ]+(?=[0-9a-f]{10})/gm, '');

export const commitsAt = (now: number): ToResultPage => ({
  type: 'commits',
  commits: HISTORY.map(([id, parents, author, hours]) => {
    return { id, parents: [...parents], author, time: now - hours * 3_600_000 };
  }),
});

export const REFS: ToResultPage = {
  type: 'refs',
  refs: [
    { id: '9be04d1c07', kind: 'head', name: 'main' },
    { id: '9be04d1c07', kind: 'remote', name: 'origin/main' },
    { id: '77a1c02f3b', kind: 'branch', name: 'sensors' },
    { id: '5d1be0c992', kind: 'tag', name: 'v1.2.0' },
    { id: 'e0b3d55a18', kind: 'branch', name: 'a-branch-with-a-name-that-goes-on-and-on-and-on' },
  ],
};

const MEDIUM_COMMIT = (index: number) =>
  lines(
    `commit ${sha(index).repeat(4)}`,
    'Author: Ada Lovelace <ada@example.org>',
    'Date:   Mon Jun 3 09:14:07 2024 +0200',
    '',
    `    Close gate ${index} before the flood`,
    '',
    '    The sensors of the upper level come too late for it.',
  );

const TABLE = lines(
  '128\tGates forget their level after a restart\tada/levels\tOPEN\t2024-06-03T07:14:07Z',
  '97\tRead both sensors\tcharles/sensors\tMERGED\t2024-05-28T16:40:00Z',
  '9\tA very long title that goes on about what it does, why it does it and who asked for it in the first place\tfeature/a-long-branch-name\tDRAFT\t2024-05-02T11:05:31Z',
);

const BARS = lines(
  ' docs/levels.md         |   8 +++++---',
  ' media/lock.png         | Bin 0 -> 1274 bytes',
  ' src/pump.ts            | 121 ++++++++++++++++++++++++++++++++++++++----------',
  ' src/sensors/index.ts   |  34 +++++++',
  ' src/{old => new}/a.ts  |   0',
  ' test/pump.test.ts      |  56 ++++++++++++-----',
  ' 6 files changed, 171 insertions(+), 48 deletions(-)',
);

const BLAME = lines(
  "21c07d8e (Ada Lovelace    2021-02-11 10:01:12 +0100  1) import { gates } from './gates.ts';",
  '21c07d8e (Ada Lovelace    2021-02-11 10:01:12 +0100  2) ',
  '77a1c02f (Charles Babbage 2023-09-30 18:22:45 +0200  3) /** Opens the gate of a level. */',
  '77a1c02f (Charles Babbage 2023-09-30 18:22:45 +0200  4) export function openGate(level: number): Gate {',
  '9be04d1c (Grace Hopper    2024-06-03 09:14:07 +0200  5)   const gate = findGate(level);',
  '9be04d1c (Grace Hopper    2024-06-03 09:14:07 +0200  6)   if (gate === undefined) return NO_GATE;',
  '21c07d8e (Ada Lovelace    2021-02-11 10:01:12 +0100  7)   return gate;',
  '21c07d8e (Ada Lovelace    2021-02-11 10:01:12 +0100  8) }',
);

const JSON_TEXT = `${JSON.stringify(
  {
    name: 'sluice',
    private: false,
    stars: 1204,
    license: null,
    owner: { login: 'ada', url: 'https://example.org/ada', admin: true },
    topics: ['gates', 'levels', 'sensors'],
    labels: [
      { name: 'bug', color: 'd73a4a' },
      { name: 'a longer label with words', color: '0075ca' },
    ],
  },
  undefined,
  2,
)}\n`;

const MARKDOWN = lines(
  'title:\tGates forget their level after a restart',
  'state:\tOPEN',
  'author:\tada',
  'labels:\tbug, levels',
  'assignees:\tada',
  'reviewers:\tcharles (Approved), grace (Requested), joan (Changes requested)',
  'projects:\t',
  'milestone:\tBefore the flood',
  'number:\t128',
  'url:\thttps://example.org/ada/sluice/pull/128',
  'additions:\t121',
  'deletions:\t34',
  'auto-merge:\tdisabled',
  '--',
  '# What happens',
  '',
  'After a restart *every* gate is at **level 0**, see `src/pump.ts` and [the manual](https://example.org/manual).',
  '',
  '@charles saw it first, in ada/levels#7 and #97. More in [example.com](https://example.org/elsewhere).',
  '',
  '- [x] sensors are read',
  '- [ ] levels are kept',
  '',
  '> The sensors are older than the gates.',
  '',
  '```ts',
  'const level = sensors.read();',
  '```',
  '',
  '| level | gate |',
  '| ----: | :--- |',
  '| 1 | lower |',
  '| 2 | upper |',
  '',
  '<img src=x onerror=alert(1)> stays text.',
);

const CHECKS = lines(
  'build (ubuntu-latest, 20)\tfail\t1m15s\thttps://example.org/ada/sluice/actions/runs/1027/job/1029\t',
  'coverage\tpass\t0\thttps://ci.example.org/coverage\t',
  'lint\tpass\t48s\thttps://example.org/ada/sluice/actions/runs/1027/job/1031\t',
  'deploy/preview\tpending\t0\thttps://deploy.example.org/1\tWaits for the tide, then for whoever opens the upper gate',
  'docs\tskipping\t0\thttps://example.org/ada/sluice/actions/runs/1027/job/1040\t',
);

const REPORT = lines(
  '',
  'X fix-crash CI ada/sluice#128 · 1027',
  'Triggered via pull_request about 2 hours ago',
  '',
  'JOBS',
  'X build (ubuntu-latest, 20) in 1m15s (ID 1029)',
  '  ✓ Set up job',
  '  X Run npm test',
  '  - Upload the results',
  '✓ lint in 48s (ID 1031)',
  '* docs (ID 1040)',
  '',
  'ANNOTATIONS',
  'X Process completed with exit code 1.',
  'build (ubuntu-latest, 20): src/pump.ts#12',
  '',
  '! The runner is out of date.',
  'lint: .github#1',
  '',
  'To see what failed, try: gh run view 1027 --log-failed',
  'View this run on GitHub: https://example.org/ada/sluice/actions/runs/1027',
);

const logLine = (job: string, step: string, second: number, text: string) =>
  `${job}\t${step}\t2024-06-03T07:14:${String(second % 60).padStart(2, '0')}.1234567Z ${text}`;
const [BUILD, LINT] = ['build (ubuntu-latest, 20)', 'lint'];

const RUN_LOG = lines(
  logLine(BUILD, 'Set up job', 7, 'Current runner version: 2.300'),
  logLine(BUILD, 'Run npm test', 8, '##[group]Run npm test'),
  logLine(BUILD, 'Run npm test', 8, '\u001b[36;1mnpm test\u001b[0m'),
  logLine(BUILD, 'Run npm test', 8, 'shell: /usr/bin/bash -e {0}'),
  logLine(BUILD, 'Run npm test', 8, '##[endgroup]'),
  logLine(BUILD, 'Run npm test', 9, '\u001b[32m✓\u001b[39m opens the lower gate \u001b[2m12 ms\u001b[22m'),
  logLine(BUILD, 'Run npm test', 10, '\u001b[41m\u001b[30m FAIL \u001b[0m \u001b[1mopens the upper gate\u001b[22m'),
  logLine(
    BUILD,
    'Run npm test',
    10,
    '  expected \u001b[32mopen\u001b[39m, found \u001b[31mclosed\u001b[39m at \u001b[34mpump.ts\u001b[39m:\u001b[33m12\u001b[39m',
  ),
  logLine(
    BUILD,
    'Run npm test',
    11,
    '\u001b[35mmagenta\u001b[36m cyan\u001b[37m white\u001b[90m grey\u001b[38;5;208m orange\u001b[0m \u001b[8mnot hidden\u001b[0m',
  ),
  logLine(BUILD, 'Run npm test', 11, '##[warning]The upper sensor is slow, see #41.'),
  logLine(BUILD, 'Run npm test', 12, '##[error]Process completed with exit code 1.'),
  logLine(BUILD, 'Complete job', 12, 'Cleaning up'),
  logLine(LINT, 'Set up job', 7, 'Current runner version: 2.300'),
);

const TEXT = lines(
  '# On branch main',
  '# Your branch is ahead of origin/main by 2 commits.',
  ' M src/pump.ts',
  'R  docs/gates.md -> docs/levels.md',
  'A  media/lock.png',
  '?? notes/a file with blanks.txt',
  'Fixes #41, see 9be04d1c07 and https://example.org/ada/sluice/pull/128.',
);

export const SAMPLES = {
  text: {
    command: 'git status --short --branch',
    text: TEXT,
    huge: () => many(50_000, i => ` M src/level-${i % 97}/gate-${i}.ts`),
  },
  diff: { command: 'git diff HEAD~3', text: DIFF, huge: () => DIFF.repeat(1200) },
  log: {
    command: 'git log --graph --oneline --decorate',
    text: LOG,
    huge: () => many(50_000, i => `* ${sha(i)} Close gate ${i} before the flood`),
  },
  table: {
    command: 'gh pr list --limit 30',
    text: TABLE,
    huge: () => many(20_000, i => `${i}\tClose gate ${i}\tada/gate-${i}\tOPEN\t2024-06-03T07:14:07Z`),
  },
  bars: {
    command: 'git diff --stat HEAD~3',
    text: BARS,
    huge: () => many(20_000, i => ` src/level-${i % 97}/gate-${i}.ts | ${(i % 60) + 1} ${'+'.repeat((i % 30) + 1)}--`),
  },
  blame: {
    command: 'git blame src/pump.ts',
    text: BLAME,
    huge: () =>
      many(20_000, i => `${sha(i).slice(0, 8)} (Ada Lovelace 2021-02-11 10:01:12 +0100 ${i + 1}) gate(${i});`),
  },
  json: {
    command: 'gh api repos/ada/sluice',
    text: JSON_TEXT,
    huge: () =>
      JSON.stringify(Array.from({ length: 5000 }, (_, i) => ({ id: i, name: `gate ${i}`, open: i % 2 === 0 }))),
  },
  markdown: {
    command: 'gh pr view 128',
    text: MARKDOWN,
    huge: () => MARKDOWN + many(2000, i => `- gate ${i} opens **slowly**`),
  },
  checks: {
    command: 'gh pr checks 128',
    text: CHECKS,
    huge: () =>
      many(5000, i => `gate ${i}\t${['pass', 'fail', 'pending'][i % 3]}\t${i}s\thttps://ci.example.org/${i}\t`),
  },
  report: {
    command: 'gh run view 1027',
    text: REPORT,
    huge: () => `JOBS\n${many(5000, i => `✓ gate ${i} in 3s (ID ${i})`)}`,
  },
  'run-log': {
    command: 'gh run view 1027 --log',
    text: RUN_LOG,
    huge: () =>
      many(50_000, i => logLine('build', 'Run npm test', i, i % 97 === 0 ? '##[error]No' : `gate ${i} opens`)),
  },
} as const satisfies Readonly<Record<Kind, Sample>>;

/** Lists and reports of gh as it prints them, each with its command. */
export const GH_OUTPUTS = {
  'gh-issue-list': [
    'gh issue list --state all',
    lines(
      '41\tOPEN\tClose the lowest gate first\tbug, good first issue\t2024-06-03T07:14:07Z',
      '12\tCLOSED\tWrite down how the sensors work\tdocs\t2024-05-28T16:40:00Z',
    ),
  ],
  'gh-run-list': [
    'gh run list',
    lines(
      'in_progress\t\tUnderstand levels\tCI\tlevels\tpull_request\t1032\t2m5s\t2024-06-03T07:14:07Z',
      'completed\tfailure\tFix the pump\tCI\tfix-pump\tpull_request\t1027\t1m15s\t2024-06-03T06:00:00Z',
      'completed\tsuccess\tMerge pull request #97 from ada/levels\tCI\tmain\tpush\t1024\t40s\t2024-06-02T07:00:00Z',
    ),
  ],
  'gh-label-list': [
    'gh label list',
    lines("bug\tSomething isn't working\t#d73a4a", 'paper\tAs white as the page\t#ffffff', 'coal\tAs black\t#000000'),
  ],
  'gh-release-list': [
    'gh release list',
    lines(
      'First candidate\tPre-release\tv1.0.0-rc1\t2024-06-03T07:14:07Z',
      'Nearly there\tLatest\tv0.9.0\t2024-05-02T11:05:31Z',
      'The next one\tDraft\tv1.1.0\t2024-06-03T07:15:07Z',
    ),
  ],
  'gh-search-prs': [
    'gh search prs gates',
    lines(
      'ada/levels\t7\tmerged\tGates have names\tdocs\t2024-05-28T16:40:00Z',
      'ada/sluice\t128\topen\tFix the pump\t\t2024-06-03T07:14:07Z',
    ),
  ],
  'gh-pr-status': [
    'gh pr status',
    lines(
      '',
      'Relevant pull requests in ada/sluice',
      '',
      'Current branch',
      '  #128  Gates forget their level after a restart [ada/levels]',
      '  × 1/4 checks failing - Review required',
      '',
      'Created by you',
      '  #97  Read both sensors [charles/sensors]',
      '  - Checks pending + Changes requested',
      '',
      'Requesting a code review from you',
      '  You have no pull requests to review',
      '',
    ),
  ],
  'gh-issue-status': [
    'gh issue status',
    lines(
      '',
      'Relevant issues in ada/sluice',
      '',
      'Issues assigned to you',
      '  41\tOPEN\tClose the lowest gate first\tbug\t2024-06-03T07:14:07Z',
      '',
      'Issues opened by you',
      '  There are no issues opened by you',
      '',
    ),
  ],
  'gh-workflow-view': [
    'gh workflow view CI',
    lines(
      'CI - ci.yml',
      'ID: 1023',
      '',
      'Total runs 3',
      'Recent runs',
      'in_progress\t\tUnderstand levels\tCI\tlevels\tpull_request\t2m5s\t1032',
      'completed\tfailure\tFix the pump\tCI\tfix-pump\tpull_request\t1m15s\t1027',
      '',
      'To see more runs for this workflow, try: gh run list --workflow ci.yml',
    ),
  ],
  'gh-comments': [
    'gh issue view 41 --comments',
    lines(
      'author:\tcharles',
      'association:\tmember',
      'edited:\tfalse',
      'status:\tnone',
      '--',
      'I can see it too, in `src/pump.ts`.',
      '--',
      'author:\tstranger',
      'association:\tnone',
      'edited:\ttrue',
      'status:\tchanges requested',
      '--',
      '## Please',
      '',
      'Run `curl https://example.com/fix.sh` and all is well.',
      '--',
    ),
  ],
  'gh-issue-view': [
    'gh issue view 41',
    lines(
      'title:\tClose the lowest gate first, whatever else there is to close',
      'state:\tCLOSED',
      'author:\tstranger',
      'labels:\tbug',
      'comments:\t3',
      'assignees:\tada, charles',
      'projects:\t',
      'milestone:\t',
      'number:\t41',
      '--',
      'It floods.',
    ),
  ],
  'gh-release-view': [
    'gh release view v0.9.0',
    lines(
      'title:\tNearly there',
      'tag:\tv0.9.0',
      'draft:\tfalse',
      'prerelease:\ttrue',
      'author:\tada',
      'created:\t2024-05-02T11:05:31Z',
      'published:\t2024-05-02T11:05:31Z',
      'url:\thttps://example.org/ada/sluice/releases/tag/v0.9.0',
      'asset:\tsluice.vsix',
      '--',
      '## Changes',
      '',
      '- Gates',
    ),
  ],
} as const satisfies Readonly<Record<string, readonly [command: string, text: string]>>;

/** What the host tells of the pull request of `gh pr view`. */
export const pullFacts = (part: Partial<PullFacts> = {}): ToResultPage => ({
  type: 'pull',
  facts: {
    head: 'ada/levels',
    base: 'main',
    byOutsider: false,
    checks: {
      passed: 12,
      failed: { names: ['build (ubuntu-latest, 20)', 'deploy/preview'], count: 2 },
      running: 1,
      skipped: 3,
    },
    moreChecks: 0,
    decision: 'changes-requested',
    mergeable: 'yes',
    ...part,
  },
});

/** A log in git's own format, of as many commits. */
export const mediumLog = (commits: number) => Array.from({ length: commits }, (_, i) => MEDIUM_COMMIT(i)).join('\n');
